import { describe, expect, test } from 'vitest'
import { createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

test('the providers action returns five public fields of each provider', async () => {
  const op = createMaliciousProvider()
  const { open } = createTestApp({ op, providers: [op.provider(), credentials] })
  expect(await (await open().get('/auth/providers')).json()).toEqual({
    op: {
      id: 'op',
      name: 'OP',
      type: 'oidc',
      signinUrl: `${origin}/auth/signin/op`,
      callbackUrl: `${origin}/auth/callback/op`,
    },
    credentials: {
      id: 'credentials',
      name: 'Password',
      type: 'credentials',
      signinUrl: `${origin}/auth/signin/credentials`,
      callbackUrl: `${origin}/auth/callback/credentials`,
    },
  })
})

test('the callback URL of a provider is `<origin><basePath>/callback/<id>`', async () => {
  const { open } = createTestApp({ basePath: '/in' })
  const visit = open({ basePath: '/in' })
  const away = visit.getLocation(await visit.signIn('op'))
  expect(away.searchParams.get('redirect_uri')).toBe(`${origin}/in/callback/op`)
})

describe('the userinfo endpoint', () => {
  test('can be a `request` function of the provider', async () => {
    const op = createMaliciousProvider()
    const tokens: unknown[] = []
    const request = async (asked: { tokens: { access_token?: string | undefined } }) => {
      tokens.push(asked.tokens.access_token)
      return { sub: 'own', name: 'Own Code' }
    }
    const { open } = createTestApp({
      op,
      providers: [op.plainProvider({ id: 'plain', userinfo: { request } })],
    })
    const visit = open()
    await runRoundTrip(visit, op, { provider: 'plain' })
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Own Code' } })
    expect(tokens).toEqual([expect.any(String)])
    expect(op.requests.map(({ endpoint }) => endpoint)).not.toContain('userinfo')
  })
})

test('a provider button shows its initial in `style.text` on `style.bg`', async () => {
  const op = createMaliciousProvider()
  const style = { bg: '#013a63', text: '#fafafa' }
  const { open } = createTestApp({ op, providers: [op.provider({ style })] })
  const page = await (await open().get('/auth/signin')).text()
  expect(page).toMatch(/<rect [^>]*fill="#013a63"\/>/)
  expect(page).toMatch(/<text [^>]*fill="#fafafa">O<\/text>/)
})
