/**
 * Verifies the conformance rules and docs/conformance.md without running Vitest: every rule names a test, every break matches
 * `src/`, and the page matches the rules. `npm test` also verifies that the tests exist, which takes most of a minute.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath, parsePage, renderPage } from './conformance/page.js'
import { checkRules, readParts } from './conformance/rules.js'
import { matchTitle } from './conformance/test-titles.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the rules below `root` and of the page that is generated from them. */
export function checkConformancePage(root) {
  const parts = readParts(root)
  const faults = checkRules(root, parts)
  return faults.length > 0 ? faults : checkPage(root, parts)
}

function checkPage(root, parts) {
  const rules = parts.flatMap(({ rules }) => rules)
  const render = testsByRule => renderPage(parts, testsByRule)
  return isPageCurrent(root, { path: pagePath, rules, render })
    ? []
    : [`${pagePath} is outdated: run npm run conformance.`]
}

/** Returns whether `render` returns the page at `path` for the tests that the page lists, and whether these fit the rules. */
export function isPageCurrent(root, { path, rules, render }) {
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
  const testsByRule = parsePage(text)
  const tested = rules.filter(({ test }) => test)
  const isRenamed = tested.some(({ id, test }) => !matchTitle(testsByRule.get(id)?.name ?? '', test))
  const isDeleted = tested.some(({ id }) => !existsSync(join(root, testsByRule.get(id)?.file ?? 'missing')))
  return !isRenamed && !isDeleted && render(testsByRule) === text
}

await runAsGate(import.meta.url, checkConformancePage)
