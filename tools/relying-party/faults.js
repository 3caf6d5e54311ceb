/**
 * Finds faults of the behaviors of providers and of their tests.
 *
 * @module
 */
import { findTitles, getTitlePrefix, readBehaviors } from './behaviors.js'

/** Finds faults of the behaviors below `root` and of the titles of their tests. */
export function findFaults(root) {
  const data = readBehaviors(root)
  const titles = findTitles(root)
  return [
    ...findBehaviorFaults(data, titles),
    ...findUnknownTitles(data, titles),
    ...findBareTitles(data, titles),
  ]
}

/** Finds each title in the source without a test that ran, and each test that was skipped. */
export function findRunFaults(root, tests) {
  return findTitles(root).flatMap(({ title, file }) => {
    const fitting = tests.filter(test => test.file === file && hasTitle(test, title))
    if (fitting.length === 0) return [`${file}: no test has the title "${title}".`]
    return fitting
      .filter(({ state }) => state === 'skipped')
      .map(({ name }) => `${file}: a test was skipped: ${name}`)
  })
}

/** Returns whether a part of the test's full title is `title`, up to its first placeholder. */
function hasTitle({ name }, title) {
  const [literal] = title.split(/[%$]/)
  return name.split(' > ').some(part => (literal === title ? part === title : part.startsWith(literal)))
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

/** A title that ends with the name of its behavior does not say what the test does. */
function findBareTitles({ behaviors }, titles) {
  const bareTitles = behaviors.map(behavior => getTitlePrefix(behavior).trim())
  return titles
    .filter(({ title }) => bareTitles.includes(title.trim()))
    .map(({ title, file }) => `${file}: the title "${title}" does not describe the test.`)
}
