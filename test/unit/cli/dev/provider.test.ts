import { type AuthConfig, setEnvDefaults } from 'latchkey'
import Google from 'latchkey/providers/google'
import OIDC from 'latchkey/providers/oidc'
import { describe, expect, test } from 'vitest'
import { buildVariables } from '../../../../src/cli/dev/app-environment.js'
import type { DevServer } from '../../../../src/cli/dev/dev-server.js'
import { failures } from '../../../../src/cli/dev/openid/failures.js'
import { createTestApp } from '../../../support/app.js'
import { createVisitor, type Visitor } from '../../../support/visitor.js'
import { startTestServer } from './dev-server.js'

const origin = 'http://localhost:3000'

/** Opens an app that signs in at the development server. Requests to other hosts are real. */
function openApp({ issuer }: DevServer, more: Partial<AuthConfig> = {}) {
  const provider = OIDC({ id: 'dev', issuer, clientId: 'any-client', clientSecret: 'any secret' })
  const app = createTestApp({ providers: [provider], ...more })
  const visit = createVisitor(
    request => (request.url.startsWith(origin) ? app.answer(request) : fetch(request)),
    origin,
  )
  return { visit, log: app.log }
}

async function signIn(
  visit: Visitor,
  { issuer }: DevServer,
  form: Record<string, string>,
): Promise<Response> {
  const away = await visit.signIn('dev')
  const back = await visit.post(visit.getLocation(away), form, { from: issuer })
  expect(back.status).toBe(303)
  return visit.get(visit.getLocation(back), { from: issuer })
}

test('every listed user signs in, and the page has a button for each', async () => {
  const server = await startTestServer()
  const { visit } = openApp(server)
  const away = await visit.signIn('dev')
  const page = await (await visit.get(visit.getLocation(away), { from: origin })).text()
  const users = [...page.matchAll(/name="user" value="([^"]+)"/g)].map(([, sub = '']) => sub)
  expect(users).toHaveLength(4)
  for (const user of users) {
    await signIn(visit, server, { user })
    expect(await visit.getSession()).toMatchObject({ user: { name: expect.any(String) } })
    await visit.signOut()
  }
})

test('replaces the issuer of a built-in provider by the variables of its id', async () => {
  const server = await startTestServer()
  const config: AuthConfig = { providers: [Google] }
  setEnvDefaults(buildVariables(['google'], server), config)
  const { visit } = openApp(server, { providers: config.providers })
  const away = await visit.signIn('google')
  const back = await visit.post(visit.getLocation(away), { user: 'grace-0001' }, { from: server.issuer })
  await visit.get(visit.getLocation(back), { from: server.issuer })
  expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
})

test('any other user signs in, with the claims of the form', async () => {
  const server = await startTestServer()
  const profiles: unknown[] = []
  const { visit } = openApp(server, {
    callbacks: {
      signIn({ profile }) {
        profiles.push(profile)
        return true
      },
    },
  })
  const form = {
    email: 'Linus@example.com',
    email_verified: 'on',
    name: 'Linus',
    groups: 'admins, staff',
    claims: '{"locale":"nl","aud":"mallory"}',
  }
  await signIn(visit, server, form)
  expect(await visit.getSession()).toMatchObject({ user: { name: 'Linus', email: 'linus@example.com' } })
  await signIn(visit, server, { email: 'linus@example.com' })
  const [first, second] = profiles as [Record<string, unknown>, Record<string, unknown>]
  expect(first).toMatchObject({
    email_verified: true,
    groups: ['admins', 'staff'],
    locale: 'nl',
    aud: 'any-client',
  })
  expect(second).toMatchObject({ email_verified: false, sub: first['sub'] })
})

test('claims that are not a JSON object are named, and the form keeps what was typed', async () => {
  const server = await startTestServer()
  const { visit } = openApp(server)
  const away = await visit.signIn('dev')
  const form = { email: 'linus@example.com', claims: '["<script>"]' }
  const response = await visit.post(visit.getLocation(away), form, { from: server.issuer })
  const page = await response.text()
  expect(response.status).toBe(400)
  expect(page).toContain('role="alert"')
  expect(page).toContain('value="linus@example.com"')
  expect(page).toContain('[&quot;&lt;script&gt;&quot;]')
  expect(page).not.toContain('["<script>')
})

const errorTypes: Record<string, string> = {
  'access-denied': 'OAuthCallbackError',
  'server-error': 'OAuthCallbackError',
  'temporarily-unavailable': 'OAuthCallbackError',
}

describe('the failures of the page', () => {
  test.each(failures.map(({ id }) => id))(
    '%s signs no user in, and the app shows an error',
    async failure => {
      const server = await startTestServer()
      const { visit, log } = openApp(server)
      const response = await signIn(visit, server, { failure })
      expect(visit.getLocation(response).search).toMatch(/\berror=/)
      expect(await visit.getSession()).toBeNull()
      expect(log.types()).toEqual([
        errorTypes[failure] ?? expect.stringMatching(/^(?:CallbackRouteError|InvalidCheck)$/),
      ])
    },
  )
})

describe('the authorization endpoint', () => {
  const valid = { response_type: 'code', client_id: 'app', redirect_uri: `${origin}/callback` }

  test.each([
    ['a foreign site', { redirect_uri: 'https://mallory.example/callback' }],
    ['a foreign site that begins with localhost', { redirect_uri: 'http://localhost.mallory.example/' }],
    ['credentials in front of a host', { redirect_uri: 'http://localhost:3000@mallory.example/' }],
    ['credentials', { redirect_uri: 'http://ada@localhost/' }],
    ['a script', { redirect_uri: 'javascript://localhost/%0aalert(1)' }],
    ['a fragment', { redirect_uri: `${origin}/#x` }],
    ['no URL', { redirect_uri: 'callback' }],
    ['no client', { client_id: '' }],
    ['another response type', { response_type: 'token' }],
    ['a plain challenge', { code_challenge: 'x', code_challenge_method: 'plain' }],
  ])('rejects %s without a redirect', async (_, params) => {
    const { issuer } = await startTestServer()
    const url = `${issuer}/authorize?${new URLSearchParams({ ...valid, ...params })}`
    for (const init of [{}, { method: 'POST', body: new URLSearchParams({ user: 'ada-0001' }) }]) {
      const response = await fetch(url, { ...init, redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    }
  })

  test.each(['http://127.0.0.1:5000/cb', 'http://[::1]:5000/cb', 'https://app.localhost/cb'])(
    'allows %s',
    async redirect_uri => {
      const { issuer } = await startTestServer()
      const response = await fetch(`${issuer}/authorize?${new URLSearchParams({ ...valid, redirect_uri })}`)
      expect(response.status).toBe(200)
    },
  )
})

describe('the token endpoint', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const redirect_uri = `${origin}/callback`

  async function getCode({ issuer }: DevServer, scope = 'openid offline_access'): Promise<string> {
    const query = { response_type: 'code', client_id: 'app', redirect_uri, scope }
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    const url = `${issuer}/authorize?${new URLSearchParams({ ...query, ...pkce })}`
    const body = new URLSearchParams({ user: 'ada-0001' })
    const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '').searchParams.get('code') ?? ''
  }

  async function exchange({ issuer }: DevServer, fields: Record<string, string>) {
    const body = new URLSearchParams({ client_id: 'app', redirect_uri, ...fields })
    const response = await fetch(`${issuer}/token`, { method: 'POST', body })
    return { status: response.status, json: (await response.json()) as Record<string, string> }
  }

  const codeGrant = { grant_type: 'authorization_code', code_verifier: verifier }

  test('accepts a code once', async () => {
    const server = await startTestServer()
    const code = await getCode(server)
    expect((await exchange(server, { ...codeGrant, code })).status).toBe(200)
    expect((await exchange(server, { ...codeGrant, code })).json['error']).toBe('invalid_grant')
  })

  test.each([
    ['another verifier', { code_verifier: 'x'.repeat(43) }],
    ['another client', { client_id: 'another' }],
    ['another redirect URI', { redirect_uri: `${origin}/other` }],
    ['an unknown grant type', { grant_type: 'password' }],
  ])('rejects %s', async (_, fields) => {
    const server = await startTestServer()
    const { status } = await exchange(server, { ...codeGrant, code: await getCode(server), ...fields })
    expect(status).toBe(400)
  })

  test('tokens expire by the moved clock, and a refresh token works once', async () => {
    const server = await startTestServer()
    const { json } = await exchange(server, { ...codeGrant, code: await getCode(server) })
    const readUser = (token = '') =>
      fetch(`${server.issuer}/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await readUser(json['access_token'])).json()).toMatchObject({ email: 'ada@example.com' })
    await fetch(`${server.issuer}/clock.json`, { method: 'POST', body: '{"offset": 3601}' })
    expect((await readUser(json['access_token'])).status).toBe(401)

    const refresh = { grant_type: 'refresh_token', refresh_token: json['refresh_token'] ?? '' }
    const refreshed = await exchange(server, refresh)
    expect((await readUser(refreshed.json['access_token'])).status).toBe(200)
    expect((await exchange(server, refresh)).json['error']).toBe('invalid_grant')
  })
})

test.each([
  ['http://localhost:3000/bye', 303],
  ['https://mallory.example/', 400],
])('a sign-out returns to %s with status %i', async (target, status) => {
  const { issuer } = await startTestServer()
  const query = new URLSearchParams({ post_logout_redirect_uri: target, state: 's' })
  const response = await fetch(`${issuer}/end-session?${query}`, { redirect: 'manual' })
  expect(response.status).toBe(status)
  expect(response.headers.get('location')).toBe(status === 303 ? `${target}?state=s` : null)
})
