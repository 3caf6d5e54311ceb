import { decodeProtectedHeader, exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { customFetch } from 'latchkey'
import { describe, expect, test } from 'vitest'
import type { ClientAuthMethod } from '../../src/testing/provider/client.js'
import { completeRoundTrip, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'

describe('token request', () => {
  const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

  /** A token endpoint that verifies a client assertion and then accepts a public client. */
  function behindAssertion(
    op: MaliciousProvider,
    check: (assertion: string) => Promise<unknown>,
  ): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      if (request.url !== op.endpoints.token) return op.fetch(input, init)
      const body = new URLSearchParams(await request.text())
      expect(body.get('client_assertion_type')).toBe(jwtBearer)
      expect(body.has('client_secret')).toBe(false)
      expect(request.headers.has('authorization')).toBe(false)
      await check(body.get('client_assertion') ?? '')
      body.set('client_id', op.clientId)
      return op.fetch(request.url, { method: 'POST', body })
    }
  }

  async function expectSignIn(op: MaliciousProvider, overrides: object): Promise<void> {
    const { open, log } = createTestApp({ op, providers: [op.provider(overrides)] })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(log.types()).toEqual([])
    expect(await visit.getSession()).not.toBeNull()
  }

  describe('the client authenticates at the token endpoint', () => {
    test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)('with %s', async authMethod => {
      await expectSignIn(createMaliciousProvider({ authMethod }), {})
    })

    test('with client_secret_basic by default if there is a secret', async () => {
      await expectSignIn(createMaliciousProvider(), { client: undefined })
    })

    test('with none by default if there is no secret', async () => {
      await expectSignIn(createMaliciousProvider({ authMethod: 'none' }), {
        client: undefined,
        clientSecret: undefined,
      })
    })

    test('with the encoding of RFC 6749 except for characters that providers do not decode', async () => {
      const op = createMaliciousProvider({ clientSecret: "it's (1) secret!" })
      await expectSignIn(op, {})
      const { headers } = op.requests.find(({ endpoint }) => endpoint === 'token') ?? {}
      const basic = atob(headers?.get('authorization')?.replace('Basic ', '') ?? '')
      expect(basic).toBe("app:it's+(1)+secret!")
    })

    test('with client_secret_jwt, valid for one minute', async () => {
      const op = createMaliciousProvider({ authMethod: 'none' })
      const check = async (assertion: string) => {
        const { payload } = await jwtVerify(assertion, new TextEncoder().encode(op.clientSecret), {
          issuer: op.clientId,
          subject: op.clientId,
          audience: op.issuer,
          algorithms: ['HS256'],
        })
        expect(Number(payload.exp) - Number(payload.iat)).toBe(60)
      }
      await expectSignIn(op, {
        client: { token_endpoint_auth_method: 'client_secret_jwt', id_token_signed_response_alg: op.alg },
        [customFetch]: behindAssertion(op, check),
      })
    })

    test.each(['RS256', 'ES256'])(
      'with private_key_jwt and %s, with issuer and token endpoint as audience',
      async alg => {
        const op = createMaliciousProvider({ authMethod: 'none' })
        const { privateKey, publicKey } = await generateKeyPair(alg)
        const check = async (assertion: string) => {
          const { payload } = await jwtVerify(assertion, publicKey, {
            issuer: op.clientId,
            subject: op.clientId,
          })
          expect(payload.aud).toEqual([op.issuer, op.endpoints.token])
          expect(decodeProtectedHeader(assertion)).toMatchObject({ alg, kid: 'key-1' })
        }
        await expectSignIn(op, {
          token: { clientPrivateKey: { key: privateKey, kid: 'key-1' } },
          client: { token_endpoint_auth_method: 'private_key_jwt', id_token_signed_response_alg: op.alg },
          [customFetch]: behindAssertion(op, check),
        })
      },
    )

    test.each(['RS256', 'PS256', 'ES256'])(
      'with private_key_jwt and a PEM key for %s, as in an environment variable',
      async alg => {
        const op = createMaliciousProvider({ authMethod: 'none' })
        const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
        const pem = await exportPKCS8(privateKey)
        const check = async (assertion: string) => {
          await jwtVerify(assertion, publicKey, { issuer: op.clientId })
          expect(decodeProtectedHeader(assertion)).toEqual({ alg, kid: 'key-1' })
        }
        await expectSignIn(op, {
          token: { clientPrivateKey: { key: pem.replaceAll('\n', '\\n'), kid: 'key-1' } },
          client: {
            token_endpoint_auth_method: 'private_key_jwt',
            token_endpoint_auth_signing_alg: alg,
            id_token_signed_response_alg: op.alg,
          },
          [customFetch]: behindAssertion(op, check),
        })
      },
    )

    test.each(['issuer', 'token'] as const)(
      'with private_key_jwt and only the %s as audience, if configured',
      async audience => {
        const op = createMaliciousProvider({ authMethod: 'none' })
        const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
        const check = async (assertion: string) => {
          const { payload } = await jwtVerify(assertion, publicKey)
          expect(payload.aud).toBe({ issuer: op.issuer, token: op.endpoints.token }[audience])
        }
        await expectSignIn(op, {
          token: { clientPrivateKey: await exportPKCS8(privateKey), assertionAudience: audience },
          client: { token_endpoint_auth_method: 'private_key_jwt', id_token_signed_response_alg: op.alg },
          [customFetch]: behindAssertion(op, check),
        })
      },
    )
  })

  describe('an invalid client authentication', () => {
    test.each([
      ['an unknown method', { client: { token_endpoint_auth_method: 'tls' } }, 'token_endpoint_auth_method'],
      [
        'no secret',
        { client: { token_endpoint_auth_method: 'client_secret_post' }, clientSecret: undefined },
        'clientSecret',
      ],
      ['no key', { client: { token_endpoint_auth_method: 'private_key_jwt' } }, 'clientPrivateKey'],
      [
        'a string that is not a PKCS #8 key',
        {
          client: { token_endpoint_auth_method: 'private_key_jwt' },
          token: {
            clientPrivateKey: '-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----',
          },
        },
        'openssl pkcs8',
      ],
      [
        'a key for an unknown algorithm',
        {
          client: {
            token_endpoint_auth_method: 'private_key_jwt',
            token_endpoint_auth_signing_alg: 'constructor',
          },
          token: { clientPrivateKey: 'key' },
        },
        'token_endpoint_auth_signing_alg',
      ],
    ])('%s: the log names the option', async (_, overrides, option) => {
      const op = createMaliciousProvider()
      const { open, log } = createTestApp({ op, providers: [op.provider(overrides)] })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.errors[0]?.message).toContain(option)
      expect(op.listRequestedEndpoints()).not.toContain('token')
    })

    test('with a wrong secret is rejected by the provider', async () => {
      const op = createMaliciousProvider()
      const { open, log } = createTestApp({ op, providers: [op.provider({ clientSecret: 'another' })] })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.types()).toEqual(['CallbackRouteError'])
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe('the request', () => {
    /** The token request of a sign-in, with the parameters of its authorization request. */
    async function tokenRequest(op: MaliciousProvider, overrides: object = {}) {
      const { open } = createTestApp({ op, providers: [op.provider(overrides)] })
      const visit = open()
      const away = await visit.signIn('op')
      await completeRoundTrip(visit, op, away)
      const sent = op.requests.find(({ endpoint }) => endpoint === 'token')
      if (!sent) throw new Error('No token request was made.')
      return { ...sent, asked: visit.getLocation(away).searchParams }
    }

    test('is a form with code, verifier and the same `redirect_uri`, and accepts JSON', async () => {
      const { method, headers, body, asked } = await tokenRequest(createMaliciousProvider())
      expect(method).toBe('POST')
      expect(headers.get('accept')).toBe('application/json')
      expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded;charset=UTF-8')
      expect([...body.keys()]).toEqual(['redirect_uri', 'code', 'code_verifier', 'grant_type'])
      expect(body.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
      expect(body.get('redirect_uri')).toBe(asked.get('redirect_uri'))
      expect(body.get('grant_type')).toBe('authorization_code')
      expect(body.get('code')).toMatch(/^.{10,}$/)
    })

    test('has no verifier if PKCE is off', async () => {
      const { body } = await tokenRequest(createMaliciousProvider(), { checks: ['state'] })
      expect([...body.keys()]).toEqual(['redirect_uri', 'code', 'grant_type'])
    })

    test.each<[ClientAuthMethod, string[]]>([
      ['client_secret_post', ['client_id', 'client_secret']],
      ['none', ['client_id']],
    ])('has the parameters of %s at the end and no Authorization header', async (authMethod, expected) => {
      const op = createMaliciousProvider({ authMethod })
      const { body, headers } = await tokenRequest(op)
      expect([...body.keys()].slice(4)).toEqual(expected)
      expect(body.get('client_id')).toBe(op.clientId)
      expect(body.get('client_secret')).toBe(authMethod === 'none' ? null : op.clientSecret)
      expect(headers.has('authorization')).toBe(false)
    })

    test('does not follow redirects', async () => {
      const op = createMaliciousProvider()
      const followed: unknown[] = []
      const watching: typeof fetch = (input, init) => {
        followed.push(init?.redirect)
        return op.fetch(input, init)
      }
      op.lies.token = 'redirect'
      const { open, log } = createTestApp({ op, providers: [op.provider({ [customFetch]: watching })] })
      const visit = open()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.types()).toEqual(['CallbackRouteError'])
      expect(followed).toEqual(['manual', 'manual'])
      expect(await visit.getSession()).toBeNull()
    })
  })
})
