import { compactDecrypt } from 'jose'
import { describe, expect, test } from 'vitest'
import type { Enc, Sealed } from '../../../src/crypto/platform.js'
import { platformNames, platforms } from './platforms.js'
import { vectors } from './vectors.js'

describe.each(platformNames)('%s decrypts the vectors of the standards', name => {
  const { decrypt, importKey } = platforms[name]

  describe.each(vectors)('%s', (_, { enc, key, header, plaintext, sealed }) => {
    const open = async (over: Partial<Sealed>, as = header) =>
      decrypt(await importKey(enc, key), as, { ...sealed, ...over })

    test('returns the plaintext', async () => {
      expect(await open({})).toBe(plaintext)
    })

    test('returns null for another header or another key', async () => {
      expect(await open({}, `${header}x`)).toBeNull()
      expect(await open({}, '')).toBeNull()
      const other = await importKey(
        enc,
        key.map(byte => byte ^ 1),
      )
      expect(await decrypt(other, header, sealed)).toBeNull()
    })

    test.each(['iv', 'ciphertext', 'tag'] as const)(
      'returns null if a bit of its %s is changed',
      async part => {
        const length = Buffer.from(sealed[part], 'base64url').length
        for (let bit = 0; bit < length * 8; bit += 7) {
          expect(await open({ [part]: flip(sealed[part], bit) }), `bit ${bit}`).toBeNull()
        }
      },
    )

    test.each(['iv', 'ciphertext', 'tag'] as const)(
      'returns null if its %s is truncated or extended',
      async part => {
        const whole = Buffer.from(sealed[part], 'base64url')
        for (let length = 0; length < whole.length; length++) {
          expect(await open({ [part]: whole.subarray(0, length).toString('base64url') })).toBeNull()
        }
        expect(
          await open({ [part]: Buffer.concat([whole, Buffer.alloc(1)]).toString('base64url') }),
        ).toBeNull()
        expect(await open({ [part]: Buffer.concat([whole, whole]).toString('base64url') })).toBeNull()
      },
    )

    test('returns null if ciphertext and tag are split at another position', async () => {
      const tagLength = Buffer.from(sealed.tag, 'base64url').length
      const both = Buffer.concat([sealed.ciphertext, sealed.tag].map(part => Buffer.from(part, 'base64url')))
      for (const at of [1, 12, 15, 16, 17, 32, both.length - 1].filter(length => length !== tagLength)) {
        const [front, back] = [both.subarray(0, -at), both.subarray(-at)]
        const parts = { ciphertext: front.toString('base64url'), tag: back.toString('base64url') }
        expect(await open(parts), `a tag of ${at} bytes`).toBeNull()
      }
    })

    test.each(['iv', 'ciphertext', 'tag'] as const)('returns null if its %s is not base64url', async part => {
      expect(await open({ [part]: `${sealed[part]}=` })).toBeNull()
      expect(await open({ [part]: `!${sealed[part].slice(1)}` })).toBeNull()
    })
  })
})

const texts = [
  '',
  'x',
  '{"sub":"ada"}',
  'ä€😀',
  'exactly sixteen.',
  '\ufeffwith a byte order mark',
  'x'.repeat(5000),
]
const pairs = platformNames.flatMap(encryptor =>
  platformNames.map(decryptor => [encryptor, decryptor] as const),
)

describe.each<Enc>(['A256CBC-HS512', 'A256GCM'])('%s', enc => {
  const key = Uint8Array.from({ length: enc === 'A256GCM' ? 32 : 64 }, (_, index) => 255 - index)

  test.each(pairs)('text that is encrypted by %s is decrypted by %s', async (encryptor, decryptor) => {
    for (const text of texts) {
      const sealed = await platforms[encryptor].encrypt(
        await platforms[encryptor].importKey(enc, key),
        'header',
        text,
      )
      expect(
        await platforms[decryptor].decrypt(await platforms[decryptor].importKey(enc, key), 'header', sealed),
      ).toBe(text)
    }
  })

  test.each(platformNames)('text that is encrypted by %s is decrypted by jose', async name => {
    const header = Buffer.from(JSON.stringify({ alg: 'dir', enc })).toString('base64url')
    const { iv, ciphertext, tag } = await platforms[name].encrypt(
      await platforms[name].importKey(enc, key),
      header,
      'a secret',
    )
    const { plaintext } = await compactDecrypt(`${header}..${iv}.${ciphertext}.${tag}`, key)
    expect(new TextDecoder().decode(plaintext)).toBe('a secret')
  })

  test.each(platformNames)('%s never reuses an initialization vector', async name => {
    const cipher = await platforms[name].importKey(enc, key)
    const sealed = await Promise.all(
      Array.from({ length: 100 }, () => platforms[name].encrypt(cipher, 'header', 'the same')),
    )
    expect(new Set(sealed.map(({ iv }) => iv)).size).toBe(100)
  })
})

function flip(text: string, bit: number): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7))
  return bytes.toString('base64url')
}
