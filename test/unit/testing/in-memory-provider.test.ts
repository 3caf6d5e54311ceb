import { createServer } from 'node:http'
import { createInMemoryProvider, type InMemoryProvider, type InMemoryProviderOptions } from 'latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../../support/app.js'
import { serve } from '../../support/serve.js'
import { createVisitor } from '../../support/visitor.js'

const redirect_uri = 'https://app.example/auth/callback/op'

/** An app whose provider is in memory. */
function createApp(options: InMemoryProviderOptions = {}, overrides: object = {}) {
  const op = createInMemoryProvider(options)
  return { provider: op, ...createTestApp({ providers: [op.provider(overrides)] }) }
}

function createAuthorizationUrl(op: InMemoryProvider, params: Record<string, string> = {}): URL {
  const url = new URL(`${op.issuer}/authorize`)
  const honest = { response_type: 'code', client_id: op.clientId, redirect_uri, state: 's' }
  url.search = new URLSearchParams({ ...honest, ...params }).toString()
  return url
}

/** What the token endpoint says to a client without a secret. */
async function exchangeCode(op: InMemoryProvider, body: Record<string, string>): Promise<Response> {
  const fields = { grant_type: 'authorization_code', client_id: op.clientId, redirect_uri, ...body }
  return op.fetch(`${op.issuer}/token`, { method: 'POST', body: new URLSearchParams(fields) })
}

describe('an app with a provider in memory', () => {
  test.each(['RS256', 'ES256', 'HS256'] as const)('signs in the first of its users, by %s', async alg => {
    const { provider, open, log } = createApp({ alg })
    const visit = open()
    const away = await visit.signIn('op', { callbackUrl: '/welcome' })
    const back = await visit.get(provider.authorize(visit.getLocation(away)), { from: provider.issuer })
    expect(getLocation(back)).toBe(`${origin}/welcome`)
    expect(await visit.getSession()).toMatchObject({
      user: { name: 'Ada Lovelace', email: 'ada@example.com' },
    })
    expect(log.errors).toEqual([])
  })

  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'proves itself by %s',
    async authMethod => {
      const { provider, open } = createApp({ authMethod, clientSecret: 'odd: +/%& secret' })
      const visit = open()
      await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test.each([
    ['by address', 'grace@example.com', 'Grace Hopper'],
    ['by `sub`', 'grace-0001', 'Grace Hopper'],
    ['by claims of their own', { sub: 'x', name: 'Somebody Else' }, 'Somebody Else'],
  ])('signs in whom the test chooses %s', async (_, user, name) => {
    const { provider, open } = createApp()
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op')), { user }))
    expect(await visit.getSession()).toMatchObject({ user: { name } })
  })

  test('signs in whom the provider knows in the meantime', async () => {
    const { provider, open } = createApp({ users: [] })
    const visit = open()
    const away = visit.getLocation(await visit.signIn('op'))
    expect(() => provider.authorize(away)).toThrow('Users: none.')
    provider.users.push({ sub: 'alan', name: 'Alan Turing' })
    await visit.get(provider.authorize(away, { user: 'alan' }))
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Alan Turing' } })
  })

  test('hears about it when the visitor refuses', async () => {
    const { provider, open } = createApp()
    const visit = open()
    const back = provider.authorize(visit.getLocation(await visit.signIn('op')), { deny: true })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(getLocation(await visit.get(back))).toContain('/auth/signin?error=OAuthCallbackError')
    expect(await visit.getSession()).toBeNull()
  })

  test('may name and shape it like the real one, which it stands in for', async () => {
    const profile = ({ sub, groups }: { sub: string; groups: string[] }) => ({ id: sub, name: groups.join() })
    const { provider, open } = createApp({}, { id: 'harbor', name: 'Harbor', idToken: false, profile })
    const visit = open()
    const user = { sub: 'x', groups: ['staff', 'admin'] }
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('harbor')), { user }))
    expect(await visit.getSession()).toMatchObject({ user: { name: 'staff,admin' } })
  })

  test('gets the nonce back that it insists on', async () => {
    const { provider, open } = createApp({}, { checks: ['pkce', 'nonce'] })
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
    expect(await visit.getSession()).not.toBeNull()
  })

  test('with the wrong secret lets nobody in', async () => {
    const { provider, open, log } = createApp({}, { clientSecret: 'wrong' })
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
    expect(await visit.getSession()).toBeNull()
    expect(log.types()).toHaveLength(1)
  })
})

describe('a provider in memory is as strict as a real one: it refuses', () => {
  test.each([
    ['client_id', { client_id: 'another' }],
    ['response_type', { response_type: 'token' }],
    ['redirect_uri', { redirect_uri: 'nowhere' }],
    ['redirect_uri', { redirect_uri: 'https://app.example/#fragment' }],
    ['redirect_uri', { redirect_uri: 'javascript:alert(1)' }],
    ['code_challenge_method', { code_challenge: 'x', code_challenge_method: 'plain' }],
  ])('a wrong %s', async (name, wrong) => {
    const op = createInMemoryProvider()
    const url = createAuthorizationUrl(op, wrong)
    expect(() => op.authorize(url)).toThrow(name)
    const answer = await op.fetch(url)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain(name)
  })

  test('a redirect_uri that is not registered, letter by letter', () => {
    const op = createInMemoryProvider({ redirectUris: [redirect_uri] })
    expect(op.authorize(createAuthorizationUrl(op)).origin).toBe('https://app.example')
    const longer = createAuthorizationUrl(op, { redirect_uri: `${redirect_uri}/x` })
    expect(() => op.authorize(longer)).toThrow('redirect_uri')
  })

  test('repeated parameters, and an address that is not its own', () => {
    const op = createInMemoryProvider()
    const twice = createAuthorizationUrl(op)
    twice.searchParams.append('state', 'again')
    expect(() => op.authorize(twice)).toThrow('duplicate parameters')
    expect(() => op.authorize(`${op.issuer}/login${twice.search}`)).toThrow('endpoint')
  })

  test.each([
    ['a code twice', {}],
    ['a foreign redirect_uri', { redirect_uri: 'https://elsewhere.example/' }],
    ['a verifier that nobody announced', { code_verifier: 'surprise' }],
  ])('%s', async (_, wrong) => {
    const op = createInMemoryProvider({ authMethod: 'none' })
    const code = op.authorize(createAuthorizationUrl(op)).searchParams.get('code') ?? ''
    if (Object.keys(wrong).length === 0) expect((await exchangeCode(op, { code })).status).toBe(200)
    const answer = await exchangeCode(op, { code, ...wrong })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'invalid_grant' })
  })

  test.each([
    ['another verifier', { code_verifier: 'another' }],
    ['no verifier', {}],
  ])('%s than the challenge asks for', async (_, more) => {
    const op = createInMemoryProvider({ authMethod: 'none' })
    // RFC 7636, appendix B.
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
    const url = createAuthorizationUrl(op, { ...challenge, code_challenge_method: 'S256' })
    const code = () => op.authorize(url).searchParams.get('code') ?? ''
    expect((await exchangeCode(op, { code: code(), ...more })).status).toBe(400)
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect((await exchangeCode(op, { code: code(), code_verifier })).status).toBe(200)
  })

  test('a client that does not prove itself, or does so otherwise than agreed', async () => {
    const op = createInMemoryProvider()
    const code = op.authorize(createAuthorizationUrl(op)).searchParams.get('code') ?? ''
    const answer = await exchangeCode(op, { code, client_secret: op.clientSecret })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ error: 'invalid_client' })
  })

  test('an access token that it did not issue', async () => {
    const op = createInMemoryProvider()
    const answer = await op.fetch(`${op.issuer}/userinfo`, { headers: { authorization: 'Bearer made-up' } })
    expect(answer.status).toBe(401)
  })

  test('whatever else it is asked for', async () => {
    const op = createInMemoryProvider()
    expect((await op.fetch(`${op.issuer}/admin`)).status).toBe(404)
    expect((await op.fetch('https://elsewhere.example/token')).status).toBe(404)
    expect((await op.fetch(`${op.issuer}/token`)).status).toBe(405)
  })
})

describe('a provider in memory that is served', () => {
  async function served(options: InMemoryProviderOptions = {}) {
    const listeners: InMemoryProvider[] = []
    const server = await serve((req, res) => void listeners[0]?.listener(req, res))
    onTestFinished(server.close)
    const op = createInMemoryProvider({ issuer: server.origin, ...options })
    listeners.push(op)
    return op
  }

  test('signs in the users of an app that reaches it over the network', async () => {
    const op = await served()
    const { clientId, clientSecret, issuer } = op
    const harbor = { id: 'harbor', name: 'Harbor', type: 'oidc' as const, clientId, clientSecret, issuer }
    const visit = createTestApp({ providers: [harbor] }).open()
    const away = visit.getLocation(await visit.signIn('harbor'))
    const chosen = await createVisitor(fetch, issuer).post(away, { user: 'grace-0001' })
    expect(chosen.status).toBe(303)
    await visit.get(getLocation(chosen) ?? '', { from: issuer })
    expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  })

  test('shows one button for each user, whatever they are called', async () => {
    const op = await served({ users: [{ sub: '"1"', name: '<b>Bobby</b>' }, { sub: 'nameless' }] })
    const answer = await fetch(createAuthorizationUrl(op))
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    expect(page).toContain('&lt;b&gt;Bobby&lt;/b&gt;')
    expect(page).toContain('value="&quot;1&quot;"')
    expect(page).toContain('nameless')
    expect(page).not.toMatch(/<b>|<script/)
  })

  test('sends nobody back who has no account', async () => {
    const op = await served()
    const answer = await fetch(createAuthorizationUrl(op), {
      method: 'POST',
      body: new URLSearchParams({ user: 'nobody' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(400)
  })

  test('is a listener as `node:http` wants it', () => {
    const server = createServer(createInMemoryProvider().listener)
    expect(server.listenerCount('request')).toBe(1)
  })
})
