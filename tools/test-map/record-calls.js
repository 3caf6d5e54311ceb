/**
 * Setup file for Vitest. Records which functions of `src` each test file calls, with the precise coverage of V8, and writes them as
 * JSON into the folder of `LATCHKEY_TEST_MAP`. The test files of a project share processes and loaded modules, and V8 resets its
 * counters whenever they are read. So the counters are read twice per file: when it is imported, and when its tests are over.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect } from 'vitest'

/** Vitest evaluates this file anew for each test file. The inspector stays with the process. */
const sessionKey = Symbol.for('latchkey.test-map')
globalThis[sessionKey] ??= startCoverage()

let imported = {}

beforeAll(() => {
  imported = takeFunctions()
})

afterAll(() => {
  const record = { test: expect.getState().testPath, imported, called: takeFunctions() }
  writeFileSync(join(process.env.LATCHKEY_TEST_MAP, `${randomUUID()}.json`), JSON.stringify(record))
})

function startCoverage() {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return session
}

/** Returns the calls since the last time as `{ [path]: { [name]: count } }`, with 0 for the functions of a new module. */
function takeFunctions() {
  const paths = {}
  for (const { url, functions } of takeCoverage()) if (isSource(url)) addCalls(paths, toPath(url), functions)
  return paths
}

/** Reads and resets the counters. In its own process, the inspector calls back before `post` returns. */
function takeCoverage() {
  let scripts = []
  globalThis[sessionKey].post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw new Error(error.message)
    scripts = coverage.result
  })
  return scripts
}

function isSource(url) {
  return url.startsWith('file:') && url.includes('/src/') && !url.includes('/node_modules/')
}

function toPath(url) {
  return fileURLToPath(url.replace(/[?#].*$/, ''))
}

/**
 * Adds the calls of a script. Functions of a file with the same name count as one, as do the copies of a module that a test has
 * loaded again. Functions without a name do not count, because Vite wraps modules and exports in such functions.
 */
function addCalls(paths, path, functions) {
  // A function may be called toString.
  paths[path] ??= Object.create(null)
  const calls = paths[path]
  for (const { functionName: name, ranges } of functions)
    if (name) calls[name] = (calls[name] ?? 0) + ranges[0].count
}
