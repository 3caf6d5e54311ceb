import { describe, expect, test } from 'vitest'
import { createJoseToken, deriveKey, openWithJose, salt, sealWithJose, secret } from './jose-tokens.js'
import { importJwt, platformNames, platforms } from './platforms.js'

const damaged = { type: 'InvalidToken', code: 'ERR_JWE_DECRYPTION_FAILED' }
const malformed = { type: 'InvalidToken', code: 'ERR_JWE_INVALID' }

describe.each(platformNames)('on the %s seam', async seam => {
  const { decode, encode } = await importJwt(seam)
  const token = await encode({ token: { sub: '42', name: 'Ada' }, secret, salt })
  const parts = token.split('.')
  const opening = (text: string) => decode({ token: text, secret, salt })
  const outcome = (text: string) => opening(text).then(() => 'opened', describeRefusal)

  describe.each(Object.entries({ iv: 2, ciphertext: 3, tag: 4 }))('a token with another %s', (_, at) => {
    test('is refused alike, whichever bit was changed', async () => {
      const outcomes = new Set<string>()
      const bits = Buffer.from(parts[at] ?? '', 'base64url').length * 8
      for (let bit = 0; bit < bits; bit++) outcomes.add(await outcome(withPart(at, flip(parts[at], bit))))
      expect([...outcomes]).toEqual(['InvalidToken ERR_JWE_DECRYPTION_FAILED No matching decryption secret.'])
    })

    test('is refused alike, wherever it was cut', async () => {
      const part = parts[at] ?? ''
      for (let length = 1; length < part.length; length++) {
        await expect(opening(withPart(at, part.slice(0, length)))).rejects.toMatchObject(damaged)
      }
      await expect(opening(withPart(at, ''))).rejects.toMatchObject(malformed)
    })
  })

  test('a token is refused wherever it was cut, and never in another way', async () => {
    for (let length = 1; length < token.length; length++) {
      await expect(opening(token.slice(0, length))).rejects.toMatchObject({ type: 'InvalidToken' })
      await expect(opening(token.slice(length))).rejects.toMatchObject({ type: 'InvalidToken' })
    }
  })

  test('a token whose parts changed places, or were doubled, is refused', async () => {
    for (const [one, other] of [0, 2, 3, 4].flatMap(a => [0, 2, 3, 4].map(b => [a, b] as const))) {
      if (one === other) continue
      const swapped = parts.with(one, parts[other] ?? '').with(other, parts[one] ?? '')
      await expect(opening(swapped.join('.'))).rejects.toMatchObject({ type: 'InvalidToken' })
      await expect(opening(withPart(other, parts[one] ?? ''))).rejects.toMatchObject({ type: 'InvalidToken' })
    }
    await expect(opening(`${token}.`)).rejects.toMatchObject(malformed)
    await expect(opening(`${token}.${parts[4]}`)).rejects.toMatchObject(malformed)
    await expect(opening(withPart(1, parts[4] ?? ''))).rejects.toMatchObject(malformed)
  })

  test('parts of two tokens of the same key make no third', async () => {
    const other = (await encode({ token: { sub: '43', name: 'Eve' }, secret, salt })).split('.')
    for (const at of [2, 3, 4]) {
      await expect(opening(withPart(at, other[at] ?? ''))).rejects.toMatchObject(damaged)
    }
  })

  test('whatever character is changed, jose and we agree whether it opens', async () => {
    const alphabet = 'AQgw_'
    for (let at = 0; at < token.length; at++) {
      const character = alphabet[at % alphabet.length] ?? ''
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      const theirs = await openWithJose(changed).then(
        () => 'opened',
        () => 'refused',
      )
      const ours = (await outcome(changed)) === 'opened' ? 'opened' : 'refused'
      expect(ours, `character ${at} as ${character}`).toBe(theirs)
    }
  })

  test.each([
    ['another algorithm', { alg: 'A256KW' }],
    ['no algorithm', { alg: undefined }],
    ['an algorithm in another case', { alg: 'DIR' }],
    ['another encryption', { enc: 'A128GCM' }],
    ['no encryption', { enc: undefined }],
    ['the encryption of the other key length', { enc: 'A256GCM' }],
    ['an inherited name as encryption', { enc: 'constructor' }],
    ['an extension that must be understood', { crit: ['b64'], b64: true }],
    ['an empty list of such extensions', { crit: [] }],
    ['compression', { zip: 'DEF' }],
  ])('a header that says %s is refused, also where the tag fits', async (_, header) => {
    const said = encoded(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', ...header }))
    const { encrypt, importKey } = platforms[seam]
    const { iv, ciphertext, tag } = await encrypt(await importKey('A256CBC-HS512', deriveKey()), said, '{}')
    await expect(opening(`${said}..${iv}.${ciphertext}.${tag}`)).rejects.toMatchObject({
      type: 'InvalidToken',
    })
  })

  test.each(['', '{', '[]', 'null', '"dir"', '42'])('a header of %j is refused', async text => {
    await expect(opening(withPart(0, encoded(text)))).rejects.toMatchObject(malformed)
  })

  test('a header is authenticated: the same one written otherwise is refused', async () => {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())
    await expect(opening(withPart(0, encoded(JSON.stringify(header, null, 1))))).rejects.toMatchObject(
      damaged,
    )
    await expect(opening(withPart(0, `${parts[0]}=`))).rejects.toMatchObject(malformed)
  })

  test('a header may say more than we need, but not name a key that is none of ours', async () => {
    const later = await createJoseToken({ sub: '42' }, {}, { typ: 'JWT', cty: 'session' })
    expect(await opening(later)).toEqual({ sub: '42' })
    await expect(opening(await sealWithJose('{"sub":"42"}', { kid: 'unknown' }))).rejects.toMatchObject(
      damaged,
    )
  })

  function withPart(at: number, part: string): string {
    return parts.with(at, part).join('.')
  }
})

function describeRefusal(error: { type: string; code: string; message: string }): string {
  return `${error.type} ${error.code} ${error.message}`
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function flip(text = '', bit: number): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7))
  return bytes.toString('base64url')
}
