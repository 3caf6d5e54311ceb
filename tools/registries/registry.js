/**
 * A registry lists claims, and each entry names the test that shows it. One program validates all registries, writes their pages, and
 * verifies after a full run that each named test exists and ran. `definitions/` has one definition per registry:
 *
 * - `name` is the npm script that writes the page, `page` its path, and `data` a JSON file or a folder of them.
 * - `listEntries(data)` returns the entries, `{ id, test?, … }`. `noun` is their plural. `test` is the title of a test, or its last parts.
 * - `fields` has the keys of an entry, each with whether it is `required`, its `pattern`, or the `choices`. Other keys are faults.
 * - `outcomes` are the keys of which an entry has exactly one.
 * - `findEntryFaults(entry, source)` and `findFaults(source)` return further faults.
 * - `listExpectedTests(source)` returns more entries, whose tests must exist, but are not on the page.
 * - `findRunFaults(source, tests)` returns further faults of the tests of a full run.
 * - `describePage(source)` returns the page as data for `page.js`.
 * - `measure(root)` returns results instead of tests, which `describePage(source, results)` renders as a text between two markers.
 *
 * A `source` is `{ root, data, entries }`.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../shared/source-tree.js'

/** Reads the data of a registry below `root`. */
export function readSource(root, { data: path, listEntries }) {
  const data = path.endsWith('.json')
    ? readJson(join(root, path))
    : listFiles(root, path, /\.json$/).map(file => readJson(join(root, file)))
  return { root, data, entries: listEntries(data) }
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Finds faults of the data that do not depend on the tests. */
export function findDataFaults(registry, source) {
  const { entries } = source
  const ids = entries.flatMap(({ id, aliases = [] }) => [id, ...aliases])
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map(id => `Two ${registry.noun} have the id ${id}.`),
    ...entries.flatMap(entry =>
      [
        ...findFieldFaults(registry, entry),
        ...findOutcomeFaults(registry, entry),
        ...(registry.findEntryFaults?.(entry, source) ?? []),
      ].map(fault => `${entry.id}: ${fault}`),
    ),
    ...(registry.findFaults?.(source) ?? []),
  ]
}

function findFieldFaults({ fields }, entry) {
  const unknown = Object.keys(entry)
    .filter(key => !Object.hasOwn(fields, key))
    .map(key => `unknown key \`${key}\`.`)
  const invalid = Object.entries(fields).flatMap(([key, field]) => findValueFaults(key, field, entry[key]))
  return [...unknown, ...invalid]
}

function findValueFaults(key, { required = false, pattern, choices }, value) {
  if (!value) return required ? [`\`${key}\` is empty.`] : []
  const values = [value].flat()
  if (choices && !choices.includes(value))
    return [`\`${key}\` is "${value}", expected one of ${choices.join(', ')}.`]
  return values
    .filter(text => pattern && !pattern.test(text))
    .map(text => `\`${key}\` is "${text}", which does not match ${pattern}.`)
}

function findOutcomeFaults({ outcomes }, entry) {
  const isValid = !outcomes || outcomes.filter(key => entry[key]).length === 1
  return isValid ? [] : [`it needs one of ${outcomes.map(key => `\`${key}\``).join(', ')}.`]
}

/** Returns the faults of files that an entry names and that do not exist. */
export function findMissingFiles(root, paths) {
  return paths.filter(path => !existsSync(join(root, path))).map(path => `${path} does not exist.`)
}
