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

/** Returns the calls of each function since the last time, as `{ [path]: { [id]: count } }`, and 0 for functions of a new module. */
function takeFunctions() {
  const scripts = takeCoverage().filter(({ url }) => isSource(url))
  return Object.fromEntries(
    scripts.map(({ url, functions }) => [fileURLToPath(removeQuery(url)), countCalls(functions)]),
  )
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

function removeQuery(url) {
  return url.replace(/[?#].*$/, '')
}

/** Only functions with a name count. Vite wraps a module and its exports in functions without one. */
function countCalls(functions) {
  return Object.fromEntries(
    functions
      .filter(({ functionName }) => functionName)
      .map(({ functionName, ranges: [{ startOffset, count }] }) => [`${functionName}@${startOffset}`, count]),
  )
}
