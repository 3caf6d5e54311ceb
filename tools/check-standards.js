/**
 * Verifies the requirements of security standards and docs/standards.md without running Vitest: every requirement has a test or a
 * reason, and the page matches them. `npm test` also verifies that the tests exist and passed.
 *
 * @module
 */
import { runAsGate } from './shared/gate.js'
import { checkTestedPage } from './shared/tested-page.js'
import { standardsPage } from './standards/page.js'

/** Finds faults of the requirements below `root` and of the page that is generated from them. */
export function checkStandardsPage(root) {
  return checkTestedPage(root, standardsPage)
}

await runAsGate(import.meta.url, checkStandardsPage)
