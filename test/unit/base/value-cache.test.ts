import { describe, expect, test, vi } from 'vitest'
import { ValueCache } from '../../../src/base/value-cache.js'

const own = Symbol('own')
const createHook = () => 1

describe('what was made of an input', () => {
  const made = () => {
    const make = vi.fn((input: object) => ({ of: input }))
    return { make, interned: new ValueCache<object, object>(10, make) }
  }

  test.each<[string, () => object]>([
    ['nothing', () => ({})],
    ['texts and numbers', () => ({ a: 'x', b: 1, c: Number.NaN, d: null, e: undefined })],
    ['lists and trees', () => ({ a: { b: ['x', { c: 1 }] } })],
    ['functions and symbols', () => ({ a: createHook, [own]: createHook })],
    ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 })],
  ])('is given again for an equal one: %s', (_, input) => {
    const { make, interned } = made()
    expect(interned.getOrCompute('name', input())).toBe(interned.getOrCompute('name', input()))
    expect(make).toHaveBeenCalledTimes(1)
  })

  test.each<[string, object, object]>([
    ['another text', { a: 'x' }, { a: 'y' }],
    ['one key more', { a: 1 }, { a: 1, b: 1 }],
    ['one key less', { a: 1, b: 1 }, { a: 1 }],
    ['another key', { a: undefined }, { b: undefined }],
    ['another list', { a: [1, 2] }, { a: [2, 1] }],
    ['a list for a tree', { a: [] }, { a: {} }],
    ['another function of the same text', { a: () => 1 }, { a: () => 1 }],
    ['another symbol', { [own]: createHook }, { [Symbol('own')]: createHook }],
    ['another function under a symbol', { [own]: createHook }, { [own]: () => 1 }],
    ['another instance', { a: new URL('https://a.example') }, { a: new URL('https://a.example') }],
    ['another depth', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }],
  ])('is made anew for %s', (_, one, other) => {
    const { make, interned } = made()
    const first = interned.getOrCompute('name', one)
    expect(interned.getOrCompute('name', other)).not.toBe(first)
    expect(make).toHaveBeenCalledTimes(2)
  })

  test('is made anew for an object that was changed meanwhile', () => {
    const { interned } = made()
    const input = { a: { b: 1 } }
    const first = interned.getOrCompute('name', input)
    input.a.b = 2
    expect(interned.getOrCompute('name', input)).not.toBe(first)
  })

  test('holds nothing that the app can change', () => {
    const interned = new ValueCache<{ a: { b: number } }, { a: { b: number } }>(10, input => ({ a: input.a }))
    const input = { a: { b: 1 } }
    interned.getOrCompute('name', input)
    input.a.b = 2
    expect(interned.getOrCompute('name', { a: { b: 1 } })).toEqual({ a: { b: 1 } })
  })

  test('is kept for as many names as there is room for', () => {
    const { make, interned } = made()
    for (let name = 0; name < 20; name++) interned.getOrCompute(String(name), {})
    interned.getOrCompute('19', {})
    expect(make).toHaveBeenCalledTimes(20)
    interned.getOrCompute('0', {})
    expect(make).toHaveBeenCalledTimes(21)
  })
})
