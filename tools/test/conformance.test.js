import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isCaught, runBreaks, selectRules } from '../registries/break-rules.js'
import { conformance } from '../registries/definitions/conformance.js'
import { renderPage } from '../registries/page.js'
import { readSource } from '../registries/registry.js'
import { findTests, listTests } from '../registries/test-titles.js'
import { checkRegistry, updatePage } from '../registries/verify.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const adds = { id: 'sum.adds', rule: 'Numbers are added.', test: 'a sum > adds' }
const testsById = new Map([['sum.adds', { name: 'a sum > adds', file: 'test/sum.test.js' }]])

/** Creates a small project with one test, `rules`, and their page unless `files` replaces it. */
function createRulesFixture(rules, files = {}) {
  const parts = [{ part: 'Sums', rules }]
  const root = createFixture({
    'vitest.config.js':
      "export default { test: { projects: [{ test: { name: 'unit', include: ['test/**/*.test.js'] } }] } }\n",
    'src/sum.js': 'export const sum = (a, b) => a + b\nexport const twice = a => a + a\n',
    'test/sum.test.js': `import { describe, expect, test } from 'vitest'
      import { sum } from '../src/sum.js'
      describe('a sum', () => {
        test('adds', () => expect(sum(1, 2)).toBe(3))
        test('sleeps', () => expect(sum).toBeDefined())
        test.skip('rests', () => {})
      })`,
    'test/conformance/rules/01-sums.json': JSON.stringify(parts[0]),
    'docs/project/conformance.md': renderPage(
      conformance.describePage({ data: parts, entries: rules }),
      testsById,
    ),
    ...files,
  })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

describe('the gate', () => {
  const findFaults = rules => checkRegistry(createRulesFixture(rules), conformance)

  test.each([
    [{ later: 'e-mail' }, 'it needs one of `test`, `later`.'],
    [{ test: undefined, later: 'one day' }, '`later` is "one day", expected one of '],
    [{ id: 'a b' }, '`id` is "a b", which does not match'],
  ])('refuses an invalid rule: %j', (change, fault) => {
    expect(findFaults([{ ...adds, ...change }])).toEqual([expect.stringContaining(fault)])
  })

  test.each([
    [{ file: 'src/sum.js', find: 'minus', replace: '' }, 'occurs 0 times in src/sum.js'],
    [{ file: 'src/sum.js', find: 'a + ', replace: 'a - ' }, 'occurs 2 times in src/sum.js'],
    [
      { file: 'src/gone.js', find: 'a', replace: 'b' },
      'the file of its break, src/gone.js, does not exist in src',
    ],
    [
      { file: 'test/sum.test.js', find: 'toBe(3)', replace: '' },
      'the file of its break, test/sum.test.js, does not exist in src',
    ],
    [{ file: 'src/sum.js', find: 'a + b', replace: 'a + b' }, '`find` and `replace` of its break are equal'],
  ])('refuses an invalid break: %j', (change, fault) => {
    expect(findFaults([{ ...adds, break: change }])).toEqual([expect.stringContaining(fault)])
  })
})

test('the page lists the tests that Vitest finds, and a missing one prevents it', async () => {
  const root = createRulesFixture([adds])
  const tests = await listTests(root)
  expect(await updatePage(root, conformance, { tests, isCheck: true })).toEqual([])
  const gone = { ...adds, test: 'a sum > subtracts' }
  expect(await updatePage(createRulesFixture([gone]), conformance, { tests })).toEqual([
    expect.stringMatching(/^sum\.adds: no test has the title "a sum > subtracts"/),
  ])
})

/** Milliseconds for six runs of Vitest, one after the other. */
const slow = 120_000

describe('breaking rules', () => {
  const broken = { ...adds, break: { file: 'src/sum.js', find: 'a + b', replace: 'a - b' } }
  const asleep = { ...broken, id: 'sum.sleeps', test: 'a sum > sleeps' }
  const torn = { ...adds, id: 'sum.torn', break: { file: 'src/sum.js', find: 'a + b', replace: 'a +' } }

  test(
    'distinguishes breaks that a test detects from those that survive or cause a syntax error',
    async () => {
      const root = createRulesFixture([broken, asleep, torn])
      const rules = [broken, asleep, torn]
      const titles = ['a sum > adds', 'a sum > sleeps']
      const tests = titles.map(name => ({ name, file: 'test/sum.test.js' }))
      const { testsById } = findTests(rules, tests)
      const outcomes = await runBreaks(root, { rules, testsById })
      expect(outcomes.map(({ unbroken, broken }) => [unbroken, broken])).toEqual([
        ['passed', 'failed'],
        ['passed', 'passed'],
        ['passed', 'absent'],
      ])
      expect(outcomes.map(isCaught)).toEqual([true, false, false])
      expect(readFileSync(join(root, 'src/sum.js'), 'utf8')).toContain('a + b')
    },
    slow,
  )

  test('selects by the seed, among the rules with a break, none twice', () => {
    const rules = Array.from({ length: 50 }, (_, index) => ({ ...broken, id: `rule.${index}` }))
    const selectIds = (seed, list = rules) => selectRules([...list, adds], seed, 30).map(({ id }) => id)
    expect(selectIds(1)).toEqual(selectIds(1, rules.toReversed()))
    expect(selectIds(1)).not.toEqual(selectIds(2))
    expect(new Set(selectIds(1)).size).toBe(30)
  })
})

test('this project has enough breaks for a random selection', () => {
  const rules = readSource(projectRoot, conformance).entries
  expect(rules.filter(rule => rule.break).length).toBeGreaterThan(90)
})
