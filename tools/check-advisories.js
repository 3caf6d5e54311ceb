/**
 * Verifies the advisories and docs/advisories.md without running Vitest: every advisory names a test or a reason, and the page
 * matches them. `npm test` also verifies that the tests exist and passed.
 *
 * @module
 */
import { advisoriesPage } from './advisories/page.js'
import { runAsGate } from './shared/gate.js'
import { checkTestedPage } from './shared/tested-page.js'

/** Finds faults of the advisories below `root` and of the page that is generated from them. */
export function checkAdvisoriesPage(root) {
  return checkTestedPage(root, advisoriesPage)
}

await runAsGate(import.meta.url, checkAdvisoriesPage)
