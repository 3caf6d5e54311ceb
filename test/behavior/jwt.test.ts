import { decodeProtectedHeader, EncryptJWT } from 'jose'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test, vi } from 'vitest'
import { ada, createTestApp, credentials, runRoundTrip } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import {
  computeThumbprint,
  createJoseToken,
  deriveKey,
  openWithJose,
  salt,
  sealWithJose,
  secret,
} from '../unit/crypto/jose-tokens.js'
import { importJwt, platformNames } from '../unit/crypto/platforms.js'

/** Encrypted `{ name: 'Ada', sub: '42' }`, computed with HKDF, AES and HMAC only; initialization vectors 00 01 02 … */
const vectors = [
  [
    'A256CBC-HS512',
    'authjs.session-token',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiWGFveWEwX0tUWTl5Y2xBa3A4ejNvMG41NnB0NV9JWjJxSlMyUjlpS29uQUw3d25MdXNsM3NEb2pNOTZucXh0dFNyYXhDQXVWbnNGVllicklaYzdxZncifQ' +
      '..AAECAwQFBgcICQoLDA0ODw.hkqRtlPHGa2XSXFMeJst1W9Ox-DBNIJixbeK3P6pD-o.bBuS872iz6I9XuroOaIWgBLWorTliyN8lje_r7iiWnY',
  ],
  [
    'A256CBC-HS512',
    '__Secure-authjs.session-token',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiYzVmY3FqLW1taDdFUUpjRnJwRUJia19GalphTXFyUWNQTno3UktJekdyVzVIQTNNRUhFWDhyMWRtZ3FKOWVSVnNGSWVXUGhzWTJ5QnF3N1d6YnRqTUEifQ' +
      '..AAECAwQFBgcICQoLDA0ODw.HC0DwX6sCuuY_yntwzDHE4fhJ02GTHTXlie1wSvOivw.Sfn5zSYmxMZI_2LMIC1cknoGrYI16Z_vLsbdj9WBcOk',
  ],
  [
    'A256GCM',
    'authjs.session-token',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoiY05nTVZRMndXN0luUjJfQ0N6bEJmc1JxSloyOEdKbWlrbTA4TTBrWlBXMCJ9' +
      '..AAECAwQFBgcICQoL.fQUeroiKbcPQpk8b3Gfg-LaRtepwocloqg.1O_hqPfikPeG58zeeFhJhw',
  ],
] as const

describe('JWT', () => {
  const now = () => Math.floor(Date.now() / 1000)
  const refused = { type: 'InvalidToken', code: 'ERR_JWE_DECRYPTION_FAILED' }

  describe.each(platformNames)('tokens encoded on the %s platform', async seam => {
    const { decode, encode } = await importJwt(seam)

    test('can be decrypted by jose', async () => {
      const token = await encode({ token: { sub: '42', name: 'Ada ä€😀', roles: ['admin'] }, secret, salt })
      const { payload } = await openWithJose(token)
      expect(payload).toMatchObject({ sub: '42', name: 'Ada ä€😀', roles: ['admin'] })
    })

    test('have `alg`, `enc` and `kid` in their header', async () => {
      const token = await encode({ token: {}, secret, salt })
      expect(decodeProtectedHeader(token)).toEqual({
        alg: 'dir',
        enc: 'A256CBC-HS512',
        kid: await computeThumbprint(deriveKey()),
      })
    })

    test('have their own `iat`, `exp` and `jti`, whatever the payload contains', async () => {
      const token = await encode({
        token: { iat: 1, exp: 2, jti: 'mine' },
        secret,
        salt,
        maxAge: 600,
      })
      const { payload } = await openWithJose(token)
      expect(payload.iat).toBeGreaterThan(now() - 5)
      expect(payload.exp).toBe(Number(payload.iat) + 600)
      expect(payload.jti).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    })

    test('expire after 30 days by default', async () => {
      const payload = await decode({ token: await encode({ secret, salt }), secret, salt })
      expect(payload).toEqual({ iat: expect.any(Number), exp: expect.any(Number), jti: expect.any(String) })
      expect(Number(payload?.exp) - Number(payload?.iat)).toBe(30 * 24 * 60 * 60)
      const short = await decode({ token: await encode({ secret, salt, maxAge: 60 }), secret, salt })
      expect(Number(short?.exp) - Number(short?.iat)).toBe(60)
    })

    test('are never identical', async () => {
      const tokens = await Promise.all(Array.from({ length: 50 }, () => encode({ secret, salt })))
      expect(new Set(tokens).size).toBe(50)
    })

    test('are encrypted with the newest of several secrets', async () => {
      const token = await encode({ token: { sub: '42' }, secret: ['new', 'old'], salt })
      expect((await openWithJose(token, { secret: 'new' })).payload.sub).toBe('42')
      await expect(openWithJose(token, { secret: 'old' })).rejects.toThrow()
    })

    test('require a secret', async () => {
      await expect(encode({ token: {}, secret: '', salt })).rejects.toMatchObject({ type: 'InvalidToken' })
      await expect(encode({ token: {}, secret: [], salt })).rejects.toMatchObject({ type: 'InvalidToken' })
    })

    test('do not modify the payload', async () => {
      const token = Object.freeze({ sub: '42' })
      await encode({ token, secret, salt })
      expect(token).toEqual({ sub: '42' })
    })
  })

  describe.each(platformNames)('tokens encoded by jose, decoded on the %s platform', async seam => {
    const { decode } = await importJwt(seam)

    test.each(['A256CBC-HS512', 'A256GCM'] as const)(
      'are accepted with %s, with and without `kid`',
      async enc => {
        const named = await createJoseToken({ sub: '42' }, { enc })
        expect(await decode({ token: named, secret, salt })).toEqual({ sub: '42' })
        const unnamed = await createJoseToken({ sub: '42' }, { enc }, { kid: undefined })
        expect(await decode({ token: unnamed, secret, salt })).toEqual({ sub: '42' })
      },
    )

    test.each(['A256CBC-HS512', 'A256GCM'] as const)(
      'are accepted with any of the secrets, with %s',
      async enc => {
        const secrets = ['newest', 'newer', secret]
        for (const kid of [{}, { kid: undefined }]) {
          const token = await createJoseToken({ sub: '42' }, { enc }, kid)
          expect(await decode({ token, secret: secrets, salt })).toEqual({ sub: '42' })
          await expect(decode({ token, secret: secrets.slice(0, 2), salt })).rejects.toMatchObject(refused)
        }
      },
    )

    test('are rejected with another secret, another salt, or no secret', async () => {
      const token = await createJoseToken({ sub: '42' }, {}, { kid: undefined })
      await expect(decode({ token, secret: 'another', salt })).rejects.toMatchObject(refused)
      await expect(decode({ token, secret, salt: '__Secure-authjs.session-token' })).rejects.toMatchObject(
        refused,
      )
      await expect(decode({ token, secret: [], salt })).rejects.toMatchObject(refused)
    })

    test('are rejected with an empty secret', async () => {
      const forged = await createJoseToken({ sub: 'admin' }, { secret: '' }, { kid: undefined })
      await expect(decode({ token: forged, secret: '', salt })).rejects.toMatchObject(refused)
      await expect(decode({ token: forged, secret: ['', secret], salt })).rejects.toMatchObject(refused)
    })

    test('are rejected if their `kid` names a different key', async () => {
      const kid = await computeThumbprint(deriveKey({ secret: 'another' }))
      const token = await createJoseToken({ sub: '42' }, {}, { kid })
      await expect(decode({ token, secret, salt })).rejects.toMatchObject(refused)
      await expect(decode({ token, secret: [secret, 'another'], salt })).rejects.toMatchObject(refused)
    })

    test('an undefined or empty token returns null', async () => {
      expect(await decode({ secret, salt })).toBeNull()
      expect(await decode({ token: '', secret, salt })).toBeNull()
    })

    test.each(['[]', '"text"', '42', 'null', 'not JSON', ''])('a payload of %j is rejected', async text => {
      const token = await sealWithJose(text)
      await expect(decode({ token, secret, salt })).rejects.toMatchObject({
        type: 'InvalidToken',
        code: 'ERR_JWE_INVALID',
      })
    })
  })

  test('a key is derived once and cached', async () => {
    const { decode, encode } = await importJwt('web')
    const derive = vi.spyOn(crypto.subtle, 'deriveBits')
    const token = await encode({ secret, salt })
    for (let visit = 0; visit < 10; visit++) await decode({ token, secret, salt })
    expect(derive).toHaveBeenCalledTimes(1)
    derive.mockRestore()
  })

  test('signed tokens, malformed tokens and tokens with an encrypted key are rejected', async () => {
    const { decode } = await importJwt('node')
    const wrapped = await new EncryptJWT({ sub: '42' })
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM' })
      .encrypt(deriveKey({ enc: 'A256GCM' }))
    for (const token of [wrapped, 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI0MiJ9.', 'a.b.c', 'a.b.c.d.e.f']) {
      await expect(decode({ token, secret, salt })).rejects.toMatchObject({ code: 'ERR_JWE_INVALID' })
    }
  })

  describe.each(platformNames)('test vectors on the %s platform', async seam => {
    const { decode, encode } = await importJwt(seam)

    test.each(vectors)('%s with the salt "%s" is decoded', async (_, salt, token) => {
      expect(await decode({ token, secret, salt })).toEqual({ name: 'Ada', sub: '42' })
      await expect(decode({ token, secret, salt: `${salt}.0` })).rejects.toMatchObject(refused)
    })

    test.each(vectors.filter(([enc]) => enc === 'A256CBC-HS512'))(
      '%s with the salt "%s" has the same header as an encoded token',
      async (_, salt, token) => {
        const own = await encode({ secret, salt })
        expect(own.split('.')[0]).toBe(token.split('.')[0])
      },
    )
  })

  describe('the token in the session cookie', () => {
    test.each([
      ['https://app.example', '__Secure-authjs.session-token', {}],
      ['http://localhost:3000', 'authjs.session-token', {}],
      ['https://app.example', 'mine', { cookies: { sessionToken: { name: 'mine' } } }],
    ])('at %s is encrypted with the cookie name %s as salt', async (at, name, more) => {
      const app = createTestApp({ providers: [credentials], secret, ...more })
      const visit = createVisitor(app.answer, at)
      await visit.signInWithCredentials(ada)
      const { payload } = await openWithJose(visit.jar.get(name)?.value ?? '', { secret, salt: name })
      expect(payload).toMatchObject({ name: 'Ada', email: 'ada@example.com', sub: 'ada-1' })
    })

    test('has the id of the stored user as `sub` with an adapter', async () => {
      const adapter = MemoryAdapter()
      const { op, open } = createTestApp({ adapter, session: { strategy: 'jwt' } })
      const visit = open()
      await runRoundTrip(visit, op)
      const stored = await adapter.getUserByEmail('grace@example.com')
      expect((await readClaims(visit)).sub).toBe(stored?.id)
    })

    test('contains what the `jwt` callback returns, with its own dates', async () => {
      const jwt = () => ({ role: 'admin', iat: 1, exp: 2, jti: 'mine' })
      const { op, open } = createTestApp({ callbacks: { jwt } })
      const visit = open()
      await runRoundTrip(visit, op)
      const claims = await readClaims(visit)
      expect(Object.keys(claims).sort()).toEqual(['auth_methods', 'exp', 'iat', 'jti', 'role'])
      expect(claims.exp).toBe(Number(claims.iat) + 2_592_000)
      expect(claims.iat).toBeGreaterThan(now() - 5)
    })

    function readClaims({ jar }: Visitor) {
      const name = '__Secure-authjs.session-token'
      return openWithJose(jar.get(name)?.value ?? '', { secret, salt: name }).then(({ payload }) => payload)
    }
  })
})
