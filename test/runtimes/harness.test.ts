import { describe, expect, test } from 'vitest'
import { assertMatches, assertRejects, assertSame, run } from './suite/harness.js'

describe('the harness of the portable suite', () => {
  test.each([
    [1, 2],
    ['text', /^other/],
    [undefined, /undefined/],
    [null, {}],
    ['text', {}],
    [{ a: 1 }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    [[1, 2], [1]],
    [[1], [1, 2]],
    [{}, []],
  ])('`assertMatches` rejects %j for %s', (actual, expected) => {
    expect(() => assertMatches(actual, expected)).toThrow()
  })

  test('`assertMatches` accepts subsets and patterns, and `assertSame` does not', () => {
    assertMatches({ a: 1, b: ['text'] }, { b: [/^te/] })
    assertSame({ a: 1, b: ['text'] }, { b: ['text'], a: 1 })
    expect(() => assertSame({ a: 1, b: 2 }, { b: 2 })).toThrow('expected.a')
  })

  test('`assertRejects` expects a rejection with a matching error', async () => {
    await assertRejects(Promise.reject({ type: 'One' }), { type: 'One' })
    await expect(assertRejects(Promise.reject({ type: 'Two' }), { type: 'One' })).rejects.toThrow('type')
    await expect(assertRejects(Promise.resolve(), {})).rejects.toThrow('nothing was thrown')
  })

  test('`run` returns the outcome of each check', async () => {
    const fail = () => {
      throw new Error('boom')
    }
    const checks = {
      'a passing check': () => {},
      'a throwing check': fail,
      'a rejecting check': async () => fail(),
    }
    const fault = expect.stringContaining('boom')
    expect(await run(checks, { env: {} })).toEqual([
      { name: 'a passing check', fault: null },
      { name: 'a throwing check', fault },
      { name: 'a rejecting check', fault },
    ])
  })
})
