import type { ClientMetadata } from 'latchkey/providers'
import type { TokenSet } from 'latchkey/types'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createTappedAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, failures, type Lies } from '../support/malicious-provider.js'

type Bend = (answer: Record<string, unknown>) => Record<string, unknown> | Response

const configuration = `${origin}/auth/error?error=Configuration`
const noon = Date.parse('2026-06-01T12:00:00.600Z')

afterEach(() => {
  vi.useRealTimers()
})

const createPlainApp = (more: object = {}, lies: Lies = {}) => {
  const op = createMaliciousProvider()
  op.lies = lies
  return createTestApp({ op, providers: [op.plainProvider(more)] })
}

/** The tokens that `profile()` receives. */
async function collectTokens(bend: Bend): Promise<TokenSet> {
  let seen: TokenSet = {}
  const profile = (_: unknown, tokens: TokenSet) => {
    seen = tokens
    return { id: '1' }
  }
  const { op, open } = createPlainApp({ profile }, { token: bend })
  await runRoundTrip(open(), op, { provider: 'plain' })
  return seen
}

describe('token response', () => {
  describe('is normalized', () => {
    const bends: Record<string, (answer: Record<string, unknown>) => Record<string, unknown> | Response> = {
      'empty members': answer => ({ ...answer, refresh_token: '', scope: null, expires_in: null }),
      'a lifetime as a string': answer => ({ ...answer, expires_in: '3600' }),
      'a token type in upper case': answer => ({ ...answer, token_type: 'BEARER' }),
      'status 201': answer => Response.json(answer, { status: 201 }),
      'a WWW-Authenticate header': answer =>
        Response.json(answer, { headers: { 'www-authenticate': 'Bearer' } }),
    }
    test.each(Object.keys(bends))('%s', async name => {
      const { op, open } = createPlainApp({}, { token: bends[name] ?? 'down' })
      const visit = open()
      await runRoundTrip(visit, op, { provider: 'plain' })
      expect(await visit.getSession()).not.toBeNull()
    })

    test('with the `conform` function of the provider', async () => {
      const conform = async (response: Response) => {
        const { nested } = (await response.json()) as { nested: object }
        return Response.json(nested)
      }
      const { op, open } = createPlainApp(
        { token: { url: 'https://op.example/token', conform } },
        { token: (nested: object) => ({ nested }) },
      )
      const visit = open()
      await runRoundTrip(visit, op, { provider: 'plain' })
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  describe.each(['op', 'plain'])('of "%s" is rejected', provider => {
    const bad: Record<string, Bend> = {
      'with an error': () => Response.json({ error: 'invalid_grant' }, { status: 400 }),
      'with an error inside a 200': () => ({ error: 'invalid_grant' }),
      'with status 500 and valid tokens': answer => Response.json(answer, { status: 500 }),
      'with status 202 and valid tokens': answer => Response.json(answer, { status: 202 }),
      'as a form': () => new Response('access_token=a&token_type=bearer'),
      'as an array': answer => Response.json([answer]),
      'without an access token': ({ access_token: _, ...rest }) => rest,
      'with an empty access token': answer => ({ ...answer, access_token: '' }),
      'with an access token that is not a string': answer => ({ ...answer, access_token: 7 }),
      'without a token type': ({ token_type: _, ...rest }) => rest,
      'with an empty token type': answer => ({ ...answer, token_type: '' }),
      'with an unknown token type': answer => ({ ...answer, token_type: 'mac' }),
      'with a lifetime that is not a number': answer => ({ ...answer, expires_in: 'soon' }),
      'with a lifetime that is an object': answer => ({ ...answer, expires_in: {} }),
      'with a refresh token that is not a string': answer => ({ ...answer, refresh_token: 7 }),
      'with a scope that is not a string': answer => ({ ...answer, scope: ['openid'] }),
    }

    test.each([...Object.keys(bad), ...Object.keys(failures).filter(name => name !== 'slow')])(
      '%s',
      async name => {
        const op = createMaliciousProvider()
        const { adapter, calls } = createTappedAdapter()
        const providers = [op.provider(), op.plainProvider()]
        const { open, log } = createTestApp({ op, adapter, providers })
        op.lies.token = bad[name] ?? (name as keyof typeof failures)
        const visit = open()
        expect(getLocation(await runRoundTrip(visit, op, { provider }))).toBe(configuration)
        expect(log.types()).toEqual([name === 'huge' ? 'PayloadTooLarge' : 'CallbackRouteError'])
        expect(op.listRequestedEndpoints()).not.toContain('userinfo')
        expect(calls).toEqual([])
        expect(await visit.getSession()).toBeNull()
      },
    )
  })

  test.each([200, 400])('the error of the provider is logged, with status %i too', async status => {
    const { op, open, log } = createTestApp()
    op.lies.token = () => Response.json({ error: 'invalid_grant' }, { status })
    await runRoundTrip(open(), op)
    expect(log.errors).toMatchObject([{ cause: { err: { code: 'OAUTH_RESPONSE_BODY_ERROR' } } }])
    expect(log.errors[0]?.message).toContain(`the error "invalid_grant". The code can be used once`)
  })

  test('of an OpenID Connect provider without an ID token is rejected', async () => {
    const { op, open } = createTestApp()
    op.lies.token = ({ id_token: _, ...rest }) => rest
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
    expect(await visit.getSession()).toBeNull()
  })

  describe('the tokens that the app receives', () => {
    test.each<[string, unknown]>([
      ['Bearer', 'bearer'],
      ['BEARER', 'bearer'],
      ['DPoP', 'dpop'],
    ])('have the type "%s" as "%s"', async (token_type, expected) => {
      expect(await collectTokens(answer => ({ ...answer, token_type }))).toMatchObject({
        token_type: expected,
      })
    })

    test.each<[unknown, number | undefined, number | undefined]>([
      [3600, 3600, 1_780_318_800],
      ['3600', 3600, 1_780_318_800],
      [0, 0, undefined],
      [undefined, undefined, undefined],
    ])('have the lifetime %j as %j seconds, with `expires_at` %j', async (expires_in, seconds, end) => {
      vi.useFakeTimers({ toFake: ['Date'], now: noon })
      const tokens = await collectTokens(answer => ({ ...answer, expires_in }))
      expect(tokens.expires_in).toBe(seconds)
      expect(tokens.expires_at).toBe(end)
    })

    test('include unknown members', async () => {
      const tokens = await collectTokens(answer => ({ ...answer, refresh_token: 'r', team: { id: 7 } }))
      expect(tokens).toMatchObject({ refresh_token: 'r', team: { id: 7 }, scope: 'profile email' })
    })
  })

  describe('the signature of an ID token', () => {
    const signIn = async (alg: 'RS256' | 'ES256', client: ClientMetadata, advertised?: string[]) => {
      const op = createMaliciousProvider({ alg })
      op.lies.discovery = answer => ({ ...answer, id_token_signing_alg_values_supported: advertised })
      const visit = createTestApp({ op, providers: [op.provider({ client })] }).open()
      await runRoundTrip(visit, op)
      return (await visit.getSession()) !== null
    }

    test.each<['RS256' | 'ES256', string, ClientMetadata, string[] | undefined, boolean]>([
      ['ES256', 'is configured', { id_token_signed_response_alg: 'ES256' }, ['RS256'], true],
      ['ES256', 'is not the configured one', { id_token_signed_response_alg: 'RS256' }, ['ES256'], false],
      ['ES256', 'is advertised', {}, ['RS256', 'ES256'], true],
      ['ES256', 'is not advertised', {}, ['RS256'], false],
      ['ES256', 'is neither configured nor advertised', {}, undefined, false],
      ['RS256', 'is neither configured nor advertised', {}, undefined, true],
    ])('with %s, which %s', async (alg, _, client, advertised, isGood) => {
      expect(await signIn(alg, client, advertised)).toBe(isGood)
    })
  })

  describe('a token endpoint with a `request` function', () => {
    test('replaces the token request', async () => {
      const request = async ({ params }: { params: Record<string, string> }) => ({
        tokens: {
          access_token: `for ${typeof params['code']}`,
          token_type: 'bearer' as const,
          expires_in: 60,
        },
      })
      const userinfo = {
        request: ({ tokens }: { tokens: TokenSet }) => ({ id: 7, name: tokens.access_token }),
      }
      const { op, open } = createPlainApp({ token: { url: 'https://op.example/token', request }, userinfo })
      const visit = open()
      await runRoundTrip(visit, op, { provider: 'plain' })
      expect(await visit.getSession()).toMatchObject({ user: { name: 'for string' } })
      expect(op.listRequestedEndpoints()).toEqual([])
    })

    test('can return the lifetime as a string', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: noon })
      let seen: TokenSet = {}
      const request = async () => ({ tokens: { access_token: 'a', expires_in: '60' } as unknown as TokenSet })
      const userinfo = {
        request: ({ tokens }: { tokens: TokenSet }) => {
          seen = tokens
          return { id: 7 }
        },
      }
      const { op, open } = createPlainApp({ token: { url: 'https://op.example/token', request }, userinfo })
      await runRoundTrip(open(), op, { provider: 'plain' })
      expect(seen.expires_at).toBe(1_780_315_260)
    })
  })
})
