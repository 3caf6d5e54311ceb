/**
 * The rules are data, one file for each part of the specification, so that a rule, its test and its break are read and
 * changed together. What is said here of a rule can be checked without running a test.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/source-tree.js'

const folder = 'test/conformance/rules'

/** What a rule may wait for: work that has not been done yet. */
export const pendingWork = {
  'e-mail': 'signing in by e-mail',
  integrations: 'the integrations beside the one for plain Node',
  catalogue: 'the catalogue of providers',
}

/** The parts in order, `{ part, rules }`; a rule is `{ id, rule, test | later, break? }`. */
export function readParts(root) {
  return listFiles(root, folder, /\.json$/).map(path => JSON.parse(readFileSync(join(root, path), 'utf8')))
}

/** Faults of the rules that can be seen without asking for the tests. */
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
    .map(key => `nobody reads \`${key}\`.`)
  if (!/^[a-z][\w.-]*$/i.test(id ?? '')) faults.push('its id must be letters, digits, dots and hyphens.')
  if (!text) faults.push('it does not say what the rule is.')
  if (!test && !later) faults.push('no test holds it.')
  if (test && later) faults.push('it has a test and is for later: which one?')
  if (later && !Object.hasOwn(pendingWork, later)) faults.push(`nobody knows of later work called ${later}.`)
  return [...faults, ...(rule.break ? findMutationFaults(root, rule) : [])]
}

function findMutationFaults(root, { test, break: { file, find, replace } }) {
  if (!test) return ['a break needs a test that notices it.']
  if (!file?.startsWith('src/') || !existsSync(join(root, file))) return [`there is no ${file} to break.`]
  if (!find || find === replace) return ['its break changes nothing.']
  const count = readFileSync(join(root, file), 'utf8').split(find).length - 1
  return count === 1 ? [] : [`what its break looks for is ${count} times in ${file}, not once: ${find}`]
}
