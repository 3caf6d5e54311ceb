/**
 * Builds and tests all supported major versions of each framework, and migrates apps that were written for Auth.js. Takes half
 * an hour. `npm test` covers only the newest major that the installed Node can run.
 *
 * Prints the table of README.md; `--write` writes it. `LATCHKEY_EXAMPLES=next-15,express-4` tests only these examples of
 * test/frameworks/examples.ts, and `--write` then replaces only their rows.
 *
 * To add a test, read `LATCHKEY_FRAMEWORKS` in it and add it to `suites`.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

/** Tests of several major versions. vitest.config.ts runs them one after the other. */
const suites = ['test/next', 'test/frameworks', 'test/codemod-e2e', 'test/optional-peers']

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const selectedSuites = process.env.LATCHKEY_EXAMPLES ? ['test/frameworks'] : suites
const reporters = ['--reporter=verbose', '--reporter=./test/frameworks/table-reporter.ts']

await installDependencies(projectRoot)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...selectedSuites, ...reporters],
  {
    cwd: projectRoot,
    env: {
      ...process.env,
      LATCHKEY_FRAMEWORKS: 'all',
      LATCHKEY_FRAMEWORKS_TABLE: values.write ? 'write' : 'print',
    },
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
