/**
 * Finds the test of each rule by its title or the last parts of it, because tests move to other files more often than their titles
 * change. A title must match exactly one test.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { runPackage } from '../shared/run.js'

/**
 * Projects whose tests do not count. The rules are tested without a browser, web-crypto repeats tests of unit, and the tests of
 * stores require servers.
 */
export const excludedProjects = ['browser', 'web-crypto', 'databases', 'published', 'scale']

/** Projects whose tests count. A smaller tree may not have all of them. */
const listedProjects = ['unit', 'compat', 'runtimes', 'tools']

/** Returns the Vitest arguments that exclude projects. */
export function toExcludeArguments(projects) {
  return projects.map(name => `--project=!${name}`)
}

/** Lists every test with its full title: `{ name, file }`, files relative to `root`. */
export async function listTests(root) {
  const tests = []
  // One after the other: with several projects at once, Vitest 4.1 often hangs.
  for (const project of listedProjects) tests.push(...(await listProject(root, project)))
  return dedupeTests(tests)
}

async function listProject(root, project) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-list-'))
  const file = join(folder, 'tests.json')
  try {
    const command = ['vitest/vitest.mjs', 'list', `--project=${project}`, `--json=${file}`]
    const { ok, output } = await runPackage(command, root)
    if (output.includes('No projects matched')) return []
    if (!ok) throw new Error(`Vitest failed to list the tests of ${project}.\n${output}`)
    return JSON.parse(readFileSync(file, 'utf8')).map(test => toRelativeTest(root, test))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function toRelativeTest(root, { name, file }) {
  return { name, file: relative(root, file).split(sep).join('/') }
}

/** Removes tests that a second project repeats. */
export function dedupeTests(tests) {
  const first = new Map()
  for (const test of tests) {
    const key = `${test.file}\n${test.name}`
    if (!first.has(key)) first.set(key, test)
  }
  return [...first.values()]
}

/**
 * Finds the test of each rule.
 *
 * @returns `{ testsById, faults }`: tests by rule id, and a fault for each rule whose title matches no test or several
 */
export function findTests(rules, tests) {
  const testedRules = rules.filter(({ test }) => test)
  const matches = testedRules.map(rule => ({
    rule,
    fitting: tests.filter(({ name }) => matchTitle(name, rule.test)),
  }))
  return {
    testsById: new Map(
      matches
        .filter(({ fitting }) => fitting.length === 1)
        .map(({ rule, fitting: [test] }) => [rule.id, test]),
    ),
    faults: matches
      .filter(({ fitting }) => fitting.length !== 1)
      .map(({ rule, fitting }) =>
        fitting.length > 1 ? describeAmbiguous(rule, fitting) : describeMissing(rule, tests),
      ),
  }
}

/** Returns whether `title` is the title of the test, or its last parts. */
export function matchTitle(name, title) {
  return name === title || name.endsWith(` > ${title}`)
}

function describeAmbiguous({ id, test }, fitting) {
  const all = fitting.slice(0, 5).map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: ${fitting.length} tests have the title "${test}". Add more of the title:${all.join('')}`
}

function describeMissing({ id, test }, tests) {
  const nearest = tests
    .map(({ name, file }) => ({ name, file, similarity: computeSimilarity(test, name) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 3)
    .map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: no test has the title "${test}". Most similar:${nearest.join('')}`
}

/** Computes the share of common words. The last part of a title is the most specific, so it counts twice. */
function computeSimilarity(title, name) {
  return computeOverlap(title, name) + computeOverlap(title.split(' > ').at(-1), name.split(' > ').at(-1))
}

function computeOverlap(one, other) {
  const [a, b] = [extractWords(one), extractWords(other)]
  const shared = [...a].filter(word => b.has(word)).length
  return shared / (a.size + b.size - shared || 1)
}

function extractWords(text) {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_.]+/gu))
}
