/**
 * Writes and verifies pages that list the test of each entry, such as docs/advisories.md. A page is
 * `{ path, command, findFaults, findRunFaults?, listRules, listExpectedTests?, render }`:
 *
 * - `command` is the npm script that writes it.
 * - `findFaults(root)` returns faults of its entries that do not depend on the tests.
 * - `findRunFaults(root, tests)` returns further faults of the tests of a full run.
 * - `listRules(root)` returns the entries with a test, as `{ id, test }`.
 * - `listExpectedTests(root)` returns more such rules, whose tests must exist, but are not on the page.
 * - `render(root, testsById)` returns the text.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPageCurrent } from '../check-conformance.js'
import { findTests, listTests } from '../conformance/test-titles.js'
import { findSkipped, selectCounted } from '../conformance.js'
import { isMainModule, projectRoot } from './gate.js'

/** Finds faults of the page below `root`, without running Vitest. */
export function checkTestedPage(root, page) {
  const faults = page.findFaults(root)
  if (faults.length > 0) return faults
  const { path, command } = page
  const render = testsById => page.render(root, testsById)
  return isPageCurrent(root, { path, rules: page.listRules(root), render })
    ? []
    : [`${path} is outdated: run npm run ${command}.`]
}

/** Writes the page below `root`. @returns faults, which prevent it */
export async function writeTestedPage(root, page, tests) {
  const { rules, faults } = findPageTests(root, page, tests ?? (await listTests(root)))
  if (faults.length > 0) return faults
  const listed = new Map(page.listRules(root).map(({ id }) => [id, rules.get(id)]))
  writeFileSync(join(root, page.path), page.render(root, listed))
  return []
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. */
export function checkTestedPageRun(root, page, tests) {
  const counted = selectCounted(tests)
  const { rules, faults } = findPageTests(root, page, counted)
  const runFaults = page.findRunFaults?.(root, counted) ?? []
  return [...faults, ...checkTestedPage(root, page), ...findSkipped(rules, tests), ...runFaults]
}

function findPageTests(root, page, tests) {
  const expected = [...page.listRules(root), ...(page.listExpectedTests?.(root) ?? [])]
  const { testsByRule: rules, faults } = findTests(expected, tests)
  return { rules, faults: [...page.findFaults(root), ...faults] }
}

/**
 * Writes the page of the project if Node was started with the file `moduleUrl`. Prints each fault as a line on stderr. Vitest lists the
 * tests unless they are given.
 */
export async function runAsWriter(moduleUrl, page, tests) {
  if (!isMainModule(moduleUrl)) return
  const faults = await writeTestedPage(projectRoot, page, tests)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
