/**
 * Runs all gates. Fast enough to run before every commit.
 *
 * @module
 */
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'
import { runGates } from './shared/run-gates.js'

/** Gates: quick ones first, then the slowest, so that two always run in parallel. `after` is a gate whose output one reads. */
export const gates = [
  { script: 'tools/build.js' },
  { script: 'tools/check-lint.js' },
  { script: 'tools/check-layers.js' },
  { script: 'tools/check-names.js' },
  { script: 'tools/check-duplication.js' },
  { script: 'tools/check-conformance.js' },
  { script: 'tools/check-exports.js' },
  { script: 'tools/check-unused.js' },
  { script: 'tools/check-passkey-script.js' },
  { script: 'tools/check-size.js', after: 'tools/build.js' },
  { script: 'tools/check-provider-pages.js', after: 'tools/build.js' },
  { script: 'tools/check-packaging.js', after: 'tools/build.js' },
  { script: 'tools/check-type-resolution.js', after: 'tools/build.js' },
  { script: 'tools/check-types.js' },
  { script: 'tools/check-strict.js' },
  { script: 'tools/check-docs.js' },
]

/** Runs every gate on the project and prints a line for each. @returns the names of the failed gates */
export function checkProject() {
  return runGates(gates, projectRoot)
}

async function run() {
  await installDependencies(projectRoot)
  const startedAt = performance.now()
  const failed = await checkProject()
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    failed.length > 0 ? `Failed: ${failed.join(', ')} (${seconds} s)` : `All gates passed (${seconds} s)`,
  )
  if (failed.length > 0) process.exitCode = 1
}

if (isMainModule(import.meta.url)) await run()
