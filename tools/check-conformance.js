/**
 * docs/conformance.md promises a test for each rule. Whether the test is there only Vitest knows, and asking it takes
 * most of a minute, so `npm test` does that. What can be seen at once is seen here: rules without a test, breaks that no
 * longer fit `src/`, and a page that says something else than the rules.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pagePath, parsePage, renderPage } from './conformance/page.js'
import { checkRules, readParts } from './conformance/rules.js'
import { matchTitle } from './conformance/test-titles.js'
import { runAsGate } from './shared/gate.js'

/** Faults of the rules below `root` and of the page made of them. */
export function checkConformancePage(root) {
  const parts = readParts(root)
  const faults = checkRules(root, parts)
  return faults.length > 0 ? faults : checkPage(root, parts)
}

function checkPage(root, parts) {
  const path = join(root, pagePath)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const testsByRule = parsePage(text)
  const rules = parts.flatMap(({ rules }) => rules).filter(({ test }) => test)
  const isMoved = rules.some(({ id, test }) => !matchTitle(testsByRule.get(id)?.name ?? '', test))
  const isGone = rules.some(({ id }) => !existsSync(join(root, testsByRule.get(id)?.file ?? 'nowhere')))
  return isMoved || isGone || renderPage(parts, testsByRule) !== text
    ? [`${pagePath} is stale: run npm run conformance.`]
    : []
}

await runAsGate(import.meta.url, checkConformancePage)
