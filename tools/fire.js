/**
 * Runs the long version of the tests that repeat random runs: 200 repetitions of each race on every adapter, 200 killed processes
 * per flow on SQLite and PostgreSQL, and a million requests with a flat heap. `npm test` runs a few of each. Takes hours.
 *
 * `LATCHKEY_FIRE_ROUNDS`, `LATCHKEY_FIRE_KILLS`, `LATCHKEY_FIRE_REQUESTS` and `LATCHKEY_FIRE_SEED` change the sizes and the seed.
 * Arguments select test files or go to Vitest, for example `npm run test:fire -- test/races`.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

const tests = ['test/races', 'test/crash', 'test/soak', 'test/databases/races', 'test/databases/random-kills']
const sizes = { LATCHKEY_FIRE_ROUNDS: '200', LATCHKEY_FIRE_KILLS: '200', LATCHKEY_FIRE_REQUESTS: '1000000' }

async function run(args) {
  await installDependencies(projectRoot)
  process.exitCode = await runVitest(args)
}

function runVitest(args) {
  const files = args.some(arg => !arg.startsWith('-')) ? [] : tests
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--project=databases']
  const env = { CI: 'true', ...sizes, ...process.env }
  const child = spawn(process.execPath, [...command, ...files, ...args], {
    cwd: projectRoot,
    env,
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
}

await run(process.argv.slice(2))
