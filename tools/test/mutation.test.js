import ts from 'typescript'
import { afterEach, describe, expect, test } from 'vitest'
import { Findings, getKey } from '../mutation/findings.js'
import { instrument, listMutants } from '../mutation/instrument.js'
import { readTargets } from '../mutation/mutants.js'
import { renderMutationPage } from '../mutation/page.js'
import { runPlan } from '../mutation/run-plan.js'
import { findReasonFaults } from '../mutation/survivors.js'
import { projectRoot } from '../shared/gate.js'
import { createFixture } from './fixture.js'

afterEach(() => {
  delete globalThis.__latchkeyIsMutant
})

/** Returns the result of `run()` in each mutant of a source, by the name of the mutant. `original` is that without one. */
function runMutants(source) {
  const mutants = listMutants('x.ts', source)
  const code = ts.transpileModule(instrument(source, mutants, 10), { reportDiagnostics: true })
  expect(code.diagnostics).toEqual([])
  const run = active => {
    globalThis.__latchkeyIsMutant = number => number === active
    try {
      return new Function(`${code.outputText.replace('export ', '')}; return run()`)()
    } catch (error) {
      return error.name
    }
  }
  const results = mutants.map(({ name }, index) => [name.replace('run | ', ''), run(10 + index)])
  return { original: run(null), ...Object.fromEntries(results) }
}

describe('a mutant', () => {
  test('has another condition, comparison or operator', () => {
    expect(runMutants('export function run() { return 1 < 1 ? 2 + 3 : 4 }')).toEqual({
      original: 4,
      '{ return 1 < 1 ? 2 + 3 : 4 } → {}': undefined,
      '1 < 1 → true': 5,
      '1 < 1 → false': 4,
      '1 < 1: < → <=': 5,
      '1 < 1: < → >=': 5,
      '2 + 3: + → -': 4,
    })
  })

  test('has another literal', () => {
    expect(runMutants("export const run = () => [{ a: 'b' }, '', !true]")).toEqual({
      original: [{ a: 'b' }, '', false],
      "[{ a: 'b' }, '', !true] → undefined": undefined,
      "[{ a: 'b' }, '', !true] → []": [],
      "{ a: 'b' } → ({})": [{}, '', false],
      "'b' → ''": [{ a: '' }, '', false],
      "'' → 'mutated'": [{ a: 'b' }, 'mutated', false],
      '!true → true': [{ a: 'b' }, '', true],
      'true → false': [{ a: 'b' }, '', true],
    })
  })

  test('has no optional chain and no call, without a change to the rest of the chain', () => {
    const source = `export function run(value?: { text: string }) {
      return value?.text.trim().length ?? 'none'
    }`
    expect(runMutants(source)).toMatchObject({
      original: 'none',
      'value?.text.trim().length: ?. → .': 'TypeError',
      "value?.text.trim().length ?? 'none': ?? → &&": undefined,
      'value?.text.trim().length: .trim() → nothing': 'none',
    })
  })

  test('has another regular expression', () => {
    expect(runMutants("export const run = () => /^a+$/.test('xaax')")).toMatchObject({
      original: false,
      '/^a+$/ → /a+$/': false,
      '/^a+$/ → /^a+/': false,
      '/^a+$/ → /^a$/': false,
    })
  })

  test('has the same messages, types, keys and modules', () => {
    const source = `import { a } from 'module'
      type Kind = 'one' | 'two'
      export function run(kind: Kind) {
        throw new Error('Something failed.')
      }
      const keyed = { 'a-b': a }`
    expect(listMutants('x.ts', source).map(({ operator }) => operator)).toEqual([
      'BlockStatement',
      'ObjectLiteral',
    ])
  })

  test('can begin a line', () => {
    const source = `export function run() {
      const found = []
      const store = 1
      found.at(0)?.push(store)
      ;[2].forEach(value => found.push(value))
      return found
    }`
    expect(runMutants(source)).toMatchObject({ original: [2], '[2] → []': [] })
  })

  test('has a name of its own, which does not depend on the line', () => {
    const names = source => listMutants('x.ts', source).map(({ name }) => name)
    const source = "const run = () => ['a', 'a']"
    expect(names(source)).toContain("run | 'a' → '' (2)")
    expect(names(`\n\n${source}`)).toEqual(names(source))
    expect(new Set(names(source)).size).toBe(names(source).length)
  })
})

test('a run finds the tests that kill, and what a test executes', async () => {
  const [target] = readTargets(projectRoot, ['crypto']).filter(({ path }) => path === 'src/crypto/md5.ts')
  const [{ number: first }] = target.mutants
  const alive = target.mutants.map(({ number }) => number)
  const files = ['test/unit/crypto/md5.test.ts']
  const plan = {
    targets: { [target.path]: first },
    project: 'unit',
    files,
    alive,
    slowMs: 500,
    msPerFile: 500,
  }
  const found = await runPlan(projectRoot, plan)
  expect(found.filter(({ type }) => type === 'killed').length).toBeGreaterThan(40)
  expect(found.filter(({ type }) => type === 'executed').length).toBeGreaterThan(0)
  expect(found.at(-1)).toEqual({ type: 'done', file: files[0] })

  const loaded = found.find(({ type }) => type === 'loaded').mutants
  expect(loaded.length).toBeGreaterThan(0)
  const alone = await runPlan(projectRoot, { ...plan, alive: [], forced: loaded.slice(0, 2) })
  expect(alone).toContainEqual(expect.objectContaining({ type: 'killed', mutant: loaded[0] }))
}, 120_000)

describe('the findings of a run', () => {
  const targets = [
    {
      path: 'src/a.ts',
      hash: 'h1',
      mutants: [
        { number: 0, name: 'm' },
        { number: 1, name: 'n' },
      ],
    },
  ]
  const found = [
    { type: 'executed', file: 'a.test.ts', mutants: [0, 1] },
    { type: 'killed', mutant: 0, file: 'a.test.ts', test: 'works' },
    { type: 'done', file: 'a.test.ts', project: 'unit' },
  ]

  test('are there for the next run, until a source or a test changes', () => {
    const root = createFixture({ 'a.test.ts': 'test()' })
    new Findings(root, targets).add(found)
    const again = new Findings(root, targets)
    expect(again.results.get(getKey('src/a.ts', 'm'))).toMatchObject({ type: 'killed', test: 'works' })
    expect(again.isDone('unit', 'a.test.ts')).toBe(true)
    expect(again.isDone('web-crypto', 'a.test.ts')).toBe(false)

    const changed = new Findings(root, [{ ...targets[0], hash: 'h2' }])
    expect(changed.results.size).toBe(0)
    expect(changed.isDone('unit', 'a.test.ts')).toBe(false)
  })
})

describe('the reasons of survivors', () => {
  const survivors = [{ path: 'src/a.ts', name: 'run | 1 → 2', line: 7 }]
  const paths = new Set(['src/a.ts'])
  const reasons = [{ file: 'src/a.ts', mutants: ['run | 1 → 2'], reason: 'Both are fast.' }]

  test('are complete', () => {
    expect(findReasonFaults({ reasons, survivors, paths })).toEqual([])
    const others = [...reasons, { file: 'src/b.ts', mutants: ['x'], reason: 'Of a part that did not run.' }]
    expect(findReasonFaults({ reasons: others, survivors, paths })).toEqual([])
  })

  test('are missing, or without a survivor', () => {
    expect(findReasonFaults({ reasons: [], survivors, paths })).toEqual([
      'src/a.ts:7 survives without a reason: run | 1 → 2',
    ])
    expect(findReasonFaults({ reasons, survivors: [], paths })).toEqual([
      'test/mutation/survivors.json has a reason for a mutant of src/a.ts that does not survive: run | 1 → 2',
    ])
  })

  test('are on the page, with the score of each part', () => {
    const mutants = ['run | 1 → 2', 'run | 2 → 3', 'run | 3 → 4'].map(name => ({ name }))
    const targets = [{ path: 'src/a.ts', part: 'http', mutants }]
    const page = renderMutationPage({ targets, isKilled: (_, name) => !name.includes('1'), reasons })
    expect(page).toContain('| http | 3 | 2 | 1 | 66.7 % |')
    expect(page).toContain('| `src/a.ts` | run | `1 → 2` | Both are fast. |')
  })
})
