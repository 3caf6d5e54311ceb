/**
 * Verifies the findings of the audit and docs/findings.md without running Vitest: every finding has a test or a section that documents it,
 * and the page matches them. `npm test` also verifies that the tests exist and passed.
 *
 * @module
 */
import { findingsPage } from './findings/page.js'
import { runAsGate } from './shared/gate.js'
import { checkTestedPage } from './shared/tested-page.js'

/** Finds faults of the findings below `root` and of the page that is generated from them. */
export function checkFindingsPage(root) {
  return checkTestedPage(root, findingsPage)
}

await runAsGate(import.meta.url, checkFindingsPage)
