/**
 * Verifies the advisories and docs/advisories.md without running Vitest: every advisory names a test or a reason, and the page
 * matches them. `npm test` also verifies that the tests exist and passed.
 *
 * @module
 */
import { checkAdvisories, listRules, readAuthJsVersion, readSections } from './advisories/data.js'
import { pagePath, renderPage } from './advisories/page.js'
import { isPageCurrent } from './check-conformance.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the advisories below `root` and of the page that is generated from them. */
export function checkAdvisoriesPage(root) {
  const sections = readSections(root)
  const faults = checkAdvisories(sections)
  if (faults.length > 0) return faults
  const render = testsById => renderPage(sections, testsById, readAuthJsVersion(root))
  return isPageCurrent(root, { path: pagePath, rules: listRules(sections), render })
    ? []
    : [`${pagePath} is outdated: run npm run advisories.`]
}

await runAsGate(import.meta.url, checkAdvisoriesPage)
