import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ValueCache } from '../../../src/base/cache.js'

const own = Symbol('own')
const createHook = () => 1

/** Makes a property not enumerable. */
const hide = (object: object, name: string) => Object.defineProperty(object, name, { enumerable: false })

describe('ValueCache', () => {
  const createCache = () => {
    const compute = vi.fn((input: object) => ({ of: input }))
    return { compute, cache: new ValueCache<object, object>(10, compute) }
  }

  test.each<[string, () => object]>([
    ['an empty object', () => ({})],
    ['strings and numbers', () => ({ a: 'x', b: 1, c: Number.NaN, d: null, e: undefined })],
    ['arrays and nested objects', () => ({ a: { b: ['x', { c: 1 }] } })],
    ['functions and symbols', () => ({ a: createHook, [own]: createHook })],
    ['an object without a prototype', () => Object.assign(Object.create(null), { a: 1 })],
  ])('returns the cached value for an equal input: %s', (_, input) => {
    const { compute, cache } = createCache()
    expect(cache.getOrCompute('name', input())).toBe(cache.getOrCompute('name', input()))
    expect(compute).toHaveBeenCalledTimes(1)
  })

  test.each<[string, object, object]>([
    ['another string', { a: 'x' }, { a: 'y' }],
    ['an additional key', { a: 1 }, { a: 1, b: 1 }],
    ['a missing key', { a: 1, b: 1 }, { a: 1 }],
    ['another key', { a: undefined }, { b: undefined }],
    ['another array', { a: [1, 2] }, { a: [2, 1] }],
    ['an array instead of an object', { a: [] }, { a: {} }],
    ['another function with the same source', { a: () => 1 }, { a: () => 1 }],
    ['another symbol', { [own]: createHook }, { [Symbol('own')]: createHook }],
    ['another function under a symbol', { [own]: createHook }, { [own]: () => 1 }],
    ['another instance', { a: new URL('https://a.example') }, { a: new URL('https://a.example') }],
    [
      'a value instead of a hole in an array',
      { a: ['x', 'y'] },
      { a: Object.assign(new Array(2), { 1: 'y' }) },
    ],
    ['an array with a hole at its end', { a: ['x'] }, { a: Object.assign(new Array(2), ['x']) }],
    ['a key that is no longer enumerable', { a: 1 }, hide({ b: 1, a: 1 }, 'a')],
    ['another nested value', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }],
  ])('computes a new value for %s', (_, one, other) => {
    const { compute, cache } = createCache()
    const first = cache.getOrCompute('name', one)
    expect(cache.getOrCompute('name', other)).not.toBe(first)
    expect(compute).toHaveBeenCalledTimes(2)
  })

  test('reads no property that is not enumerable', () => {
    const { compute, cache } = createCache()
    const first = cache.getOrCompute('name', hide({ a: 1, b: { c: 1 } }, 'a'))
    expect(cache.getOrCompute('name', hide({ a: 2, b: { c: 1 } }, 'a'))).toBe(first)
    expect(compute.mock.calls).toEqual([[{ b: { c: 1 } }]])
    expect(compute.mock.calls[0]?.[0]).not.toHaveProperty('a')
  })

  test('returns the cached value for the same keys in another order', () => {
    const { cache } = createCache()
    expect(cache.getOrCompute('name', { a: 1, b: 2 })).toBe(cache.getOrCompute('name', { b: 2, a: 1 }))
  })

  test('copies keys that every object inherits', () => {
    const inherited = { set: vi.fn() }
    Object.defineProperty(Object.prototype, 'inherited', { ...inherited, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'inherited'))
    const cache = new ValueCache<object, object>(10, input => input)
    const input = JSON.parse('{"__proto__":{"a":1},"toString":1,"inherited":2}')
    const copy = cache.getOrCompute('name', input)
    expect(JSON.stringify(copy)).toBe(JSON.stringify(input))
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(inherited.set).not.toHaveBeenCalled()
  })

  test('computes a new value for an object that was changed', () => {
    const { cache } = createCache()
    const input = { a: { b: 1 } }
    const first = cache.getOrCompute('name', input)
    input.a.b = 2
    expect(cache.getOrCompute('name', input)).not.toBe(first)
  })

  test('is not affected by later changes of the input', () => {
    const cache = new ValueCache<{ a: { b: number } }, { a: { b: number } }>(10, input => ({ a: input.a }))
    const input = { a: { b: 1 } }
    cache.getOrCompute('name', input)
    input.a.b = 2
    expect(cache.getOrCompute('name', { a: { b: 1 } })).toEqual({ a: { b: 1 } })
  })

  test('evicts the oldest names above its capacity', () => {
    const { compute, cache } = createCache()
    for (let name = 0; name < 20; name++) cache.getOrCompute(String(name), {})
    cache.getOrCompute('19', {})
    expect(compute).toHaveBeenCalledTimes(20)
    cache.getOrCompute('0', {})
    expect(compute).toHaveBeenCalledTimes(21)
  })
})
