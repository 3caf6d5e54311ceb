import { createHmac, hkdfSync, pbkdf2Sync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { CryptoPlatform } from '../../../src/crypto/platform.js'
import { platformNames, platforms } from './platforms.js'

test('both platforms export exactly the members of CryptoPlatform', () => {
  type Names<M> = keyof { [K in keyof M]: true }
  expectTypeOf<Names<typeof platforms.node>>().toEqualTypeOf<keyof CryptoPlatform>()
  expectTypeOf<Names<typeof platforms.web>>().toEqualTypeOf<keyof CryptoPlatform>()
  expectTypeOf<typeof platforms.node>().toExtend<CryptoPlatform>()
  expectTypeOf<typeof platforms.web>().toExtend<CryptoPlatform>()
  expect(Object.keys(platforms.web).sort()).toEqual(Object.keys(platforms.node).sort())
})

describe.each(platformNames)('%s: base64url', name => {
  const { toBase64url, fromBase64url } = platforms[name]

  test.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('%j is encoded as %j (RFC 4648 section 10, without padding)', (text, encoded) => {
    expect(toBase64url(toBytes(text))).toBe(encoded)
    expect(fromBase64url(encoded)).toSatisfy(isBytes(toBytes(text)))
  })

  test('uses - and _ (RFC 4648 section 5)', () => {
    expect(toBase64url(new Uint8Array([0xfb, 0xff, 0xbf]))).toBe('-_-_')
    expect(fromBase64url('-_-_')).toSatisfy(isBytes(new Uint8Array([0xfb, 0xff, 0xbf])))
  })

  test('encodes only the bytes of a view into a larger buffer', () => {
    expect(toBase64url(toBytes('xxfooxx').subarray(2, 5))).toBe('Zm9v')
  })

  test.each(['+_-_', '/_-_', 'Zg==', 'Z', 'Zm9vY', 'Zm 9v', 'Zm9v\n', 'Zm9v.', 'Zm9ü', '\u0000'])(
    '%j is invalid',
    text => {
      expect(fromBase64url(text)).toBeNull()
    },
  )

  test('any bytes are decoded from their encoding', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(fromBase64url(toBase64url(bytes))).toSatisfy(isBytes(bytes))
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
      }),
    )
  })
})

test.each(platformNames)('%s: bytes are encoded as lower-case hex', name => {
  const { toHex } = platforms[name]
  expect(toHex(toBytes(''))).toBe('')
  expect(toHex(new Uint8Array([0, 10, 171, 255]).subarray(1))).toBe('0aabff')
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), drawn => toHex(drawn) === encodeHex(drawn)))
})

describe.each(platformNames)('%s: digests', name => {
  const { hashForThumbprint, hashSha256, toBase64url } = platforms[name]

  test('the S256 challenge of RFC 7636 appendix B', async () => {
    const challenge = await hashSha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
    expect(toBase64url(challenge)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  })

  test('the key thumbprint of RFC 7638 section 3.1', async () => {
    expect(toBase64url(await hashForThumbprint('A256GCM', canonicalKey))).toBe(
      'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    )
  })

  test('the thumbprint of a key of 64 bytes uses SHA-512 (vector of FIPS 180-4)', async () => {
    expect(encodeHex(await hashForThumbprint('A256CBC-HS512', 'abc'))).toBe(
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a' +
        '2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
    )
  })

  test('text is hashed as UTF-8', async () => {
    expect(toBase64url(await hashSha256('ä€😀'))).toBe('gZ_nfRx4l8TFQeIcY9JxVNRuEsxlB02NnIdGJqQKYHQ')
  })
})

describe.each(platformNames)('%s: HKDF', name => {
  const { deriveKeyBytes } = platforms[name]

  test('test case 3 of RFC 5869 appendix A', async () => {
    expect(encodeHex(await deriveKeyBytes('\x0b'.repeat(22), '', '', 42))).toBe(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    )
  })

  test('equals an implementation of RFC 5869 sections 2.2 and 2.3, and node:crypto', async () => {
    const text = fc.string({ unit: 'grapheme' })
    const length = fc.constantFrom(32, 64)
    await fc.assert(
      fc.asyncProperty(text, text, text, length, async (secret, salt, info, size) => {
        const derived = encodeHex(await deriveKeyBytes(secret, salt, info, size))
        expect(derived).toBe(encodeHex(computeHkdf(secret, salt, info, size)))
        expect(derived).toBe(encodeHex(new Uint8Array(hkdfSync('sha256', secret, salt, info, size))))
      }),
    )
  })
})

describe.each(platformNames)('%s: HMAC', name => {
  const { computeHmac } = platforms[name]

  test.each([
    ['SHA-1', 'b617318655057264e28bc0b6fb378c8ef146be00'],
    ['SHA-256', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'SHA-512',
      '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde' +
        'daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
    ],
  ] as const)('%s is that of test case 1 of RFC 2202 and RFC 4231', async (hash, mac) => {
    expect(encodeHex(await computeHmac(hash, new Uint8Array(20).fill(0x0b), toBytes('Hi There')))).toBe(mac)
  })

  test('equals node:crypto for any key and message', async () => {
    const hashes = fc.constantFrom('SHA-1', 'SHA-256', 'SHA-512')
    const keys = fc.uint8Array({ minLength: 1, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(hashes, keys, fc.uint8Array({ maxLength: 200 }), async (hash, key, message) => {
        const expected = createHmac(hash.replace('-', ''), key).update(message).digest('hex')
        expect(encodeHex(await computeHmac(hash, key, message))).toBe(expected)
      }),
    )
  })
})

describe.each(platformNames)('%s: PBKDF2', name => {
  const { derivePasswordBytes } = platforms[name]

  test.each([
    ['passwd', 'salt', 1, '55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc'],
    ['Password', 'NaCl', 80_000, '4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56'],
  ] as const)('of %j is that of RFC 7914 section 11', async (password, salt, iterations, start) => {
    const derived = await derivePasswordBytes({ password, salt: toBytes(salt), iterations, length: 64 })
    expect(derived).toHaveLength(64)
    expect(encodeHex(derived).slice(0, 64)).toBe(start)
  })

  test('hashes the password as UTF-8', async () => {
    const input = { password: 'ä€😀', salt: toBytes('salt'), iterations: 2, length: 32 }
    const expected = pbkdf2Sync(toBytes(input.password), input.salt, 2, 32, 'sha256')
    expect(encodeHex(await derivePasswordBytes(input))).toBe(encodeHex(expected))
  })
})

describe.each(platformNames)('%s: random bytes and comparison', name => {
  const { isTimingSafeEqual, generateRandomBytes } = platforms[name]

  test('random bytes have the requested length and differ each time', () => {
    expect(generateRandomBytes(32)).toHaveLength(32)
    expect(generateRandomBytes(0)).toHaveLength(0)
    const drawn = new Set(Array.from({ length: 200 }, () => encodeHex(generateRandomBytes(16))))
    expect(drawn.size).toBe(200)
  })

  test('only identical strings are equal', () => {
    expect(isTimingSafeEqual('', '')).toBe(true)
    expect(isTimingSafeEqual('ä€😀', 'ä€😀')).toBe(true)
    expect(isTimingSafeEqual('token', 'tokem')).toBe(false)
    expect(isTimingSafeEqual('token', 'token ')).toBe(false)
    expect(isTimingSafeEqual('', 'token')).toBe(false)
    expect(isTimingSafeEqual('é', 'e\u0301')).toBe(false)
    const text = fc.string({ unit: 'grapheme' })
    fc.assert(
      fc.property(
        text,
        text,
        (a, b) => isTimingSafeEqual(a, b) === (a === b) && isTimingSafeEqual(a, `${a}`),
      ),
    )
  })
})

/** The required members in lexical order, from RFC 7638 section 3.1. */
const canonicalKey =
  '{"e":"AQAB","kty":"RSA","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6' +
  'tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAta' +
  'Sqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0' +
  'Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"}'

function computeHkdf(secret: string, salt: string, info: string, length: number): Uint8Array {
  const hmac = (key: string | Buffer, ...parts: (string | Buffer)[]) =>
    parts.reduce((mac, part) => mac.update(part), createHmac('sha256', key)).digest()
  const extracted = hmac(salt || Buffer.alloc(32), secret)
  const first = hmac(extracted, info, Buffer.from([1]))
  const second = hmac(extracted, first, info, Buffer.from([2]))
  return Buffer.concat([first, second]).subarray(0, length)
}

function toBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function encodeHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

/** Compares bytes in a Buffer or a Uint8Array. */
function isBytes(expected: Uint8Array) {
  return (actual: unknown) => actual instanceof Uint8Array && encodeHex(actual) === encodeHex(expected)
}
