import { describe, expect, test, vi } from 'vitest'
import { catchErrors, chain } from '../../../src/base/cache.js'

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
