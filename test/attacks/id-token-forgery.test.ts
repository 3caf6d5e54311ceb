import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose'
import { describe, expect, test } from 'vitest'
import { createTappedAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { badIdTokens, createMaliciousProvider, type Lies } from '../support/malicious-provider.js'

/** Asserts that the sign-in is rejected, without adapter writes and userinfo requests. */
async function isRefused(op: ReturnType<typeof createMaliciousProvider>, config: object = {}) {
  const { adapter, calls } = createTappedAdapter()
  const { open } = createTestApp({ op, adapter, providers: [op.provider(config)] })
  const visit = open()
  expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
  expect(await visit.getSession()).toBeNull()
  expect(calls).toEqual([])
  expect(op.listRequestedEndpoints()).not.toContain('userinfo')
}

describe.each(['RS256', 'ES256', 'HS256'] as const)('an ID token signed with %s is rejected', alg => {
  const applies = (name: string) => alg !== 'HS256' || name !== 'an unknown key id'

  test.each(Object.keys(badIdTokens).filter(applies))('with %s', async name => {
    const op = createMaliciousProvider({ alg })
    op.lies = badIdTokens[name] ?? {}
    await isRefused(op)
  })

  test.each(Object.keys(badIdTokens).filter(applies))(
    'with %s, also if userinfo is the profile source',
    async name => {
      const op = createMaliciousProvider({ alg })
      op.lies = badIdTokens[name] ?? {}
      await isRefused(op, { idToken: false })
    },
  )
})

describe('an ID token is rejected with', () => {
  const now = Math.floor(Date.now() / 1000)
  const odd: Record<string, Lies['claims']> = {
    'an issuer that differs by a slash': { iss: 'https://op.example/' },
    'an issuer that differs by case': { iss: 'https://OP.example' },
    'an empty audience list': { aud: [] },
    'ten thousand other audiences': { aud: Array.from({ length: 10_000 }, (_, index) => `app-${index}`) },
    'an audience that starts with the client id': { aud: 'app.example' },
    'several audiences, another authorized party': { aud: ['app', 'other'], azp: 'other' },
    'an empty authorized party': { azp: '' },
    'a null authorized party': { azp: null },
    'an issue time 90 seconds in the future': { iat: now + 90 },
    'a string as issue time': { iat: 'now' },
    'a negative expiry': { exp: -1 },
    'an expiry a minute ago': { exp: now - 60 },
    'an expiry that is not a number': { exp: null },
    'an array as subject': { sub: ['grace-0001'] },
    'a null subject': { sub: null },
    'a null `at_hash`': { at_hash: null },
    'an empty `at_hash`': { at_hash: '' },
  }
  test.each(Object.keys(odd))('%s', async name => {
    const op = createMaliciousProvider()
    op.lies.claims = odd[name] ?? {}
    await isRefused(op)
  })

  test('a value that is not a JWT', async () => {
    for (const id_token of [undefined, null, '', 7, 'a', 'a.b', 'a.b.c', 'a.b.c.d.e', {}, []]) {
      const op = createMaliciousProvider()
      op.lies.token = answer => ({ ...answer, id_token })
      await isRefused(op)
    }
  })
})

describe('clock tolerance', () => {
  const now = () => Math.floor(Date.now() / 1000)
  test.each([
    ['issued in 20 seconds', () => ({ iat: now() + 20 })],
    ['expired 20 seconds ago', () => ({ exp: now() - 20 })],
  ])('%s is accepted', async (_, claims) => {
    const { op, open } = createTestApp()
    op.lies.claims = claims()
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('an audience list', () => {
  test.each([
    ['with the client only', { aud: ['app'] }],
    ['with other audiences and the client as authorized party', { aud: ['other', 'app'], azp: 'app' }],
  ])('%s is accepted', async (_, claims) => {
    const { op, open } = createTestApp()
    op.lies.claims = claims
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('an ID token forged by an attacker', () => {
  /** The token response contains a forged ID token for an administrator. */
  async function forge(
    header: JWTHeaderParameters,
    key: CryptoKey | Uint8Array,
    config: object = {},
    metadata = {},
  ) {
    const op = createMaliciousProvider()
    const token = new SignJWT({ sub: 'admin', iss: op.issuer, aud: op.clientId })
    const forged = await token.setProtectedHeader(header).setIssuedAt().setExpirationTime('5m').sign(key)
    op.lies.token = answer => ({ ...answer, id_token: forged })
    op.lies.discovery = answer => ({ ...answer, ...metadata })
    await isRefused(op, config)
  }

  test('with a key in its own header is rejected, and the key is not requested', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    await forge({ alg: 'RS256', jwk }, privateKey)
    await forge({ alg: 'RS256', jku: 'https://evil.example/jwks', kid: 'evil' }, privateKey)
    await forge({ alg: 'RS256', x5u: 'https://evil.example/cert' }, privateKey)
  })

  test('with the public key of the provider as HMAC secret is rejected', async () => {
    const op = createMaliciousProvider()
    const jwks = (await (await op.fetch(op.endpoints.jwks)).json()) as { keys: [JWK & { n: string }] }
    const [jwk] = jwks.keys
    const publicKey = (await importJWK(jwk, 'RS256', { extractable: true })) as CryptoKey
    const bytes = (text: string) => new TextEncoder().encode(text)
    const spellings = [JSON.stringify(jwk), jwk.n, await exportSPKI(publicKey)]
    for (const spelling of spellings) {
      await forge({ alg: 'HS256' }, bytes(spelling))
      const metadata = { id_token_signing_alg_values_supported: ['RS256', 'HS256'] }
      await forge({ alg: 'HS256' }, bytes(spelling), { client: undefined }, metadata)
    }
  })

  test('with the client secret is rejected if RS256 is configured', async () => {
    const { clientSecret } = createMaliciousProvider()
    await forge({ alg: 'HS256' }, new TextEncoder().encode(clientSecret))
    await forge({ alg: 'HS256' }, new TextEncoder().encode(clientSecret), { client: undefined })
  })

  test('with an empty secret is rejected if there is no client secret', async () => {
    const metadata = { id_token_signing_alg_values_supported: ['HS256'] }
    const none = { client: { token_endpoint_auth_method: 'none', id_token_signed_response_alg: 'HS256' } }
    // A key of one zero byte and an empty key make the same HMAC.
    await forge({ alg: 'HS256' }, new Uint8Array([0]), { ...none, clientSecret: '' }, metadata)
  })

  test('with `none` is rejected, even if the provider advertises it', async () => {
    const op = createMaliciousProvider()
    op.lies = { signature: 'none' }
    op.lies.discovery = answer => ({ ...answer, id_token_signing_alg_values_supported: ['RS256', 'none'] })
    await isRefused(op, { client: undefined })
    await isRefused(op, { client: { id_token_signed_response_alg: 'none' } })
  })
})

describe('an ID token from configured endpoints without keys', () => {
  const claims = (op: ReturnType<typeof createMaliciousProvider>) => {
    const now = Math.floor(Date.now() / 1000)
    return { sub: 'admin', iss: op.issuer, aud: op.clientId, iat: now, exp: now + 300 }
  }
  const encodeSegment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const algorithms = ['none', 'None', 'NONE', 'nOnE', 'dir', 'A256KW', 'RS1', 'RS256 ', 'xRS256', 'ES', '']

  test.each(algorithms)('is rejected if its algorithm is "%s", even if the metadata lists it', async alg => {
    for (const discovery of ['listed', 'unavailable'] as const)
      for (const signature of ['', 'AAAA']) {
        const op = createMaliciousProvider()
        const { authorize: authorization, token } = op.endpoints
        op.lies.token = answer => ({
          ...answer,
          id_token: `${encodeSegment({ alg })}.${encodeSegment(claims(op))}.${signature}`,
        })
        op.lies.discovery =
          discovery === 'unavailable'
            ? 'status-500'
            : ({ jwks_uri: _, ...rest }) => ({ ...rest, id_token_signing_alg_values_supported: [alg] })
        const client = discovery === 'listed' ? undefined : { id_token_signed_response_alg: alg }
        await isRefused(op, { authorization, token, client })
      }
  })

  test('is rejected if its signature is empty', async () => {
    const op = createMaliciousProvider()
    const { authorize: authorization, token } = op.endpoints
    op.lies.discovery = 'status-500'
    op.lies.token = answer => ({
      ...answer,
      id_token: `${encodeSegment({ alg: 'RS256' })}.${encodeSegment(claims(op))}.`,
    })
    await isRefused(op, { authorization, token })
  })

  test('is accepted with an asymmetric algorithm, because the endpoint has TLS', async () => {
    for (const alg of ['RS256', 'PS512', 'ES384', 'EdDSA', 'Ed25519', 'ES256K', 'ML-DSA-65']) {
      const op = createMaliciousProvider()
      const { authorize: authorization, token } = op.endpoints
      op.lies.discovery = 'status-500'
      op.lies.token = answer => ({
        ...answer,
        id_token: `${encodeSegment({ alg })}.${encodeSegment(claims(op))}.AAAA`,
      })
      const client = { id_token_signed_response_alg: alg }
      const { open, log } = createTestApp({
        op,
        providers: [op.provider({ authorization, token, client, omitsNonce: true })],
      })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
      expect(log.warnings).toEqual(['id-token-unverified'])
    }
  })
})
