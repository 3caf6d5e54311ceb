/**
 * `npm test` tries the newest major of each framework that the installed Node can run; the others are in people's hands, too.
 * This builds and tries them all, and moves in apps that were written for Auth.js, which takes half an hour. At the end stands
 * the table of README.md as it should be; `--write` writes it. `LATCHKEY_EXAMPLES=next-15,express-4` tries only those of
 * test/frameworks/examples.ts, and `--write` then replaces only their rows.
 *
 * A test joins by looking at `LATCHKEY_FRAMEWORKS`, and by a line here.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

/** Tests that know of more than one major; vitest.config.ts runs one after the other. */
const suites = ['test/next', 'test/frameworks', 'test/move-in']

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
