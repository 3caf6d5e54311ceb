import { describe, expect, test } from 'vitest'
import { generateRandomBytes } from '../../../src/crypto/node.js'

describe('random bytes', () => {
  test('are never returned twice, also after the pool was filled again', () => {
    const taken = Array.from({ length: 1000 }, () => Buffer.from(generateRandomBytes(16)).toString('hex'))
    expect(new Set(taken).size).toBe(1000)
  })

  test.each([1, 32, 4095, 4096, 4097])('are %i, in memory of their own', length => {
    const bytes = generateRandomBytes(length)
    expect(bytes.length).toBe(length)
    const copy = [...bytes]
    generateRandomBytes(4096)
    expect([...bytes]).toEqual(copy)
  })

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('of length %d are refused', length => {
    expect(() => generateRandomBytes(length)).toThrow(RangeError)
    expect(generateRandomBytes(32)).toHaveLength(32)
  })

  test('are uniformly distributed', () => {
    const counts = new Map<number, number>()
    for (let call = 0; call < 4096; call++)
      for (const byte of generateRandomBytes(25)) counts.set(byte, (counts.get(byte) ?? 0) + 1)
    const expected = (4096 * 25) / 256
    expect(counts.size).toBe(256)
    // Six standard deviations.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })
})
