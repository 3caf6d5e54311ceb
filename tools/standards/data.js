/**
 * Reads the requirements of security standards, and verifies what is possible without running a test.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the requirements. */
export const dataPath = 'test/standards/requirements.json'

/**
 * Reads the standards in order, `{ heading, prefix, url, requirements }`. The id of a requirement begins with `prefix`. A requirement
 * is `{ id, requirement }` with one of these:
 *
 * - `metBy`, what Latchkey does, with `test`, or with `untested`, which says why there is no test
 * - `app`, what the app must do, optionally with `test`
 * - `later`, the feature that Latchkey does not have yet, with `absent`: words in the names of files that would exist in `src/` if it were
 *   built
 * - `notApplicable`, why the requirement does not apply
 */
export function readStandards(root) {
  return JSON.parse(readFileSync(join(root, dataPath), 'utf8'))
}

/** Lists the requirements with a test, as rules `{ id, test }`. */
export function listRequirementRules(standards) {
  return standards
    .flatMap(({ requirements }) => requirements)
    .filter(({ test }) => test)
    .map(({ id, test }) => ({ id, test }))
}

/** Finds faults of the requirements that do not depend on the tests. */
export function checkRequirements(root, standards) {
  const ids = standards.flatMap(({ requirements }) => requirements.map(({ id }) => id))
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map(id => `Two requirements have the id ${id}.`),
    ...findBuiltFeatures(standards, readdirSync(join(root, 'src'), { recursive: true })),
    ...standards.flatMap(({ prefix, requirements }) =>
      requirements.flatMap(entry => findFaults(entry, prefix).map(fault => `${entry.id}: ${fault}`)),
    ),
  ]
}

/** Finds requirements that say that a feature does not exist, although the name of a file in `src/` has its words. */
function findBuiltFeatures(standards, files) {
  const entries = standards.flatMap(({ requirements }) => requirements)
  return entries.flatMap(({ id, absent }) => {
    const file = absent && files.find(name => new RegExp(absent).test(name))
    return file
      ? [`${id}: it says that Latchkey does not have this feature yet, but src/${file} exists.`]
      : []
  })
}

/** The keys of a requirement that say who meets it. */
const outcomes = ['metBy', 'app', 'later', 'notApplicable']

const keys = new Set(['id', 'requirement', 'test', 'untested', 'absent', ...outcomes])

function findFaults(entry, prefix) {
  const { id, requirement, metBy, test, untested } = entry
  const faults = Object.keys(entry)
    .filter(key => !keys.has(key))
    .map(key => `unknown key \`${key}\`.`)
  if (!id.startsWith(`${prefix} `)) faults.push(`its id does not begin with "${prefix} ".`)
  if (!requirement) faults.push('`requirement` is empty.')
  if (outcomes.filter(key => entry[key]).length !== 1)
    faults.push('it needs one of `metBy`, `app`, `later` and `notApplicable`.')
  if (metBy && Boolean(test) === Boolean(untested)) faults.push('`metBy` needs either `test` or `untested`.')
  if (Boolean(entry.later) !== Boolean(entry.absent))
    faults.push('`later` needs `absent`, and nothing else has it.')
  if (!metBy && untested) faults.push('`untested` belongs to `metBy`.')
  if (!metBy && !entry.app && test) faults.push('it has a test, although Latchkey does not meet it.')
  return faults
}
