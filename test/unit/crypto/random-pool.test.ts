import { describe, expect, test } from 'vitest'
import { takeRandomBytes } from '../../../src/crypto/random-pool.js'

describe('random bytes', () => {
  test('are never returned twice, also after the pool was filled again', () => {
    const taken = Array.from({ length: 1000 }, () => Buffer.from(takeRandomBytes(16)).toString('hex'))
    expect(new Set(taken).size).toBe(1000)
  })

  test.each([1, 32, 4095, 4096, 4097])('are %i, in memory of their own', length => {
    const bytes = takeRandomBytes(length)
    expect(bytes.length).toBe(length)
    const copy = [...bytes]
    takeRandomBytes(4096)
    expect([...bytes]).toEqual(copy)
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('of length %d are refused', length => {
    expect(() => takeRandomBytes(length)).toThrow(RangeError)
    expect(takeRandomBytes(32)).toHaveLength(32)
  })

  test('are uniformly distributed', () => {
    const counts = new Map<number, number>()
    for (let call = 0; call < 4096; call++)
      for (const byte of takeRandomBytes(25)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
    const expected = (4096 * 25) / 256
    expect(counts.size).toBe(256)
    // Six standard deviations.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })
})
