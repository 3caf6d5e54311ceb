/**
 * Verifies the registries and their pages without running Vitest: every entry is complete and names a test or a reason, and the page
 * matches the data. `npm test` also verifies that the named tests exist and ran, which takes most of a minute.
 *
 * @module
 */
import { registries } from './registries/definitions.js'
import { checkRegistry } from './registries/verify.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the registries below `root` and of their pages. */
export function checkRegistries(root) {
  return registries.flatMap(registry => checkRegistry(root, registry))
}

await runAsGate(import.meta.url, checkRegistries)
