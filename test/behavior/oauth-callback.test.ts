import { describe, expect, test } from 'vitest'
import { createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, type Lies } from '../support/malicious-provider.js'

describe('Behaviour section 8.3: callback parameters and checks', () => {
  const configuration = `${origin}/auth/error?error=Configuration`
  const denied = `${origin}/auth/signin?error=OAuthCallbackError`

  /** What comes of an answer that somebody edited on its way. */
  async function edited(edit: (answer: URLSearchParams) => void, provider = 'op') {
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

  describe.each(['op', 'plain'])('an answer of "%s"', provider => {
    test.each(['code', 'state', 'iss', 'error', 'response', 'id_token', 'token'])(
      'that has `%s` twice is refused, and no code is sent',
      async name => {
        for (const second of ['same', 'evil']) {
          const { where, asked, session } = await edited(answer => {
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
      'that has `%s` is refused: nothing but a code is taken',
      async name => {
        const { where, asked, session } = await edited(
          answer => answer.set(name, 'eyJhbGciOiJub25lIn0.e30.'),
          provider,
        )
        expect(where).toBe(configuration)
        expect(asked).not.toContain('token')
        expect(session).toBeNull()
      },
    )

    test('that has a token but no code is refused', async () => {
      const { where, session } = await edited(answer => {
        answer.delete('code')
        answer.set('access_token', 'stolen')
        answer.set('token_type', 'bearer')
      }, provider)
      expect(where).toBe(configuration)
      expect(session).toBeNull()
    })

    test('that has a foreign access token beside the code never uses it', async () => {
      const op = createMaliciousProvider()
      const { open } = createTestApp({ op, providers: [op.plainProvider()] })
      op.lies.authorization = answer => answer.set('access_token', 'stolen')
      await runRoundTrip(open(), op, { provider: 'plain' })
      const used = op.requests.map(({ headers }) => headers.get('authorization')).join()
      expect(used).not.toContain('stolen')
    })

    test('that has code and error is a refusal', async () => {
      const { where, asked } = await edited(answer => answer.set('error', 'access_denied'), provider)
      expect(where).toBe(denied)
      expect(asked).not.toContain('token')
    })

    test.each(['', ' ', '\0'])('whose code is %j is refused', async code => {
      const { where, session } = await edited(answer => answer.set('code', code), provider)
      expect(where).toBe(configuration)
      expect(session).toBeNull()
    })

    test('may have parameters that nobody knows', async () => {
      const { where } = await edited(answer => answer.set('session_state', 'x'), provider)
      expect(where).toBe(origin)
    })
  })

  describe('a refusal of the provider', () => {
    test('leads back to the sign-in page', async () => {
      const { op, open, log } = createTestApp()
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
      expect(log.types()).toEqual(['OAuthCallbackError'])
    })

    test('without `state` does, too', async () => {
      const { op, open } = createTestApp()
      op.lies.authorization = answer => answer.delete('state')
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(denied)
    })

    test('with a state that nobody sent is refused itself', async () => {
      const { op, open } = createTestApp()
      op.lies.authorization = answer => answer.set('state', 'made-up')
      expect(getLocation(await runRoundTrip(open(), op, { error: 'access_denied' }))).toBe(configuration)
    })

    describe('that is no `error`, but the lack of a code', () => {
      async function withoutCode(edit: (answer: URLSearchParams) => void = () => {}) {
        const op = createMaliciousProvider()
        const { open } = createTestApp({
          op,
          providers: [op.plainProvider({ callback: { cancelled: 'without-code' } })],
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

      test('leads back to the sign-in page, and nothing is asked of the provider', async () => {
        expect(await withoutCode()).toEqual({ where: denied, asked: [] })
      })

      test('is refused itself with a state that nobody sent', async () => {
        const { where } = await withoutCode(answer => answer.set('state', 'made-up'))
        expect(where).toBe(configuration)
      })
    })
  })

  test.each(['state=', 'state', 'code=x&state=', 'code=x&state=__proto__', 'code=x&state=constructor', ''])(
    'a callback with "%s" and no flow is refused',
    async query => {
      const { open, log } = createTestApp()
      expect(getLocation(await open().get(`/auth/callback/op?${query}`))).toBe(configuration)
      expect(log.types()).toEqual(['InvalidCheck'])
    },
  )

  describe('what is asked of the provider besides the code', () => {
    const { authorize, token, userinfo, jwks } = createMaliciousProvider().endpoints
    const at = { authorization: authorize, token }

    test.each<[string, object, string[]]>([
      ['an issuer alone', {}, ['discovery', 'token', 'jwks']],
      ['all that is needed', { ...at, jwks_endpoint: jwks }, ['token', 'jwks']],
      ['no keys', at, ['discovery', 'token', 'jwks']],
      ['no token endpoint', { authorization: authorize }, ['discovery', 'token', 'jwks']],
      [
        'no userinfo endpoint, and needs one',
        { ...at, jwks_endpoint: jwks, idToken: false },
        ['discovery', 'token', 'jwks', 'userinfo'],
      ],
      [
        'all that is needed, userinfo too',
        { ...at, userinfo, jwks_endpoint: jwks, idToken: false },
        ['token', 'jwks', 'userinfo'],
      ],
    ])('an OpenID provider with %s', async (_, more, expected) => {
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
        'an issuer alone',
        { issuer: 'https://op.example', authorization: undefined, token: undefined, userinfo: undefined },
        ['discovery', 'token', 'userinfo'],
      ],
      [
        'code of its own for userinfo',
        { issuer: 'https://op.example', userinfo: { request: () => ({ sub: '1' }) } },
        ['token'],
      ],
    ])('a plain provider with %s', async (_, more, expected) => {
      const op = createMaliciousProvider()
      const visit = createTestApp({ op, providers: [op.plainProvider(more)] }).open()
      await runRoundTrip(visit, op, { provider: 'plain' })
      expect(op.listRequestedEndpoints()).toEqual(expected)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('a userinfo endpoint need not be there where the ID token says it all', async () => {
      const { op, open } = createTestApp()
      op.lies.discovery = ({ userinfo_endpoint: _, ...rest }) => rest
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  describe('where nothing was checked on the way out', () => {
    test('`state` is ignored', async () => {
      const op = createMaliciousProvider()
      const visit = createTestApp({ op, providers: [op.provider({ checks: ['none'] })] }).open()
      op.lies.authorization = answer => answer.set('state', 'of another')
      await runRoundTrip(visit, op)
      expect(await visit.getSession()).not.toBeNull()
    })
  })

  test.each<[string, Lies]>([
    ['an answer without a code', { authorization: answer => answer.delete('code') }],
    ['an answer of another issuer', { authorization: answer => answer.set('iss', 'https://evil.example') }],
    ['a token in place of a code', { authorization: answer => answer.set('id_token', 'a.b.c') }],
    ['a packed answer', { authorization: answer => answer.set('response', 'a.b.c') }],
    ['a refused code', { token: 'error' }],
    ['a provider that is down', { token: 'down' }],
    ['a forged ID token', { signature: 'foreign-key' }],
  ])('%s is logged with its origin and its provider, and shown as a fault of ours', async (_, lies) => {
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
