import { describe, expect, test } from 'vitest'
import { comeBack, makeApp, origin } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

describe('Behaviour section 8.2: the authorization URL', () => {
  async function start(
    query: string,
    config: Parameters<ReturnType<typeof lyingProvider>['provider']>[0] = {},
  ) {
    const op = lyingProvider()
    const { open } = makeApp({ op, providers: [op.provider(config)] })
    const visit = open()
    const csrfToken = await visit.csrf()
    const away = await visit.post(`/auth/signin/op?${query}`, { csrfToken })
    return { op, visit, away, asked: visit.location(away).searchParams }
  }

  describe('the query of `POST signin`', () => {
    test('extends what the provider is asked', async () => {
      const { asked } = await start('login_hint=ada%40example.com&prompt=consent&ui_locales=de')
      expect(Object.fromEntries(asked)).toMatchObject({
        login_hint: 'ada@example.com',
        prompt: 'consent',
        ui_locales: 'de',
      })
    })

    test('replaces a scope and other parameters of the configuration', async () => {
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
    ])('never touches `%s`', async name => {
      const before = await start('')
      const { asked, op, visit, away } = await start(`${name}=https%3A%2F%2Fevil.example`)
      expect(asked.getAll(name)).not.toContain('https://evil.example')
      expect([...asked.keys()].sort()).toEqual([...before.asked.keys()].sort())
      await comeBack(visit, op, away)
      expect(await visit.session()).not.toBeNull()
    })

    test('keeps what stands in the authorization address itself', async () => {
      const { asked } = await start('extra=2', {
        authorization: 'https://op.example/authorize?tenant=acme&extra=1',
      })
      expect(asked.get('tenant')).toBe('acme')
      expect(asked.getAll('extra')).toEqual(['2'])
    })

    test('reaches the provider as it was typed, whatever is in it', async () => {
      const value = 'a&b=c#d ü\r\nSet-Cookie: x=1'
      const { asked, away } = await start(new URLSearchParams({ login_hint: value }).toString())
      expect(asked.get('login_hint')).toBe(value)
      expect(away.headers.getSetCookie().join()).not.toContain('x=1')
    })
  })

  test('fields of the body are no parameters', async () => {
    const op = lyingProvider()
    const { open } = makeApp({ op })
    const visit = open()
    const url = visit.location(
      await visit.signIn('op', { prompt: 'consent', redirect_uri: 'https://evil.example' }),
    )
    expect(url.searchParams.has('prompt')).toBe(false)
    expect(url.searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
  })

  test('the redirect URI is the same at both endpoints of the provider', async () => {
    const { op, visit, away, asked } = await start('')
    await comeBack(visit, op, away)
    const token = op.requests.find(({ endpoint }) => endpoint === 'token')
    expect(token?.body.get('redirect_uri')).toBe(asked.get('redirect_uri'))
  })

  describe('what the provider is asked', () => {
    test('is, in this order, who asks, for what, and what protects the flow', async () => {
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
      const { origin: host, pathname } = visit.location(away)
      expect(host + pathname).toBe('https://op.example/authorize')
    })

    test('is what the configuration says, also where a vendor wants other words', async () => {
      const params = {
        response_type: 'Assertion',
        client_id: 'another',
        redirect_uri: 'https://app.example/x',
      }
      const { asked } = await start('', { authorization: { params } })
      expect(Object.fromEntries(asked)).toMatchObject(params)
    })

    test('has those options of the provider that it is declared to have, and that the app gives', async () => {
      const more = { authorization: { options: ['connection', 'organization'] }, connection: 'acme' }
      const { asked } = await start('', more)
      expect(asked.get('connection')).toBe('acme')
      expect(asked.has('organization')).toBe(false)
    })

    test.each(['state', 'nonce', 'code_challenge', 'code_challenge_method'])(
      'has a `%s` of this flow, whatever the configuration says',
      async name => {
        const authorization = { params: { [name]: 'always the same' } }
        const { asked, op, visit, away } = await start('', { authorization })
        expect(asked.get(name)).not.toBe('always the same')
        await comeBack(visit, op, away)
        expect(await visit.session()).not.toBeNull()
      },
    )

    test('keeps what stands in the address that was discovered', async () => {
      const op = lyingProvider()
      const { open } = makeApp({ op })
      op.lies.discovery = answer => ({
        ...answer,
        authorization_endpoint: `${answer['authorization_endpoint']}?tenant=acme`,
      })
      const visit = open()
      const asked = visit.location(await visit.signIn('op')).searchParams
      expect(asked.get('tenant')).toBe('acme')
    })

    test.each([undefined, ['plain'], []])(
      'has a challenge by S256, where the provider advertises %j',
      async code_challenge_methods_supported => {
        const op = lyingProvider()
        const { open } = makeApp({ op })
        op.lies.discovery = answer => ({ ...answer, code_challenge_methods_supported })
        const visit = open()
        const asked = visit.location(await visit.signIn('op')).searchParams
        expect(asked.get('code_challenge_method')).toBe('S256')
      },
    )
  })

  test('the cookies of the answer: where to go afterwards if that is new, then the flow', async () => {
    const visit = makeApp().open()
    const names = async (callbackUrl: string) =>
      (await visit.signIn('op', { callbackUrl })).headers
        .getSetCookie()
        .map(line => line.split('=')[0]?.replace(/state\.[\w-]{8}$/, 'state.…'))
    await visit.csrf()
    expect(await names('/a')).toEqual(['__Secure-authjs.callback-url', '__Secure-authjs.state.…'])
    expect(await names('/a')).toEqual(['__Secure-authjs.state.…'])
  })
})
