/**
 * Builds and tests all supported major versions of each framework, and migrates apps that were written for Auth.js. Takes an
 * hour. An example that has passed with the same code is not tested again, so an interrupted run resumes.
 *
 * Prints the table of docs/project/tested-versions.md. Options:
 *
 * - `--write`: writes the table.
 * - `--fresh`: tests again what has passed.
 * - `--next`: tests the `next` and `canary` versions of the frameworks instead, and reports what would break.
 *
 * `LATCHKEY_EXAMPLES=next-15,express-4` tests only these examples of test/frameworks/examples.ts, and no other suites.
 *
 * To add a suite that tests several majors, read `LATCHKEY_FRAMEWORKS` in it and add it to `suites`.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.js'
import { installDebianPackages, installDependencies } from './setup.js'
import { projectRoot } from './shared/gate.js'

/** Tests of several major versions beside the examples. */
const suites = ['test/next', 'test/codemod-e2e', 'test/commonjs', 'test/optional-peers']

const { values } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    next: { type: 'boolean', default: false },
  },
})

await installDependencies(projectRoot)
const obstacle = await installDebianPackages(['nginx', 'openssl'])
if (obstacle) console.error(obstacle)
const faults = await build(projectRoot)
if (faults.length > 0) throw new Error(faults.join('\n'))

// Read when the list of examples is loaded.
process.env.LATCHKEY_FRAMEWORKS = 'all'
const { runnerImport } = await import('vite')
const { module } = await runnerImport(join(projectRoot, 'test/frameworks/run-examples.ts'), {
  configFile: false,
  root: projectRoot,
})
const hasPassed = await module.runExamples(values)
const others = values.next || process.env.LATCHKEY_EXAMPLES ? [] : suites
process.exitCode = (await runSuites(others)) && hasPassed ? 0 : 1

/** Runs suites one after the other. @returns whether all passed */
async function runSuites(folders) {
  if (folders.length === 0) return true
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...folders, '--reporter=verbose']
  return spawnSync(process.execPath, args, { cwd: projectRoot, stdio: 'inherit' }).status === 0
}
