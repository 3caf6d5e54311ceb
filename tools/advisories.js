/**
 * Writes docs/advisories.md, which lists security advisories of other libraries with the test that covers each. Fails if a test
 * does not exist. `check-advisories.js` verifies everything else in `npm run check`.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  checkAdvisories,
  listAuthJsRules,
  listRules,
  readAuthJsVersion,
  readSections,
} from './advisories/data.js'
import { pagePath, renderPage } from './advisories/page.js'
import { checkAdvisoriesPage } from './check-advisories.js'
import { findTests, listTests } from './conformance/test-titles.js'
import { findSkipped, selectCounted } from './conformance.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Writes the page below `root`. @returns faults, which prevent it */
export async function writeAdvisoriesPage(root, tests) {
  const sections = readSections(root)
  const { rules, faults } = findAdvisoryTests(sections, tests ?? (await listTests(root)))
  if (faults.length > 0) return faults
  const own = new Map(listRules(sections).map(({ id }) => [id, rules.get(id)]))
  writeFileSync(join(root, pagePath), renderPage(sections, own, readAuthJsVersion(root)))
  return []
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. */
export function checkAdvisoriesRun(root, tests) {
  const { rules, faults } = findAdvisoryTests(readSections(root), selectCounted(tests))
  return [...faults, ...checkAdvisoriesPage(root), ...findSkipped(rules, tests)]
}

function findAdvisoryTests(sections, tests) {
  const expected = [...listRules(sections), ...listAuthJsRules(sections)]
  const { testsByRule: rules, faults } = findTests(expected, tests)
  return { rules, faults: [...checkAdvisories(sections), ...faults] }
}

async function run() {
  const faults = await writeAdvisoriesPage(projectRoot)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}

if (isMainModule(import.meta.url)) await run()
