/**
 * Verifies test/relying-party/behaviors.json and docs/relying-party.md: every behavior has a test or a reason, every test belongs to a
 * behavior, and the page matches. `npm test` also verifies that the tests ran.
 *
 * @module
 */
import { relyingPartyPage } from './relying-party/page.js'
import { runAsGate } from './shared/gate.js'
import { checkTestedPage } from './shared/tested-page.js'

/** Finds faults of the behaviors below `root`, of their tests and of the page. */
export function checkRelyingParty(root) {
  return checkTestedPage(root, relyingPartyPage)
}

await runAsGate(import.meta.url, checkRelyingParty)
