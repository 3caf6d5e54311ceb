/**
 * A rule names its test by title alone, or by the end of one: tests move to other files and under other headings more
 * often than they change what they say. So a title is looked for among all there are, and must fit one of them only.
 *
 * @module
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { runPackage } from '../shared/run.js'

/**
 * The browser proves nothing here that is not proven without it, web-crypto repeats what unit has, and the stores keep a
 * contract of their own, for which servers would have to start.
 */
export const excludedProjects = ['browser', 'web-crypto', 'databases', 'published', 'scale']

/** All others; a smaller tree has fewer. */
const listedProjects = ['unit', 'compat', 'runtimes', 'tools']

/** The arguments that leave out projects. */
export function toExcludeArguments(projects) {
  return projects.map(name => `--project=!${name}`)
}

/** Every test as Vitest names it: `{ name, file }`, files relative to `root`. */
export async function listTests(root) {
  const tests = []
  // One after the other: asked for several projects at once, Vitest 4.1 often never ends.
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
    if (!ok) throw new Error(`Vitest cannot list the tests.\n${output}`)
    return JSON.parse(readFileSync(file, 'utf8')).map(test => toRelativeTest(root, test))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function toRelativeTest(root, { name, file }) {
  return { name, file: relative(root, file).split(sep).join('/') }
}

/** A test that two projects run is one test. */
export function dedupeTests(tests) {
  const first = new Map()
  for (const test of tests) {
    const key = `${test.file}\n${test.name}`
    if (!first.has(key)) first.set(key, test)
  }
  return [...first.values()]
}

/**
 * The test that holds each rule, by the rule's id, and a fault for every rule whose title fits none or several.
 *
 * @returns `{ held, faults }`
 */
export function findTests(rules, tests) {
  const testedRules = rules.filter(({ test }) => test)
  const matches = testedRules.map(rule => ({
    rule,
    fitting: tests.filter(({ name }) => matchTitle(name, rule.test)),
  }))
  return {
    held: new Map(
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

/** Is this the title of the test, or its last parts? */
export function matchTitle(name, title) {
  return name === title || name.endsWith(` > ${title}`)
}

function describeAmbiguous({ id, test }, fitting) {
  const all = fitting.slice(0, 5).map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: ${fitting.length} tests are called "${test}". Say more of the title:${all.join('')}`
}

function describeMissing({ id, test }, tests) {
  const nearest = tests
    .map(({ name, file }) => ({ name, file, likeness: computeSimilarity(test, name) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: no test is called "${test}". The nearest:${nearest.join('')}`
}

/** Of all words in either title, the share that is in both; the last part says most, so it counts twice. */
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
