import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openWithJose, salt, secret } from './jose-tokens.js'
import { importJwt, platformNames } from './platforms.js'

/** Claims that `encode` sets or `decode` verifies. */
const timeClaims = new Set(['iat', 'exp', 'jti', 'nbf'])

const payloads = fc
  .dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ stringUnit: 'grapheme' }))
  .map(payload => Object.fromEntries(Object.entries(payload).filter(([name]) => !timeClaims.has(name))))

const names = fc.string({ unit: 'grapheme', minLength: 1 })

const base64url = fc.uint8Array({ maxLength: 80 }).map(bytes => Buffer.from(bytes).toString('base64url'))

const headers = fc
  .record(
    {
      alg: fc.constantFrom('dir', 'none', 'A256KW'),
      enc: fc.constantFrom('A256CBC-HS512', 'A256GCM', 'A128GCM'),
      kid: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      crit: fc.anything(),
      zip: fc.anything(),
    },
    { requiredKeys: [] },
  )
  .map(header => Buffer.from(JSON.stringify(header) ?? '').toString('base64url'))

const malformedTokens = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(base64url, { minLength: 4, maxLength: 6 }).map(parts => parts.join('.')),
  fc
    .tuple(headers, base64url, base64url, base64url)
    .map(([header, ...rest]) => [header, '', ...rest].join('.')),
)

describe.each(platformNames)('on the %s platform', async platform => {
  const { decode, encode } = await importJwt(platform)

  test('any JSON payload is decrypted by `decode` and jose, with any secret and salt', async () => {
    await fc.assert(
      fc.asyncProperty(payloads, names, names, async (token, secret, salt) => {
        const sealed = await encode({ token, secret, salt })
        const decoded = await decode({ token: sealed, secret, salt })
        const { payload: decrypted } = await openWithJose(sealed, { secret, salt })
        expect(JSON.stringify(omitTimeClaims(decoded))).toBe(JSON.stringify(token))
        expect(JSON.stringify(omitTimeClaims(decrypted))).toBe(JSON.stringify(token))
      }),
    )
  })

  test('`decode` rejects any malformed token with InvalidToken', async () => {
    await fc.assert(
      fc.asyncProperty(malformedTokens, async token => {
        const failure = await decode({ token, secret, salt }).then(
          payload => (token === '' && payload === null ? { type: 'InvalidToken' } : payload),
          error => error,
        )
        expect(failure).toMatchObject({ type: 'InvalidToken' })
      }),
      { numRuns: 500 },
    )
  })

  test('a token with inserted or removed characters is rejected', async () => {
    const token = await encode({ token: { sub: '42' }, secret, salt })
    const at = fc.nat({ max: token.length - 1 })
    const edits = fc.record({ at, taken: fc.nat({ max: 5 }), put: fc.stringMatching(/^[\w.-]{0,5}$/) })
    await fc.assert(
      fc.asyncProperty(edits, async ({ at, taken, put }) => {
        const edited = token.slice(0, at) + put + token.slice(at + taken)
        fc.pre(edited.length !== token.length)
        await expect(decode({ token: edited, secret, salt })).rejects.toMatchObject({ type: 'InvalidToken' })
      }),
      { numRuns: 500 },
    )
  })
})

function omitTimeClaims(payload: Record<string, unknown> | null) {
  return Object.fromEntries(Object.entries(payload ?? {}).filter(([name]) => !timeClaims.has(name)))
}
