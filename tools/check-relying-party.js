/**
 * Verifies test/relying-party/behaviors.json and docs/relying-party.md: every behavior has a test or a reason, every test belongs to a
 * behavior, and the page matches.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findTitles, getTitlePrefix, pagePath, readBehaviors, renderPage } from './relying-party/page.js'
import { runAsGate } from './shared/gate.js'

/** Finds faults of the behaviors below `root`, of their tests and of the page. */
export function checkRelyingParty(root) {
  const data = readBehaviors(root)
  const titles = findTitles(root)
  const faults = [...findBehaviorFaults(data, titles), ...findUnknownTitles(data, titles)]
  if (faults.length > 0) return faults
  const path = join(root, pagePath)
  return existsSync(path) && readFileSync(path, 'utf8') === renderPage(data, titles)
    ? []
    : [`${pagePath} is outdated: run npm run relying-party.`]
}

function findBehaviorFaults({ reasons, behaviors }, titles) {
  const ids = behaviors.map(({ id }) => id)
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map(id => `Two behaviors have the id ${id}.`),
    ...behaviors.flatMap(behavior => {
      const fault = findFault(reasons, behavior, titles)
      return fault ? [`${behavior.id}: ${fault}`] : []
    }),
  ]
}

function findFault(reasons, behavior, titles) {
  const { provider, result, reason } = behavior
  if (!provider) return '`provider` is empty.'
  if (Boolean(result) === Boolean(reason)) return 'it needs either `result` or `reason`.'
  const prefix = getTitlePrefix(behavior)
  const isTested = titles.some(({ title }) => title.startsWith(prefix))
  if (result) return isTested ? undefined : `no test has a title that begins with "${prefix}".`
  if (isTested) return 'it has a test, and a reason why it has none.'
  return Object.hasOwn(reasons, reason) ? undefined : `its reason "${reason}" is not in \`reasons\`.`
}

function findUnknownTitles({ behaviors }, titles) {
  const prefixes = behaviors.map(getTitlePrefix)
  return titles
    .filter(({ title }) => !prefixes.some(prefix => title.startsWith(prefix)))
    .map(({ title, file }) => `${file}: no behavior belongs to the title "${title}".`)
}

await runAsGate(import.meta.url, checkRelyingParty)
