import { describe, expect, test } from 'vitest'
import { createJoseToken, deriveKey, openWithJose, salt, sealWithJose, secret } from './jose-tokens.js'
import { importJwt, platformNames, platforms } from './platforms.js'

const damaged = { type: 'InvalidToken', code: 'ERR_JWE_DECRYPTION_FAILED' }
const malformed = { type: 'InvalidToken', code: 'ERR_JWE_INVALID' }

describe.each(platformNames)('on the %s platform', async platform => {
  const { decode, encode } = await importJwt(platform)
  const token = await encode({ token: { sub: '42', name: 'Ada' }, secret, salt })
  const parts = token.split('.')
  const open = (text: string) => decode({ token: text, secret, salt })
  const getOutcome = (text: string) => open(text).then(() => 'accepted', describeError)

  describe.each(Object.entries({ iv: 2, ciphertext: 3, tag: 4 }))('a token with a changed %s', (_, at) => {
    test('is rejected with the same error for each changed bit', async () => {
      const outcomes = new Set<string>()
      const bits = Buffer.from(parts[at] ?? '', 'base64url').length * 8
      for (let bit = 0; bit < bits; bit++) outcomes.add(await getOutcome(withPart(at, flip(parts[at], bit))))
      expect([...outcomes]).toEqual(['InvalidToken ERR_JWE_DECRYPTION_FAILED No matching decryption secret.'])
    })

    test('is rejected with the same error if it is truncated', async () => {
      const part = parts[at] ?? ''
      for (let length = 1; length < part.length; length++) {
        await expect(open(withPart(at, part.slice(0, length)))).rejects.toMatchObject(damaged)
      }
      await expect(open(withPart(at, ''))).rejects.toMatchObject(malformed)
    })
  })

  test('a truncated token is rejected with InvalidToken', async () => {
    for (let length = 1; length < token.length; length++) {
      await expect(open(token.slice(0, length))).rejects.toMatchObject({ type: 'InvalidToken' })
      await expect(open(token.slice(length))).rejects.toMatchObject({ type: 'InvalidToken' })
    }
  })

  test('a token with swapped or repeated parts is rejected', async () => {
    for (const [one, other] of [0, 2, 3, 4].flatMap(a => [0, 2, 3, 4].map(b => [a, b] as const))) {
      if (one === other) continue
      const swapped = parts.with(one, parts[other] ?? '').with(other, parts[one] ?? '')
      await expect(open(swapped.join('.'))).rejects.toMatchObject({ type: 'InvalidToken' })
      await expect(open(withPart(other, parts[one] ?? ''))).rejects.toMatchObject({ type: 'InvalidToken' })
    }
    await expect(open(`${token}.`)).rejects.toMatchObject(malformed)
    await expect(open(`${token}.${parts[4]}`)).rejects.toMatchObject(malformed)
    await expect(open(withPart(1, parts[4] ?? ''))).rejects.toMatchObject(malformed)
  })

  test('a token that is combined from two tokens of the same key is rejected', async () => {
    const other = (await encode({ token: { sub: '43', name: 'Eve' }, secret, salt })).split('.')
    for (const at of [2, 3, 4]) {
      await expect(open(withPart(at, other[at] ?? ''))).rejects.toMatchObject(damaged)
    }
  })

  test('a token with a changed character is accepted only if jose accepts it', async () => {
    const alphabet = 'AQgw_'
    for (let at = 0; at < token.length; at++) {
      const character = alphabet[at % alphabet.length] ?? ''
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      const expected = await openWithJose(changed).then(
        () => 'accepted',
        () => 'rejected',
      )
      const actual = (await getOutcome(changed)) === 'accepted' ? 'accepted' : 'rejected'
      expect(actual, `character ${at} as ${character}`).toBe(expected)
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
    ['a critical extension', { crit: ['b64'], b64: true }],
    ['an empty list of critical extensions', { crit: [] }],
    ['compression', { zip: 'DEF' }],
  ])('a header with %s is rejected, although the tag is valid', async (_, header) => {
    const encodedHeader = encodeBase64url(JSON.stringify({ alg: 'dir', enc: 'A256CBC-HS512', ...header }))
    const { encrypt, importKey } = platforms[platform]
    const { iv, ciphertext, tag } = await encrypt(
      await importKey('A256CBC-HS512', deriveKey()),
      encodedHeader,
      '{}',
    )
    await expect(open(`${encodedHeader}..${iv}.${ciphertext}.${tag}`)).rejects.toMatchObject({
      type: 'InvalidToken',
    })
  })

  test.each(['', '{', '[]', 'null', '"dir"', '42'])('a header of %j is rejected', async text => {
    await expect(open(withPart(0, encodeBase64url(text)))).rejects.toMatchObject(malformed)
  })

  test('the same header in another serialization is rejected, because it is authenticated', async () => {
    const header: unknown = JSON.parse(Buffer.from(parts[0] ?? '', 'base64url').toString())
    await expect(open(withPart(0, encodeBase64url(JSON.stringify(header, null, 1))))).rejects.toMatchObject(
      damaged,
    )
    await expect(open(withPart(0, `${parts[0]}=`))).rejects.toMatchObject(malformed)
  })

  test('unknown header members are accepted, but not an unknown `kid`', async () => {
    const extended = await createJoseToken({ sub: '42' }, {}, { typ: 'JWT', cty: 'session' })
    expect(await open(extended)).toEqual({ sub: '42' })
    await expect(open(await sealWithJose('{"sub":"42"}', { kid: 'unknown' }))).rejects.toMatchObject(damaged)
  })

  function withPart(at: number, part: string): string {
    return parts.with(at, part).join('.')
  }
})

function describeError(error: { type: string; code: string; message: string }): string {
  return `${error.type} ${error.code} ${error.message}`
}

function encodeBase64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function flip(text = '', bit: number): string {
  const bytes = Buffer.from(text, 'base64url')
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7))
  return bytes.toString('base64url')
}
