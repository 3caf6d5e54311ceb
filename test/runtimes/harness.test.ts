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
  ])('does not take %j for %s', (actual, expected) => {
    expect(() => assertMatches(actual, expected)).toThrow()
  })

  test('takes a part, or a text that fits, for the whole, unless it has to be the same', () => {
    assertMatches({ a: 1, b: ['text'] }, { b: [/^te/] })
    assertSame({ a: 1, b: ['text'] }, { b: ['text'], a: 1 })
    expect(() => assertSame({ a: 1, b: 2 }, { b: 2 })).toThrow('expected.a')
  })

  test('expects of a refusal that it comes, and as it should', async () => {
    await assertRejects(Promise.reject({ type: 'One' }), { type: 'One' })
    await expect(assertRejects(Promise.reject({ type: 'Two' }), { type: 'One' })).rejects.toThrow('type')
    await expect(assertRejects(Promise.resolve(), {})).rejects.toThrow('nothing was thrown')
  })

  test('tells of each check what became of it', async () => {
    const boom = () => {
      throw new Error('boom')
    }
    const checks = { 'a good one': () => {}, 'a bad one': boom, 'a late one': async () => boom() }
    const fault = expect.stringContaining('boom')
    expect(await run(checks, { env: {} })).toEqual([
      { name: 'a good one', fault: null },
      { name: 'a bad one', fault },
      { name: 'a late one', fault },
    ])
  })
})
