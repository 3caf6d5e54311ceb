/**
 * Writes docs/standards.md, which lists requirements of security standards with the test that covers each. Fails if a test does not
 * exist. `check-standards.js` verifies everything else in `npm run check`.
 *
 * @module
 */
import { checkTestedPageRun, runAsWriter, writeTestedPage } from './shared/tested-page.js'
import { standardsPage } from './standards/page.js'

/** Writes the page below `root`. @returns faults, which prevent it */
export function writeStandardsPage(root, tests) {
  return writeTestedPage(root, standardsPage, tests)
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. */
export function checkStandardsRun(root, tests) {
  return checkTestedPageRun(root, standardsPage, tests)
}

await runAsWriter(import.meta.url, standardsPage)
