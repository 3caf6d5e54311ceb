/**
 * Verifies and writes the pages of registries, and verifies that each named test exists and ran.
 *
 * @module
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseTests, renderPage, replaceMarked } from './page.js'
import { findDataFaults, readSource } from './registry.js'
import { dedupeTests, excludedProjects, findTests, listTests, matchTitle } from './test-titles.js'

/** Finds faults of the data below `root` and of the page, without running Vitest. A page of measured results is not compared. */
export function checkRegistry(root, registry) {
  const source = readSource(root, registry)
  const faults = findDataFaults(registry, source)
  if (faults.length > 0 || registry.measure) return faults
  const page = readPage(root, registry)
  const testsById = parseTests(page)
  const isCurrent =
    source.entries.every(({ id, test }) => !test || isFound(root, test, testsById.get(id))) &&
    renderPage(registry.describePage(source), testsById) === page
  return isCurrent ? [] : [describeOutdated(registry)]
}

/** Returns whether a page lists the test with this title in a file that exists. */
function isFound(root, title, test) {
  return test !== undefined && matchTitle(test.name, title) && existsSync(join(root, test.file))
}

function readPage(root, { page }) {
  const path = join(root, page)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function describeOutdated({ name, page }) {
  return `${page} is outdated: run npm run ${name}.`
}

/** Writes the page below `root`, or only compares it. Vitest lists the `tests` unless they are given. @returns faults, which prevent it */
export async function updatePage(root, registry, { tests, isCheck = false } = {}) {
  const before = readPage(root, registry)
  const { text, faults } = await (registry.measure ? renderResults : renderTests)(root, registry, tests)
  if (faults.length > 0) return faults
  if (isCheck) return text === before ? [] : [describeOutdated(registry)]
  const path = join(root, registry.page)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return []
}

async function renderTests(root, registry, tests) {
  const source = readSource(root, registry)
  const isNamed = source.entries.some(({ test }) => test)
  const { testsById, faults } = findNamedTests(
    registry,
    source,
    tests ?? (isNamed ? await listTests(root) : []),
  )
  return { text: faults.length > 0 ? '' : renderPage(registry.describePage(source), testsById), faults }
}

async function renderResults(root, registry) {
  const source = readSource(root, registry)
  const { results, faults } = await registry.measure(root)
  const text = () =>
    replaceMarked(readPage(root, registry), registry.describePage(source, results), {
      name: registry.name,
      path: registry.page,
    })
  return { text: faults.length > 0 ? '' : text(), faults: [...findDataFaults(registry, source), ...faults] }
}

/** Finds faults after a full run: of the page, and of each test that does not exist or was skipped. `tests` have a `state`. */
export function checkRun(root, registry, tests) {
  if (registry.measure) return []
  const source = readSource(root, registry)
  const counted = dedupeTests(tests.filter(({ project }) => !excludedProjects.includes(project)))
  const { testsById, faults } = findNamedTests(registry, source, counted)
  const runFaults = registry.findRunFaults?.(source, counted) ?? []
  const pageFaults = checkRegistry(root, registry).filter(fault => !faults.includes(fault))
  return [...faults, ...pageFaults, ...findSkipped(testsById, tests), ...runFaults]
}

/** Finds the tests that entries name. @returns them by the ids of the entries, and faults of the data and of titles without a test */
function findNamedTests(registry, source, tests) {
  const expected = [...source.entries, ...(registry.listExpectedTests?.(source) ?? [])]
  const { testsById, faults } = findTests(expected, tests)
  return { testsById, faults: [...findDataFaults(registry, source), ...faults] }
}

/** Finds a fault for each named test that was skipped in every project of a run. */
function findSkipped(testsById, tests) {
  const ran = new Set(tests.filter(({ state }) => state !== 'skipped').map(getTestKey))
  return [...testsById]
    .filter(([, test]) => !ran.has(getTestKey(test)))
    .map(([id, { name }]) => `${id}: its test was skipped: ${name}`)
}

function getTestKey({ file, name }) {
  return `${file}\n${name}`
}
