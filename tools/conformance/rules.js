/**
 * Reads the rules, one JSON file for each part of the contract, and verifies what is possible without running a test.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/source-tree.js'

const folder = 'test/conformance/rules'

/** Missing features for which a rule can be marked as `later`. */
export const pendingWork = {
  'e-mail': 'sign-in by email',
  integrations: 'integrations other than plain Node',
  catalogue: 'the provider catalog',
}

/** Reads the parts in order, `{ part, rules }`. A rule is `{ id, rule, test | later, break? }`. */
export function readParts(root) {
  return listFiles(root, folder, /\.json$/).map(path => JSON.parse(readFileSync(join(root, path), 'utf8')))
}

/** Finds faults of the rules that do not depend on the tests. */
export function checkRules(root, parts) {
  const rules = parts.flatMap(({ rules }) => rules)
  const ids = rules.map(({ id }) => id)
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map(id => `Two rules have the id ${id}.`),
    ...rules.flatMap(rule => findRuleFaults(root, rule).map(fault => `${rule.id}: ${fault}`)),
  ]
}

const ruleKeys = new Set(['id', 'rule', 'test', 'later', 'break'])

function findRuleFaults(root, rule) {
  const { id, rule: text, test, later } = rule
  const faults = Object.keys(rule)
    .filter(key => !ruleKeys.has(key))
    .map(key => `unknown key \`${key}\`.`)
  if (!/^[a-z][\w.-]*$/i.test(id ?? ''))
    faults.push('its id may contain only letters, digits, dots and hyphens.')
  if (!text) faults.push('`rule` is empty.')
  if (!test && !later) faults.push('it has no test.')
  if (test && later) faults.push('it has both `test` and `later`.')
  if (later && !Object.hasOwn(pendingWork, later))
    faults.push(`\`later\` is "${later}", expected one of ${Object.keys(pendingWork).join(', ')}.`)
  return [...faults, ...(rule.break ? findMutationFaults(root, rule) : [])]
}

function findMutationFaults(root, { test, break: { file, find, replace } }) {
  if (!test) return ['`break` requires a `test`.']
  if (!file?.startsWith('src/') || !existsSync(join(root, file)))
    return [`the file of its break, ${file}, does not exist in src.`]
  if (!find || find === replace) return ['`find` and `replace` of its break are equal or empty.']
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? [] : [`\`find\` of its break occurs ${count} times in ${file}, expected once: ${find}`]
}
