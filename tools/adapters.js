/**
 * Runs the adapter contract suite against the adapters of Latchkey and the published ones, on real stores, and writes the
 * results to docs/adapters.md. Known faults are listed with their reason in test/published/known-faults.json. A new fault
 * fails the run, and so does a known one that no longer occurs.
 *
 * `node tools/adapters.js` writes the table; `--check` only reports whether it is outdated. The first run installs the packages
 * (600 MB; below Node 22.13 also the runtimes of the tests, for `node:sqlite`). A run takes about five minutes. `npm test` runs
 * the same suite for Latchkey's adapters on each of their drivers, and for drizzle.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeTrials, replaceTable } from './adapters/table.js'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'

const pagePath = join(projectRoot, 'docs/adapters.md')
const knownFaultsPath = join(projectRoot, 'test/published/known-faults.json')

async function updateAdapterTable() {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  await installDependencies(projectRoot)
  const { code, reports } = await runTrials()
  if (code !== 0) return reportFailure('The results differ from test/published/known-faults.json.')

  const before = readFileSync(pagePath, 'utf8')
  const after = replaceTable(before, describeTrials(reports, readJson(knownFaultsPath)))
  if (after === before) return console.log('docs/adapters.md is current.')
  if (values.check) return reportFailure('docs/adapters.md is outdated: run npm run adapters.')
  writeFileSync(pagePath, after)
  console.log('docs/adapters.md was updated.')
}

function reportFailure(message) {
  console.error(message)
  process.exitCode = 1
}

/** Runs the tests. @returns the exit code of Vitest and the report of each test run */
async function runTrials() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-adapters-'))
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=published']
  const env = { ...process.env, LATCHKEY_ADAPTER_REPORTS: folder }
  try {
    const child = spawn(process.execPath, command, { cwd: projectRoot, env, stdio: 'inherit' })
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
    return { code, reports: readdirSync(folder).map(name => readJson(join(folder, name))) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

if (isMainModule(import.meta.url)) await updateAdapterTable()
