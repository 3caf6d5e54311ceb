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
export const elsewhere = ['browser', 'web-crypto', 'databases', 'published', 'scale']

/** All others; a smaller tree has fewer. */
const asked = ['unit', 'compat', 'runtimes', 'tools']

/** The arguments that leave out projects. */
export function without(projects) {
  return projects.map(name => `--project=!${name}`)
}

/** Every test as Vitest names it: `{ name, file }`, files relative to `root`. */
export async function listTests(root) {
  const tests = []
  // One after the other: asked for several projects at once, Vitest 4.1 often never ends.
  for (const project of asked) tests.push(...(await listProject(root, project)))
  return once(tests)
}

async function listProject(root, project) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-list-'))
  const file = join(folder, 'tests.json')
  try {
    const command = ['vitest/vitest.mjs', 'list', `--project=${project}`, `--json=${file}`]
    const { ok, output } = await runPackage(command, root)
    if (output.includes('No projects matched')) return []
    if (!ok) throw new Error(`Vitest cannot list the tests.\n${output}`)
    return JSON.parse(readFileSync(file, 'utf8')).map(test => located(root, test))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function located(root, { name, file }) {
  return { name, file: relative(root, file).split(sep).join('/') }
}

/** A test that two projects run is one test. */
export function once(tests) {
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
  const named = rules.filter(({ test }) => test)
  const found = named.map(rule => ({ rule, fitting: tests.filter(({ name }) => fits(name, rule.test)) }))
  return {
    held: new Map(
      found.filter(({ fitting }) => fitting.length === 1).map(({ rule, fitting: [test] }) => [rule.id, test]),
    ),
    faults: found
      .filter(({ fitting }) => fitting.length !== 1)
      .map(({ rule, fitting }) => (fitting.length > 1 ? ambiguous(rule, fitting) : absent(rule, tests))),
  }
}

/** Is this the title of the test, or its last parts? */
export function fits(name, title) {
  return name === title || name.endsWith(` > ${title}`)
}

function ambiguous({ id, test }, fitting) {
  const all = fitting.slice(0, 5).map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: ${fitting.length} tests are called "${test}". Say more of the title:${all.join('')}`
}

function absent({ id, test }, tests) {
  const nearest = tests
    .map(({ name, file }) => ({ name, file, likeness: likeness(test, name) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ name, file }) => `\n    ${name} (${file})`)
  return `${id}: no test is called "${test}". The nearest:${nearest.join('')}`
}

/** Of all words in either title, the share that is in both; the last part says most, so it counts twice. */
function likeness(title, name) {
  return overlap(title, name) + overlap(title.split(' > ').at(-1), name.split(' > ').at(-1))
}

function overlap(one, other) {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const shared = [...a].filter(word => b.has(word)).length
  return shared / (a.size + b.size - shared || 1)
}

function wordsOf(text) {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_.]+/gu))
}
