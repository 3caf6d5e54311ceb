/**
 * Runs the test projects that share processes, and returns what each test file called.
 *
 * @module
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createVitest } from 'vitest/node'

export const recordedProjects = ['unit', 'providers']

const timeoutMs = 60_000

const recorder = fileURLToPath(new URL('record-calls.js', import.meta.url))

/** Runs the tests below `root` and prints their progress to stderr. @returns a record per test file, with paths relative to `root` */
export async function runRecorded(root) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-map-'))
  process.env.LATCHKEY_TEST_MAP = folder
  try {
    const failed = await runTests(root)
    return { records: readRecords(root, folder), failed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @returns the number of test files that failed */
async function runTests(root) {
  const options = { root, project: recordedProjects, watch: false, reporters: ['dot'] }
  const vitest = await createVitest('test', options, {}, { stdout: process.stderr })
  for (const { config } of vitest.projects) recordProject(config)
  try {
    const { testModules } = await vitest.start()
    return testModules.filter(module => !module.ok()).length
  } finally {
    await vitest.close()
    // Vitest sets it for a failed test. The map is valid all the same.
    process.exitCode = undefined
  }
}

/** Adds the recorder. Tests that nearly reach their timeout exceed it while V8 counts calls. */
function recordProject(config) {
  config.setupFiles = [...config.setupFiles, recorder]
  config.testTimeout = Math.max(config.testTimeout, timeoutMs)
}

function readRecords(root, folder) {
  return readdirSync(folder)
    .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .map(({ test, imported, called }) => ({
      test: toRelative(root, test),
      imported: selectSources(root, imported),
      called: selectSources(root, called),
    }))
}

function selectSources(root, functionsByPath) {
  return Object.fromEntries(
    Object.entries(functionsByPath)
      .map(([path, functions]) => [toRelative(root, path), functions])
      .filter(([path]) => path.startsWith('src/')),
  )
}

function toRelative(root, path) {
  return relative(root, path).split(sep).join('/')
}
