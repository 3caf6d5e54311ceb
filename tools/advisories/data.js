/**
 * Reads the advisories about other libraries, and verifies what is possible without running a test.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const path = 'test/advisories/advisories.json'

/**
 * Reads the sections in order, `{ section, advisories }`. An advisory is `{ id, aliases, library, defect, test, authJs?, betterAuth? }`
 * or `{ id, aliases, library, defect, notApplicable }`. `betterAuth` is what Better Auth published: the version with the fix of its own
 * advisory, or its advisories of the same class.
 */
export function readSections(root) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** Returns the version of `@auth/core` that the tests use. */
export function readAuthJsVersion(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies['@auth/core']
}

const ownSide = ' > latchkey'
const otherSide = ' > @auth/core'

/** Lists the advisories with a test, as rules `{ id, test }`. */
export function listRules(sections) {
  return sections
    .flatMap(({ advisories }) => advisories)
    .filter(({ test }) => test)
    .map(({ id, test }) => ({ id, test }))
}

/** Lists the same tests with `@auth/core`, as rules of their own. */
export function listAuthJsRules(sections) {
  return sections
    .flatMap(({ advisories }) => advisories)
    .filter(({ test, authJs }) => test && authJs)
    .map(({ id, test }) => ({ id: `${id} (@auth/core)`, test: test.replace(ownSide, otherSide) }))
}

/** Finds faults of the advisories that do not depend on the tests. */
export function checkAdvisories(sections) {
  const advisories = sections.flatMap(({ advisories }) => advisories)
  const ids = advisories.flatMap(({ id, aliases = [] }) => [id, ...aliases])
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map(id => `Two advisories have the id ${id}.`),
    ...advisories.flatMap(advisory => findFaults(advisory).map(fault => `${advisory.id}: ${fault}`)),
    ...advisories.flatMap(advisory => findUnknownIds(advisory, ids)),
  ]
}

/** Finds advisories of Better Auth that an entry names, and that no entry is about. */
function findUnknownIds({ id, betterAuth }, ids) {
  const named = betterAuth?.startsWith('fixed') ? [] : (betterAuth?.split(', ') ?? [])
  return named
    .filter(name => !ids.includes(name))
    .map(name => `${id}: \`betterAuth\` names ${name}, which has no entry.`)
}

const keys = new Set(['id', 'aliases', 'library', 'defect', 'test', 'authJs', 'betterAuth', 'notApplicable'])
const idPattern = /^(GHSA(-[2-9cfghjmpqrvwx]{4}){3}|CVE-\d{4}-\d{4,}|[a-z-]+#\d+)$/

function findFaults({
  id,
  aliases = [],
  library,
  defect,
  test,
  authJs,
  betterAuth,
  notApplicable,
  ...others
}) {
  const faults = Object.keys(others)
    .filter(key => !keys.has(key))
    .map(key => `unknown key \`${key}\`.`)
  faults.push(
    ...[id, ...aliases]
      .filter(name => !idPattern.test(name))
      .map(name => `"${name}" is not an id of an advisory.`),
  )
  if (!library || !defect) faults.push('`library` or `defect` is empty.')
  if (!test && !notApplicable) faults.push('it has neither `test` nor `notApplicable`.')
  if (test && notApplicable) faults.push('it has both `test` and `notApplicable`.')
  if (authJs && !['safe', 'vulnerable'].includes(authJs))
    faults.push('`authJs` is not "safe" or "vulnerable".')
  if (betterAuth?.startsWith('fixed') && !/^fixed(?: in \d+\.\d+\.\d+)?$/.test(betterAuth))
    faults.push('`betterAuth` is not "fixed" with a version.')
  if (authJs && !test?.endsWith(ownSide)) faults.push(`with \`authJs\`, \`test\` ends with "${ownSide}".`)
  if (test?.endsWith(ownSide) && !(test.startsWith(`${id}: `) && authJs))
    faults.push('a test of both libraries begins with the id, and requires `authJs`.')
  return faults
}
