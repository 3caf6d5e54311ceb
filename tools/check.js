/**
 * Runs all gates. Fast enough to run before every commit.
 *
 * `--quick` runs only those that need neither a build nor the whole program: format, layers, names, duplication, and type escapes.
 *
 * @module
 */

import { findMissingFolders } from './linked-packages.js'
import { findRepositoryFaults } from './repository.js'
import { installDependencies } from './setup.js'
import { isMainModule, projectRoot } from './shared/gate.js'
import { runGates } from './shared/run-gates.js'
import { readManifest } from './shared/subpaths.js'

const linkedPackages = 'tools/linked-packages.js'

/**
 * Gates: first the packages of frameworks and the quick ones, which do not need these, then the slowest, so that two always run in
 * parallel. `after` is a gate whose output one reads.
 */
export const gates = [
  { script: linkedPackages },
  { script: 'tools/check-lint.js', isQuick: true },
  { script: 'tools/check-layers.js', isQuick: true },
  { script: 'tools/check-names.js', isQuick: true },
  { script: 'tools/check-duplication.js', isQuick: true },
  { script: 'tools/build.js', after: linkedPackages },
  { script: 'tools/check-registries.js' },
  { script: 'tools/check-test-folders.js' },
  { script: 'tools/check-configuration.js' },
  { script: 'tools/check-dependencies.js' },
  { script: 'tools/check-exports.js' },
  { script: 'tools/check-unused.js' },
  { script: 'tools/check-passkey-script.js' },
  { script: 'tools/check-size.js', after: 'tools/build.js' },
  { script: 'tools/check-provider-pages.js', after: 'tools/build.js' },
  { script: 'tools/check-packaging.js', after: 'tools/build.js' },
  { script: 'tools/check-type-resolution.js', after: 'tools/build.js' },
  { script: 'tools/check-types.js', after: linkedPackages },
  { script: 'tools/check-crossed-files.js' },
  { script: 'tools/check-strict.js', isQuick: true },
  { script: 'tools/check-docs.js', after: linkedPackages },
]

/** The gates of `--quick`. */
export const quickGates = gates.filter(({ isQuick }) => isQuick)

/** Runs gates on the project, all by default, and prints a line for each. @returns the names of the failed gates */
export function checkProject(selected = gates) {
  return runGates(selected, projectRoot)
}

async function run() {
  await installDependencies(projectRoot)
  const startedAt = performance.now()
  const isQuick = process.argv.includes('--quick')
  const missing = findMissingFolders()
  if (missing.length > 0) console.log(isQuick ? describeUnchecked(missing) : describeInstall(missing))
  const failed = await checkProject(isQuick ? quickGates : gates)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(
    failed.length > 0 ? `Failed: ${failed.join(', ')} (${seconds} s)` : `All gates passed (${seconds} s)`,
  )
  // Only a release needs it, so it does not fail the check.
  for (const fault of findRepositoryFaults(readManifest(projectRoot))) console.log(`Notice: ${fault}`)
  if (failed.length > 0) process.exitCode = 1
}

function describeUnchecked(folders) {
  return (
    'Skipped: implicit `any` in the integrations of frameworks that are not installed. `node tools/linked-packages.js` installs the ' +
    `packages of ${folders.join(', ')}.`
  )
}

function describeInstall(folders) {
  return `Installing npm dependencies of ${folders.join(', ')} ...`
}

if (isMainModule(import.meta.url)) await run()
