import { describe, expect, test } from 'vitest'
import { completeRoundTrip, createTestApp, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

describe('authorization URL', () => {
  async function start(
    query: string,
    config: Parameters<ReturnType<typeof createMaliciousProvider>['provider']>[0] = {},
  ) {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op, providers: [op.provider(config)] })
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const away = await visit.post(`/auth/signin/op?${query}`, { csrfToken })
    return { op, visit, away, asked: visit.getLocation(away).searchParams }
  }

  describe('the query of `POST signin`', () => {
    test('adds parameters to the authorization URL', async () => {
      const { asked } = await start('login_hint=ada%40example.com&prompt=consent&ui_locales=de')
      expect(Object.fromEntries(asked)).toMatchObject({
        login_hint: 'ada@example.com',
        prompt: 'consent',
        ui_locales: 'de',
      })
    })

    test('replaces the scope and other parameters of the configuration', async () => {
      const { asked } = await start('scope=openid+calendar&prompt=none', {
        authorization: { params: { scope: 'openid', prompt: 'login' } },
      })
      expect(asked.get('scope')).toBe('openid calendar')
      expect(asked.get('prompt')).toBe('none')
    })

    test.each([
      'client_id',
      'client_secret',
      'redirect_uri',
      'response_type',
      'response_mode',
      'state',
      'nonce',
      'request',
      'request_uri',
      'code_challenge',
      'code_challenge_method',
      'code_challenge_anything',
    ])('cannot set `%s`', async name => {
      const before = await start('')
      const { asked, op, visit, away } = await start(`${name}=https%3A%2F%2Fevil.example`)
      expect(asked.getAll(name)).not.toContain('https://evil.example')
      expect([...asked.keys()].sort()).toEqual([...before.asked.keys()].sort())
      await completeRoundTrip(visit, op, away)
      expect(await visit.getSession()).not.toBeNull()
    })

    test('keeps the parameters of the configured authorization URL', async () => {
      const { asked } = await start('extra=2', {
        authorization: 'https://op.example/authorize?tenant=acme&extra=1',
      })
      expect(asked.get('tenant')).toBe('acme')
      expect(asked.getAll('extra')).toEqual(['2'])
    })

    test('is passed to the provider unchanged and correctly encoded', async () => {
      const value = 'a&b=c#d ü\r\nSet-Cookie: x=1'
      const { asked, away } = await start(new URLSearchParams({ login_hint: value }).toString())
      expect(asked.get('login_hint')).toBe(value)
      expect(away.headers.getSetCookie().join()).not.toContain('x=1')
    })
  })

  test('fields of the body do not become authorization parameters', async () => {
    const op = createMaliciousProvider()
    const { open } = createTestApp({ op })
    const visit = open()
    const url = visit.getLocation(
      await visit.signIn('op', { prompt: 'consent', redirect_uri: 'https://evil.example' }),
    )
    expect(url.searchParams.has('prompt')).toBe(false)
    expect(url.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
  })

  test('the redirect URI is the same at the authorization and token endpoints', async () => {
    const { op, visit, away, asked } = await start('')
    await completeRoundTrip(visit, op, away)
    const token = op.requests.find(({ endpoint }) => endpoint === 'token')
    expect(token?.body.get('redirect_uri')).toBe(asked.get('redirect_uri'))
  })

  describe('the authorization URL', () => {
    test('has the parameters in this order', async () => {
      const { asked, away, visit } = await start('prompt=login', { checks: ['pkce', 'state', 'nonce'] })
      expect(away.status).toBe(302)
      expect([...asked]).toEqual([
        ['client_id', 'app'],
        ['redirect_uri', `${origin}/auth/callback/op`],
        ['response_type', 'code'],
        ['scope', 'openid profile email'],
        ['prompt', 'login'],
        ['state', expect.stringMatching(/^[\w-]{43}$/)],
        ['code_challenge', expect.stringMatching(/^[\w-]{43}$/)],
        ['code_challenge_method', 'S256'],
        ['nonce', expect.stringMatching(/^[\w-]{43}$/)],
      ])
      const { origin: host, pathname } = visit.getLocation(away)
      expect(host + pathname).toBe('https://op.example/authorize')
    })

    test('uses the parameters of the configuration, including `client_id` and `redirect_uri`', async () => {
      const params = {
        response_type: 'Assertion',
        client_id: 'another',
        redirect_uri: 'https://app.example/x',
      }
      const { asked } = await start('', { authorization: { params } })
      expect(Object.fromEntries(asked)).toMatchObject(params)
    })

    test('includes the options that `authorization.forwardedOptions` lists and the app sets', async () => {
      const more = { authorization: { forwardedOptions: ['connection', 'organization'] }, connection: 'acme' }
      const { asked } = await start('', more)
      expect(asked.get('connection')).toBe('acme')
      expect(asked.has('organization')).toBe(false)
    })

    test.each(['state', 'nonce', 'code_challenge', 'code_challenge_method'])(
      'uses a generated `%s`, even if the configuration sets one',
      async name => {
        const authorization = { params: { [name]: 'always the same' } }
        const { asked, op, visit, away } = await start('', { authorization })
        expect(asked.get(name)).not.toBe('always the same')
        await completeRoundTrip(visit, op, away)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test('keeps the query of the discovered authorization endpoint', async () => {
      const op = createMaliciousProvider()
      const { open } = createTestApp({ op })
      op.lies.discovery = answer => ({
        ...answer,
        authorization_endpoint: `${answer['authorization_endpoint']}?tenant=acme`,
      })
      const visit = open()
      const asked = visit.getLocation(await visit.signIn('op')).searchParams
      expect(asked.get('tenant')).toBe('acme')
    })

    test.each([undefined, ['plain'], []])(
      'uses S256 if the provider advertises %j as PKCE methods',
      async code_challenge_methods_supported => {
        const op = createMaliciousProvider()
        const { open } = createTestApp({ op })
        op.lies.discovery = answer => ({ ...answer, code_challenge_methods_supported })
        const visit = open()
        const asked = visit.getLocation(await visit.signIn('op')).searchParams
        expect(asked.get('code_challenge_method')).toBe('S256')
      },
    )
  })

  test('sets the callback URL cookie if it changed, then the check cookie', async () => {
    const visit = createTestApp().open()
    const names = async (callbackUrl: string) =>
      (await visit.signIn('op', { callbackUrl })).headers
        .getSetCookie()
        .map(line => line.split('=')[0]?.replace(/state\.[\w-]{8}$/, 'state.…'))
    await visit.getCsrfToken()
    expect(await names('/a')).toEqual(['__Secure-authjs.callback-url', '__Secure-authjs.state.…'])
    expect(await names('/a')).toEqual(['__Secure-authjs.state.…'])
  })
})
