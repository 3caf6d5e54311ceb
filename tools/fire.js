/**
 * Runs the long version of the tests that repeat random runs: 200 repetitions of each race on every adapter, 200 killed processes
 * per flow on SQLite and PostgreSQL, a million requests with a flat heap, 10,000 visits with two faults, 140,000 steps of random stories,
 * and up to a million inputs for each fuzz target. `npm test` runs a few of each. Takes hours.
 *
 * Also runs every case of the tests that `npm test` shortens with `selectCases`: each language, session strategy, store and version.
 * `LATCHKEY_FIRE_CASES` selects `all`.
 *
 * `LATCHKEY_FIRE_ROUNDS`, `LATCHKEY_FIRE_KILLS`, `LATCHKEY_FIRE_REQUESTS`, `LATCHKEY_FIRE_STEPS`, `LATCHKEY_FAULT_RUNS`,
 * `LATCHKEY_FUZZ_RUNS`, `LATCHKEY_FUZZ_SECONDS` and `LATCHKEY_FIRE_SEED` change the sizes and the seed. `--write` writes the figures to
 * `docs/project/assurance.md`.
 * Arguments select test files or go to Vitest, for example `npm run test:fire -- test/races`.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderAssurance } from './fire/assurance.js'
import { projects, tests } from './fire/tests.js'
import { debianPackages, installDebianPackages, installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

const defaults = {
  LATCHKEY_FIRE_ROUNDS: '200',
  LATCHKEY_FIRE_KILLS: '200',
  LATCHKEY_FIRE_REQUESTS: '1000000',
  LATCHKEY_FAULT_RUNS: '10000',
  LATCHKEY_FUZZ_SECONDS: '0',
  LATCHKEY_FIRE_STEPS: '140000',
  LATCHKEY_FIRE_CASES: 'all',
  LATCHKEY_FIRE_SEED: String(Date.now() % 1_000_000_000),
}

async function run(args) {
  await installDependencies(projectRoot)
  const obstacle = await installDebianPackages(debianPackages)
  if (obstacle) console.log(obstacle)
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-fire-'))
  const report = join(folder, 'figures.jsonl')
  try {
    await writeFile(report, '')
    process.exitCode = await runVitest(
      args.filter(arg => arg !== '--write'),
      report,
    )
    if (args.includes('--write')) await writeAssurance(report)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function runVitest(args, report) {
  const files = args.some(arg => !arg.startsWith('-')) ? [] : tests
  const selected = projects.map(name => `--project=${name}`)
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...selected]
  const env = { CI: 'true', ...defaults, ...process.env, LATCHKEY_FIRE_REPORT: report }
  const child = spawn(process.execPath, [...command, ...files, ...args], {
    cwd: projectRoot,
    env,
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

/** Adds the figures of the tests that passed to the page. */
async function writeAssurance(report) {
  const page = join(projectRoot, 'docs/project/assurance.md')
  const lines = (await readFile(report, 'utf8')).split('\n').filter(Boolean)
  const date = new Date().toISOString().slice(0, 10)
  const figures = lines.map(line => ({ ...JSON.parse(line), date }))
  await writeFile(page, renderAssurance(await readFile(page, 'utf8').catch(() => ''), figures))
}

await run(process.argv.slice(2))
