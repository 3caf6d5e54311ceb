import { describe, expect, test } from 'vitest'
import { adapters } from '../registries/definitions/adapters.js'
import { replaceMarked } from '../registries/page.js'

const passed = { group: 'users', title: 'are found', status: 'passed' }
const failed = { group: 'tokens', title: 'have one *winner*', status: 'failed', reason: 'expected 1, got 16' }
const skipped = {
  group: 'accounts',
  title: 'keep all',
  status: 'skipped',
  reason: 'The adapter has no `getAccount`, no `updateAccount`.',
}

function createTrial(store, checks, more = {}) {
  const count = status => checks.filter(check => check.status === status).length
  const limits = ['Dates are stored in whole seconds.']
  const counts = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  const report = { adapter: `some-adapter on ${store}`, ...counts, limits, checks }
  return { adapter: 'some-adapter', version: '1.2.3', store, report, ...more }
}

const knownFaults = {
  reasons: { slow: 'It takes two steps.' },
  security: ['slow'],
  faults: { 'some-adapter on MariaDB': { slow: ['tokens have one *winner*'] } },
}

const describeTrials = trials => adapters.describePage({ data: knownFaults }, trials)

describe('the table of adapters', () => {
  const trials = [createTrial('PGlite', [passed, skipped]), createTrial('MariaDB', [passed, failed, skipped])]
  const text = describeTrials(trials)

  test('counts, in an order that does not depend on the input', () => {
    expect(text).toContain(
      '| `some-adapter` 1.2.3 | MariaDB | 1 | 1 | 1 |\n| `some-adapter` 1.2.3 | PGlite | 1 | 0 | 1 |',
    )
    expect(describeTrials([...trials].reverse())).toBe(text)
  })

  test('contains the reason and the store of a failure, and nothing that changes between runs', () => {
    expect(text).toContain(
      '- **Security:** It takes two steps. *Fails:* tokens “have one \\*winner\\*”. (MariaDB)\n- Dates are stored in whole seconds.',
    )
    expect(text).not.toContain('got 16')
  })

  test('counts a known fault that did not occur this time', () => {
    const passedByChance = createTrial('MariaDB', [passed, { ...failed, status: 'passed' }, skipped])
    expect(describeTrials([trials[0], passedByChance])).toBe(text)
  })

  test('lists missing methods once for all stores', () => {
    expect(text).toContain('\n- It has no `getAccount`, no `updateAccount`.')
  })

  test('replaces the text between the markers, and requires them', () => {
    const page =
      'before\n<!-- made by npm run adapters: begin -->\nold\n<!-- made by npm run adapters: end -->\nafter\n'
    const place = { name: 'adapters', path: adapters.page }
    const written = replaceMarked(page, 'new', place)
    expect(written).not.toContain('old')
    expect(written).toMatch(/^before\n[\s\S]*\n\nnew\n\n[\s\S]*\nafter\n$/)
    expect(replaceMarked(written, 'new', place)).toBe(written)
    expect(() => replaceMarked('no markers', 'new', place)).toThrow(
      'docs/guides/adapters.md must contain the lines',
    )
  })
})
