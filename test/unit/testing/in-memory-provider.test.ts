import { createServer } from 'node:http'
import { createInMemoryProvider, type InMemoryProvider, type InMemoryProviderOptions } from 'latchkey/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../../support/app.js'
import { serve } from '../../support/serve.js'
import { createVisitor } from '../../support/visitor.js'

const redirect_uri = 'https://app.example/auth/callback/op'

/** Creates an app with an in-memory provider. */
function createApp(options: InMemoryProviderOptions = {}, overrides: object = {}) {
  const op = createInMemoryProvider(options)
  return { provider: op, ...createTestApp({ providers: [op.provider(overrides)] }) }
}

function createAuthorizationUrl(op: InMemoryProvider, params: Record<string, string> = {}): URL {
  const url = new URL(`${op.issuer}/authorize`)
  const valid = { response_type: 'code', client_id: op.clientId, redirect_uri, state: 's' }
  url.search = new URLSearchParams({ ...valid, ...params }).toString()
  return url
}

/** Sends a token request of a client without a secret. */
async function exchangeCode(op: InMemoryProvider, body: Record<string, string>): Promise<Response> {
  const fields = { grant_type: 'authorization_code', client_id: op.clientId, redirect_uri, ...body }
  return op.fetch(`${op.issuer}/token`, { method: 'POST', body: new URLSearchParams(fields) })
}

describe('an app with an in-memory provider', () => {
  test.each(['RS256', 'ES256', 'HS256'] as const)('signs in the first user with %s', async alg => {
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
    'authenticates by %s',
    async authMethod => {
      const { provider, open } = createApp({ authMethod, clientSecret: 'odd: +/%& secret' })
      const visit = open()
      await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
      expect(await visit.getSession()).not.toBeNull()
    },
  )

  test.each([
    ['by email', 'grace@example.com', 'Grace Hopper'],
    ['by `sub`', 'grace-0001', 'Grace Hopper'],
    ['by custom claims', { sub: 'x', name: 'Alan Turing' }, 'Alan Turing'],
  ])('signs in the user that is selected %s', async (_, user, name) => {
    const { provider, open } = createApp()
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op')), { user }))
    expect(await visit.getSession()).toMatchObject({ user: { name } })
  })

  test('signs in a user that was added later', async () => {
    const { provider, open } = createApp({ users: [] })
    const visit = open()
    const away = visit.getLocation(await visit.signIn('op'))
    expect(() => provider.authorize(away)).toThrow('Users: none.')
    provider.users.push({ sub: 'alan', name: 'Alan Turing' })
    await visit.get(provider.authorize(away, { user: 'alan' }))
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Alan Turing' } })
  })

  test('receives an error if the user denies access', async () => {
    const { provider, open } = createApp()
    const visit = open()
    const back = provider.authorize(visit.getLocation(await visit.signIn('op')), { deny: true })
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(getLocation(await visit.get(back))).toContain('/auth/signin?error=OAuthCallbackError')
    expect(await visit.getSession()).toBeNull()
  })

  test('may override options of the provider', async () => {
    const profile = ({ sub, groups }: { sub: string; groups: string[] }) => ({ id: sub, name: groups.join() })
    const { provider, open } = createApp({}, { id: 'harbor', name: 'Harbor', idToken: false, profile })
    const visit = open()
    const user = { sub: 'x', groups: ['staff', 'admin'] }
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('harbor')), { user }))
    expect(await visit.getSession()).toMatchObject({ user: { name: 'staff,admin' } })
  })

  test('receives the nonce in the ID token', async () => {
    const { provider, open } = createApp({}, { checks: ['pkce', 'nonce'] })
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
    expect(await visit.getSession()).not.toBeNull()
  })

  test('with a wrong secret is rejected', async () => {
    const { provider, open, log } = createApp({}, { clientSecret: 'wrong' })
    const visit = open()
    await visit.get(provider.authorize(visit.getLocation(await visit.signIn('op'))))
    expect(await visit.getSession()).toBeNull()
    expect(log.types()).toHaveLength(1)
  })
})

describe('an in-memory provider rejects', () => {
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

  test('a redirect_uri that does not exactly match a registered one', () => {
    const op = createInMemoryProvider({ redirectUris: [redirect_uri] })
    expect(op.authorize(createAuthorizationUrl(op)).origin).toBe('https://app.example')
    const longer = createAuthorizationUrl(op, { redirect_uri: `${redirect_uri}/x` })
    expect(() => op.authorize(longer)).toThrow('redirect_uri')
  })

  test('repeated parameters and unknown endpoints', () => {
    const op = createInMemoryProvider()
    const twice = createAuthorizationUrl(op)
    twice.searchParams.append('state', 'again')
    expect(() => op.authorize(twice)).toThrow('duplicate parameters')
    expect(() => op.authorize(`${op.issuer}/login${twice.search}`)).toThrow('endpoint')
  })

  test.each([
    ['a used code', {}],
    ['a foreign redirect_uri', { redirect_uri: 'https://elsewhere.example/' }],
    ['a code verifier without a challenge', { code_verifier: 'surprise' }],
  ])('%s', async (_, wrong) => {
    const op = createInMemoryProvider({ authMethod: 'none' })
    const code = op.authorize(createAuthorizationUrl(op)).searchParams.get('code') ?? ''
    if (Object.keys(wrong).length === 0) expect((await exchangeCode(op, { code })).status).toBe(200)
    const answer = await exchangeCode(op, { code, ...wrong })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ error: 'invalid_grant' })
  })

  test.each([
    ['a wrong code verifier', { code_verifier: 'another' }],
    ['a missing code verifier', {}],
  ])('%s if there was a challenge', async (_, more) => {
    const op = createInMemoryProvider({ authMethod: 'none' })
    // RFC 7636, appendix B.
    const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
    const url = createAuthorizationUrl(op, { ...challenge, code_challenge_method: 'S256' })
    const code = () => op.authorize(url).searchParams.get('code') ?? ''
    expect((await exchangeCode(op, { code: code(), ...more })).status).toBe(400)
    const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
    expect((await exchangeCode(op, { code: code(), code_verifier })).status).toBe(200)
  })

  test('a client without the configured authentication', async () => {
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

  test('requests of unknown endpoints or methods', async () => {
    const op = createInMemoryProvider()
    expect((await op.fetch(`${op.issuer}/admin`)).status).toBe(404)
    expect((await op.fetch('https://elsewhere.example/token')).status).toBe(404)
    expect((await op.fetch(`${op.issuer}/token`)).status).toBe(405)
  })
})

describe('an in-memory provider on a server', () => {
  async function serveProvider(options: InMemoryProviderOptions = {}) {
    const listeners: InMemoryProvider[] = []
    const server = await serve((req, res) => void listeners[0]?.listener(req, res))
    onTestFinished(server.close)
    const op = createInMemoryProvider({ issuer: server.origin, ...options })
    listeners.push(op)
    return op
  }

  test('signs in users over the network', async () => {
    const op = await serveProvider()
    const { clientId, clientSecret, issuer } = op
    const harbor = { id: 'harbor', name: 'Harbor', type: 'oidc' as const, clientId, clientSecret, issuer }
    const visit = createTestApp({ providers: [harbor] }).open()
    const away = visit.getLocation(await visit.signIn('harbor'))
    const chosen = await createVisitor(fetch, issuer).post(away, { user: 'grace-0001' })
    expect(chosen.status).toBe(303)
    await visit.get(getLocation(chosen) ?? '', { from: issuer })
    expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
  })

  test('shows one button per user with escaped names', async () => {
    const op = await serveProvider({ users: [{ sub: '"1"', name: '<b>Bobby</b>' }, { sub: 'nameless' }] })
    const answer = await fetch(createAuthorizationUrl(op))
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await answer.text()
    expect(page).toContain('&lt;b&gt;Bobby&lt;/b&gt;')
    expect(page).toContain('value="&quot;1&quot;"')
    expect(page).toContain('nameless')
    expect(page).not.toMatch(/<b>|<script/)
  })

  test('rejects an unknown user', async () => {
    const op = await serveProvider()
    const answer = await fetch(createAuthorizationUrl(op), {
      method: 'POST',
      body: new URLSearchParams({ user: 'unknown' }),
      redirect: 'manual',
    })
    expect(answer.status).toBe(400)
  })

  test('is a request listener for `node:http`', () => {
    const server = createServer(createInMemoryProvider().listener)
    expect(server.listenerCount('request')).toBe(1)
  })
})
