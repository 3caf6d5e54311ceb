import { describe, expect, test } from 'vitest'
import { comeBack, makeApp, origin } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

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
