import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decodeBase32,
  decodeCrockford,
  encodeBase32,
  encodeCrockford,
} from '../../../src/plugin-kit/base32.js'

const bytes = fc.uint8Array({ maxLength: 100 })

describe('base32', () => {
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is encoded as %j (RFC 4648 section 10, without padding)', (text, encoded) => {
    expect(encodeBase32(toBytes(text))).toBe(encoded)
    expect(decodeBase32(encoded)).toEqual(toBytes(text))
  })

  test('any bytes are decoded from their encoding, also in lower case, in groups and with padding', () => {
    fc.assert(
      fc.property(bytes, drawn => {
        const encoded = encodeBase32(drawn)
        expect(encoded).toMatch(/^[A-Z2-7]*$/)
        expect(decodeBase32(encoded)).toEqual(drawn)
        const grouped = encoded.toLowerCase().replace(/.{4}/g, '$& ')
        expect(decodeBase32(` ${grouped}${'='.repeat(encoded.length % 8)}`)).toEqual(drawn)
      }),
    )
  })

  test('a secret of 160 bits has 32 characters', () => {
    expect(encodeBase32(new Uint8Array(20))).toHaveLength(32)
  })

  test.each(['M', 'MZX', 'MZXW6Y', 'MZ', 'MZXW7', '0', '1', '8', '9', 'MÄ', 'M=Y', 'ſY'])(
    '%j is invalid',
    text => {
      expect(decodeBase32(text)).toBeNull()
    },
  )
})

describe('Crockford base32', () => {
  test('uses digits first, and no I, L, O and U', () => {
    const all = Uint8Array.from({ length: 20 }, (_, index) => (index * 8 * 0x421) & 0xff)
    expect(encodeCrockford(new Uint8Array([0x00, 0x44, 0x32, 0x14, 0xc7]))).toBe('01234567')
    expect(encodeCrockford(new Uint8Array([0xff, 0xff]))).toBe('ZZZG')
    expect(encodeCrockford(all)).not.toMatch(/[ILOU]/)
  })

  test('any bytes are decoded from their encoding, however it is typed', () => {
    fc.assert(
      fc.property(bytes, drawn => {
        const encoded = encodeCrockford(drawn)
        expect(encoded).toMatch(/^[0-9A-HJKMNP-TV-Z]*$/)
        expect(decodeCrockford(encoded)).toEqual(drawn)
        const typed = encoded.toLowerCase().replaceAll('0', 'o').replace(/1/, 'l').replaceAll('1', 'I')
        expect(decodeCrockford(` ${typed.replace(/.{4}/g, '$&-')}\t`)).toEqual(drawn)
      }),
    )
  })

  test.each(['U', 'u0', '0ı', '0!', 'é0', '000', 'ZZZZ'])('%j is invalid', text => {
    expect(decodeCrockford(text)).toBeNull()
  })
})

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
