/**
 * Reads the findings of the audit, and verifies what is possible without running a test.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the findings. */
export const dataPath = 'test/findings/findings.json'

/** The keys that say what shows that a finding is fixed. */
const proofs = ['test', 'file', 'documentedIn']

/**
 * Reads the findings. A finding is `{ id, finding, fixedBy }` with one of these:
 *
 * - `test`, the title of a test that fails before the commit `fixedBy`
 * - `file`, if the tests of the file need packages that not every run installs
 * - `documentedIn`, the section that says why it cannot be fixed and what to do
 */
export function readFindings(root) {
  return JSON.parse(readFileSync(join(root, dataPath), 'utf8'))
}

/** Lists the findings with a test, as rules `{ id, test }`. */
export function listFindingRules(findings) {
  return findings.filter(({ test }) => test).map(({ id, test }) => ({ id, test }))
}

/** Finds faults of the findings that do not depend on the tests. */
export function checkFindings(root, findings) {
  const ids = findings.map(({ id }) => id)
  const duplicates = ids.filter((id, index) => ids.indexOf(id) !== index)
  return [
    ...duplicates.map(id => `Two findings have the id ${id}.`),
    ...findings.flatMap(entry => findFaults(root, entry).map(fault => `${entry.id}: ${fault}`)),
  ]
}

function findFaults(root, entry) {
  const { finding, fixedBy, file, documentedIn } = entry
  const faults = []
  if (!finding) faults.push('`finding` is empty.')
  if (!/^[\da-f]{7,40}$/.test(fixedBy)) faults.push('`fixedBy` is not a commit.')
  if (proofs.filter(key => entry[key]).length !== 1)
    faults.push('it needs one of `test`, `file` and `documentedIn`.')
  const paths = [file, documentedIn && `docs/${documentedIn.split('#')[0]}`].filter(Boolean)
  return [
    ...faults,
    ...paths.filter(path => !existsSync(join(root, path))).map(path => `${path} does not exist.`),
  ]
}
