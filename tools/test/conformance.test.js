import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConformancePage } from '../check-conformance.js'
import { isCaught, runMutations, selectRules } from '../conformance/mutations.js'
import { renderPage } from '../conformance/page.js'
import { readParts } from '../conformance/rules.js'
import { findTests, listTests } from '../conformance/test-titles.js'
import { checkConformance, checkRun, readConformance } from '../conformance.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

const adds = { id: 'sum.adds', rule: 'Numbers are added.', test: 'a sum > adds' }
const waits = { id: 'mail', rule: 'Mail is sent.', later: 'e-mail' }
const testsByRule = new Map([['sum.adds', { name: 'a sum > adds', file: 'test/sum.test.js' }]])

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
    'docs/conformance.md': renderPage(parts, testsByRule),
    ...files,
  })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

const outdated = 'docs/conformance.md is outdated: run npm run conformance.'

describe('the gate', () => {
  const findFaults = (rules, files) => checkConformancePage(createRulesFixture(rules, files))

  test('accepts rules with a test, or marked as later', () => {
    expect(findFaults([adds, waits])).toEqual([])
  })

  test('refuses a rule without a test', () => {
    expect(findFaults([{ id: 'sum.adds', rule: 'Numbers are added.' }])).toEqual([
      'sum.adds: it has no test.',
    ])
  })

  test('refuses two rules with one id', () => {
    expect(findFaults([adds, adds])).toEqual(['Two rules have the id sum.adds.'])
  })

  test.each([
    [{ later: 'e-mail' }, 'it has both `test` and `later`.'],
    [{ test: undefined, later: 'one day' }, '`later` is "one day", expected one of '],
    [{ rule: '' }, '`rule` is empty.'],
    [{ id: 'a b' }, 'its id may contain only letters, digits, dots and hyphens.'],
    [{ note: 'x' }, 'unknown key `note`.'],
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

  test.each([
    ['is missing', { 'docs/conformance.md': null }],
    ['lacks a rule', { 'docs/conformance.md': '# Rules and their tests\n' }],
    ['contains a missing file', { 'test/sum.test.js': null }],
  ])('refuses a page that %s', (_, files) => {
    expect(findFaults([adds], files)).toEqual([outdated])
  })

  test('refuses a page with another rule', () => {
    const root = createRulesFixture([adds])
    const page = readFileSync(join(root, 'docs/conformance.md'), 'utf8')
    expect(findFaults([adds], { 'docs/conformance.md': page.replace('Numbers are', 'Nothing is') })).toEqual([
      outdated,
    ])
  })

  test('parses a title with special characters', () => {
    const odd = { ...adds, test: 'a sum > with `|` and <b>' }
    const test = { name: 'a sum > with `|` and <b>', file: 'test/sum.test.js' }
    const page = renderPage([{ part: 'Sums', rules: [odd] }], new Map([[odd.id, test]]))
    expect(findFaults([odd], { 'docs/conformance.md': page })).toEqual([])
  })
})

describe('a title', () => {
  const tests = [
    { name: 'a session > of a token > ends', file: 'a.test.ts' },
    { name: 'a session > of a record > ends', file: 'b.test.ts' },
    { name: 'a form > is sent', file: 'c.test.ts' },
  ]
  const find = test => findTests([{ id: 'x', rule: 'X.', test }], tests)

  test('may be the last parts of a full title', () => {
    expect(find('of a token > ends').testsByRule.get('x')?.file).toBe('a.test.ts')
    expect(find('a form > is sent').testsByRule.get('x')?.file).toBe('c.test.ts')
  })

  test('that matches several tests is a fault', () => {
    const { testsByRule, faults } = find('ends')
    expect(testsByRule.size).toBe(0)
    expect(faults[0]).toMatch(/^x: 2 tests have the title "ends"[\s\S]*a\.test\.ts[\s\S]*b\.test\.ts/)
  })

  test('that matches no test is reported with the most similar ones, in order', () => {
    const { faults } = find('a session > of a stored record > ends')
    expect(faults[0]).toMatch(/^x: no test has the title "a session > of a stored record > ends"/)
    expect(faults[0]).toMatch(/Most similar:\n {4}a session > of a record > ends \(b\.test\.ts\)\n/)
  })

  test('does not match the middle of a full title, or a part of its last part', () => {
    for (const test of ['of a token', 'sent', 's > is sent']) expect(find(test).faults).toHaveLength(1)
  })
})

describe('the whole check', () => {
  test('finds the test of a rule, and reports a missing one', async () => {
    const root = createRulesFixture([adds])
    const tests = await listTests(root)
    expect(await checkConformance(root, tests)).toEqual([])
    const gone = { ...adds, test: 'a sum > subtracts' }
    expect(await checkConformance(createRulesFixture([gone]), tests)).toEqual([
      expect.stringMatching(/^sum\.adds: no test has the title "a sum > subtracts"/),
    ])
  })

  test('after a run, requires that the test of each rule ran', async () => {
    const ran = { name: 'a sum > adds', file: 'test/sum.test.js', project: 'unit', state: 'passed' }
    expect(await checkRun(createRulesFixture([adds]), [ran])).toEqual([])
    expect(await checkRun(createRulesFixture([adds]), [{ ...ran, state: 'skipped' }])).toEqual([
      'sum.adds: its test was skipped: a sum > adds',
    ])
    expect(await checkRun(createRulesFixture([adds]), [])).toHaveLength(1)
  })
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
      const { testsByRule } = await readConformance(root, tests)
      const outcomes = await runMutations(root, { rules, testsByRule })
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
    const selectIds = (seed, list = rules) => selectRules([...list, waits], seed, 30).map(({ id }) => id)
    expect(selectIds(1)).toEqual(selectIds(1, rules.toReversed()))
    expect(selectIds(1)).not.toEqual(selectIds(2))
    expect(new Set(selectIds(1)).size).toBe(30)
  })
})

test('this project has enough breaks for a random selection', () => {
  const rules = readParts(projectRoot).flatMap(({ rules }) => rules)
  expect(rules.filter(rule => rule.break).length).toBeGreaterThan(90)
})
