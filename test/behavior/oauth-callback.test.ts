import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, type Lies } from '../support/malicious-provider.js'

describe('OAuth callback', () => {
  const configuration = `${origin}/auth/error?error=Configuration`
  const expiredSignIn = `${origin}/auth/signin?error=OAuthCallbackError`
  const denied = `${origin}/auth/signin?error=OAuthCallbackError`

  /** The result of a callback whose parameters were changed on the way. */
  async function completeEditedCallback(edit: (answer: URLSearchParams) => void, provider = 'op') {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({
      op,
      providers: [op.provider(), op.plainProvider({ issuer: op.issuer })],
    })
    op.lies.authorization = edit
    const visit = open()
    const back = await runRoundTrip(visit, op, { provider })
    return {
      where: getLocation(back),
      asked: op.listRequestedEndpoints(),
      session: await visit.getSession(),
      log,
    }
  }

  describe.each(['op', 'plain'])('a callback of "%s"', provider => {
    test.each(['code', 'state', 'iss', 'error', 'response', 'id_token', 'token'])(
      'with a duplicate `%s` is rejected before the code is sent',
      async name => {
        for (const second of ['same', 'evil']) {
          const { where, asked, session } = await completeEditedCallback(answer => {
            const first = answer.get(name) ?? 'x'
            answer.set(name, first)
            answer.append(name, second === 'same' ? first : 'evil')
          }, provider)
          expect(where).not.toBe(origin)
          expect(asked).not.toContain('token')
          expect(session).toBeNull()
        }
      },
    )

    test.each(['id_token', 'token', 'response'])(
      'with `%s` is rejected, because only the code flow is supported',
      async name => {
        const { where, asked, session } = await completeEditedCallback(
          answer => answer.set(name, 'eyJhbGciOiJub25lIn0.e30.'),
          provider,
        )
        expect(where).toBe(configuration)
        expect(asked).not.toContain('token')
        expect(session).toBeNull()
      },
    )

    test('with an access token but no code is rejected', async () => {
      const { where, session } = await completeEditedCallback(answer => {
        answer.delete('code')
        answer.set('access_token', 'stolen')
        answer.set('token_type', 'bearer')
      }, provider)
      expect(where).toBe(configuration)
      expect(session).toBeNull()
    })

    test('ignores an access token beside the code', async () => {
      const op = createMaliciousProvider()
      const { open } = createTestApp({ op, providers: [op.plainProvider()] })
      op.lies.authorization = answer => answer.set('access_token', 'stolen')
      await runRoundTrip(open(), op, { provider: 'plain' })
      const used = op.requests.map(({ headers }) => headers.get('authorization')).join()
      expect(used).not.toContain('stolen')
    })

    test('with both code and error is handled as an error', async () => {
      const { where, asked } = await completeEditedCallback(
        answer => answer.set('error', 'access_denied'),
        provider,
      )
      expect(where).toBe(denied)
      expect(asked).not.toContain('token')
    })

    test.each(['', ' ', '\0'])('with the code %j is rejected', async code => {
      const { where, session } = await completeEditedCallback(answer => answer.set('code', code), provider)
      expect(where).toBe(configuration)
      expect(session).toBeNull()
    })

    test('can have unknown parameters', async () => {
      const { where } = await completeEditedCallback(answer => answer.set('session_state', 'x'), provider)
      expect(where).toBe(origin)
    })
  })

  describe('an error response of the provider', () => {
    test('redirects to the sign-in page with OAuthCallbackError', async () => {
      const { op, open, log } = createTestApp()
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
      expect(log.types()).toEqual(['OAuthCallbackError'])
    })

    test('without `state` redirects to the sign-in page too', async () => {
      const { op, open } = createTestApp()
      op.lies.authorization = answer => answer.delete('state')
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
    })

    test('with an unknown `state` is rejected with InvalidCheck', async () => {
      const { op, open } = createTestApp()
      op.lies.authorization = answer => answer.set('state', 'made-up')
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(expiredSignIn)
    })

    describe('that is a missing code instead of an `error`', () => {
      async function withoutCode(edit: (answer: URLSearchParams) => void = () => {}) {
        const op = createMaliciousProvider()
        const { open } = createTestApp({
          op,
          providers: [op.plainProvider({ callback: { cancellation: 'without-code' } })],
        })
        op.lies.authorization = answer => {
          answer.delete('code')
          edit(answer)
        }
        return {
          where: getLocation(await runRoundTrip(open(), op, { provider: 'plain' })),
          asked: op.listRequestedEndpoints(),
        }
      }

      test('redirects to the sign-in page without a request to the provider', async () => {
        expect(await withoutCode()).toEqual({ where: denied, asked: [] })
      })

      test('is rejected with an unknown `state`', async () => {
        const { where } = await withoutCode(answer => answer.set('state', 'made-up'))
        expect(where).toBe(expiredSignIn)
      })
    })
  })

  test.each(['state=', 'state', 'code=x&state=', 'code=x&state=__proto__', 'code=x&state=constructor', ''])(
    'a callback with "%s" and no check cookie is rejected with InvalidCheck',
    async query => {
      const { open, log } = createTestApp()
      expect(getLocation(await open().get(`/auth/callback/op?${query}`))).toBe(expiredSignIn)
      expect(log.types()).toEqual(['InvalidCheck'])
    },
  )

  describe('requests to the provider besides the authorization', () => {
    const { authorize, token, userinfo, jwks } = createMaliciousProvider().endpoints
    const at = { authorization: authorize, token }

    test.each<[string, object, string[]]>([
      ['an issuer only', {}, ['discovery', 'token', 'jwks']],
      ['all required endpoints', { ...at, jwks_endpoint: jwks }, ['token', 'jwks']],
      ['no JWKS endpoint', at, ['discovery', 'token', 'jwks']],
      ['no token endpoint', { authorization: authorize }, ['discovery', 'token', 'jwks']],
      [
        'no userinfo endpoint and `idToken: false`',
        { ...at, jwks_endpoint: jwks, idToken: false },
        ['discovery', 'token', 'jwks', 'userinfo'],
      ],
      [
        'all endpoints and `idToken: false`',
        { ...at, userinfo, jwks_endpoint: jwks, idToken: false },
        ['token', 'jwks', 'userinfo'],
      ],
    ])('an OpenID Connect provider with %s', async (_, more, expected) => {
      const op = createMaliciousProvider()
      const visit = createTestApp({ op, providers: [op.provider(more)] }).open()
      await runRoundTrip(visit, op)
      expect(op.listRequestedEndpoints()).toEqual(expected)
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each<[string, object, string[]]>([
      ['three endpoints', {}, ['token', 'userinfo']],
      ['three endpoints and an issuer', { issuer: 'https://op.example' }, ['token', 'userinfo']],
      [
        'an issuer and no userinfo endpoint',
        { issuer: 'https://op.example', userinfo: undefined },
        ['discovery', 'token', 'userinfo'],
      ],
      [
        'an issuer only',
        { issuer: 'https://op.example', authorization: undefined, token: undefined, userinfo: undefined },
        ['discovery', 'token', 'userinfo'],
      ],
      [
        'a `request` function for userinfo',
        { issuer: 'https://op.example', userinfo: { request: () => ({ sub: '1' }) } },
        ['token'],
      ],
    ])('an OAuth provider with %s', async (_, more, expected) => {
      const op = createMaliciousProvider()
      const visit = createTestApp({ op, providers: [op.plainProvider(more)] }).open()
      await runRoundTrip(visit, op, { provider: 'plain' })
      expect(op.listRequestedEndpoints()).toEqual(expected)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('a userinfo endpoint is not required if the ID token is used', async () => {
      const { op, open } = createTestApp()
      op.lies.discovery = ({ userinfo_endpoint: _, ...rest }) => rest
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  describe('with `checks: ["none"]`', () => {
    test('`state` is ignored', async () => {
      const op = createMaliciousProvider()
      const visit = createTestApp({ op, providers: [op.provider({ checks: ['none'] })] }).open()
      op.lies.authorization = answer => answer.set('state', 'of another')
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  test.each<[string, Lies]>([
    ['a callback without a code', { authorization: answer => answer.delete('code') }],
    [
      'a callback of a different issuer',
      { authorization: answer => answer.set('iss', 'https://evil.example') },
    ],
    ['an ID token instead of a code', { authorization: answer => answer.set('id_token', 'a.b.c') }],
    ['a JARM response', { authorization: answer => answer.set('response', 'a.b.c') }],
    ['a rejected code', { token: 'error' }],
    ['an unavailable provider', { token: 'down' }],
    ['a forged ID token', { signature: 'foreign-key' }],
  ])('%s is logged with cause and provider, and redirects with Configuration', async (_, lies) => {
    const { op, open, log } = createTestApp()
    op.lies = lies
    const visit = open()
    expect(getLocation(await runRoundTrip(visit, op))).toBe(configuration)
    expect(log.errors).toMatchObject([
      { type: 'CallbackRouteError', cause: { err: expect.any(Error), provider: 'op' } },
    ])
    expect(await visit.getSession()).toBeNull()
  })
})
