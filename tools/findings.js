/**
 * Writes docs/findings.md, which lists the findings of an audit with the test of each. Fails if a test does not exist.
 * `check-findings.js` verifies everything else in `npm run check`.
 *
 * @module
 */
import { findingsPage } from './findings/page.js'
import { checkTestedPageRun, runAsWriter, writeTestedPage } from './shared/tested-page.js'

/** Writes the page below `root`. @returns faults, which prevent it */
export function writeFindingsPage(root, tests) {
  return writeTestedPage(root, findingsPage, tests)
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. */
export function checkFindingsRun(root, tests) {
  return checkTestedPageRun(root, findingsPage, tests)
}

await runAsWriter(import.meta.url, findingsPage)
