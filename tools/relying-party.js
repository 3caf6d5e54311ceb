/**
 * Writes docs/relying-party.md, which lists what a provider may do wrong and how Latchkey responds. `check-relying-party.js` verifies
 * that it is current.
 *
 * @module
 */
import { relyingPartyPage } from './relying-party/page.js'
import { checkTestedPageRun, runAsWriter } from './shared/tested-page.js'

/** Finds faults after a full run: of the page, and of each test that did not run. */
export function checkRelyingPartyRun(root, tests) {
  return checkTestedPageRun(root, relyingPartyPage, tests)
}

// The titles come from the source, so Vitest need not list the tests.
await runAsWriter(import.meta.url, relyingPartyPage, [])
