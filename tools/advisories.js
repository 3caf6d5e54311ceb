/**
 * Writes docs/advisories.md, which lists security advisories of other libraries with the test that covers each. Fails if a test
 * does not exist. `check-advisories.js` verifies everything else in `npm run check`.
 *
 * @module
 */
import { advisoriesPage } from './advisories/page.js'
import { checkTestedPageRun, runAsWriter, writeTestedPage } from './shared/tested-page.js'

/** Writes the page below `root`. @returns faults, which prevent it */
export function writeAdvisoriesPage(root, tests) {
  return writeTestedPage(root, advisoriesPage, tests)
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. */
export function checkAdvisoriesRun(root, tests) {
  return checkTestedPageRun(root, advisoriesPage, tests)
}

await runAsWriter(import.meta.url, advisoriesPage)
