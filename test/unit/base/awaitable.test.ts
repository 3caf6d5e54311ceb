import { describe, expect, test, vi } from 'vitest'
import { catchErrors, chain, findFirst, joinAll } from '../../../src/base/cache.js'

/** A promise of another library, whose `then` returns nothing. */
function createThenable<T>(value: T): PromiseLike<T> {
  // biome-ignore lint/suspicious/noThenProperty: apps may return promises of other libraries.
  return { then: (resolve: (value: T) => void) => void resolve(value) } as unknown as PromiseLike<T>
}

const fail = () => {
  throw new Error('failed')
}

describe('chain', () => {
  test('continues at once with a value', () => {
    expect(chain(1, value => value + 1)).toBe(2)
    expect(chain(null, value => value)).toBeNull()
  })

  test.each([
    ['a promise', () => Promise.resolve(1)],
    ['a promise of another library', () => createThenable(1)],
    ['a promise of a promise', () => createThenable(Promise.resolve(1) as unknown as number)],
  ])('continues when the value is there: %s', async (_, create) => {
    const chained = chain(create(), value => value + 1)
    expect(chained).toBeInstanceOf(Promise)
    expect(await chained).toBe(2)
  })

  test('passes a rejection on', async () => {
    const next = vi.fn()
    await expect(chain(Promise.reject(new Error('failed')), next)).rejects.toThrow('failed')
    expect(next).not.toHaveBeenCalled()
  })
})

describe('catchErrors', () => {
  const recover = (error: unknown) => `recovered: ${(error as Error).message}`

  test('returns a value at once', () => {
    expect(catchErrors(() => 'value', recover)).toBe('value')
  })

  test('recovers at once from a function that throws', () => {
    expect(catchErrors<string>(fail, recover)).toBe('recovered: failed')
  })

  test.each([
    ['a rejected promise', () => Promise.reject(new Error('failed'))],
    ['a promise whose continuation throws', () => chain(Promise.resolve(1), fail)],
  ])('recovers from %s', async (_, run) => {
    expect(await catchErrors<string>(run, recover)).toBe('recovered: failed')
  })

  test('passes an error of `recover` on', async () => {
    expect(() => catchErrors<string>(fail, fail)).toThrow('failed')
    await expect(catchErrors<string>(() => Promise.reject(new Error('first')), fail)).rejects.toThrow(
      'failed',
    )
  })
})

describe('joinAll', () => {
  test('returns values at once', () => {
    expect(joinAll([1, 2])).toEqual([1, 2])
    expect(joinAll([])).toEqual([])
  })

  test('waits if one of them is a promise, in the order of the values', async () => {
    const joined = joinAll([1, createThenable(2), Promise.resolve(3)])
    expect(joined).toBeInstanceOf(Promise)
    expect(await joined).toEqual([1, 2, 3])
  })
})

describe('findFirst', () => {
  const values = [{ id: 1 }, { id: 2 }, { id: 3 }]

  test('returns the first result at once, and tries no later value', () => {
    const find = vi.fn(({ id }: { id: number }) => (id === 2 ? 'found' : null))
    expect(findFirst(values, find)).toBe('found')
    expect(find.mock.calls).toEqual([[{ id: 1 }], [{ id: 2 }]])
  })

  test('waits for each result before it tries the next value', async () => {
    const find = vi.fn(async ({ id }: { id: number }) => (id === 2 ? 'found' : null))
    expect(await findFirst(values, find)).toBe('found')
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('returns null if there is none', () => {
    expect(findFirst(values, () => null)).toBeNull()
    expect(findFirst([], () => 'found')).toBeNull()
  })
})
