/**
 * What Latchkey expects of an adapter is one suite, and it says little until it has met the adapters that people use. So
 * each of them, ours and the published ones, is tried on a store that really runs, and docs/adapters.md tells in one table
 * what came of it. Faults that we know of stand with their reason in test/published/known-faults.json; a new one fails the
 * run, and so does one that is gone.
 *
 * `node tools/adapters.js` writes the table; `--check` only says whether it is stale. The first run installs the packages
 * (600 MB, and below Node 22.13 the runtimes of the tests, for one that has `node:sqlite`), and all of it takes about five
 * minutes. `npm test` holds the same suite against ours on each of their drivers, and against drizzle, kysely and pg.
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
  if (code !== 0)
    return reportFailure('The adapters did not do what test/published/known-faults.json says of them.')

  const before = readFileSync(pagePath, 'utf8')
  const after = replaceTable(before, describeTrials(reports, readJson(knownFaultsPath)))
  if (after === before) return console.log('docs/adapters.md is current.')
  if (values.check) return reportFailure('docs/adapters.md is stale: run npm run adapters.')
  writeFileSync(pagePath, after)
  console.log('docs/adapters.md is written anew.')
}

function reportFailure(message) {
  console.error(message)
  process.exitCode = 1
}

/** Resolves to Vitest's exit code and what each trial reported. */
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
