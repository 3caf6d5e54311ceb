/**
 * `npm test` tries the newest major of each framework that the installed Node can run; the others are in people's hands, too.
 * This builds and tries them all, and moves in apps that were written for Auth.js, which takes half an hour. A test joins by looking at `LATCHKEY_FRAMEWORKS`, and by a line here.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

/** Tests that know of more than one major. */
const suites = ['test/next', 'test/frameworks', 'test/move-in']

await installDependencies(projectRoot)
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...suites], {
  cwd: projectRoot,
  env: { ...process.env, LATCHKEY_FRAMEWORKS: 'all' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
