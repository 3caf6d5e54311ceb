import { customFetch } from 'latchkey'
import type { OAuth2Config } from 'latchkey/providers'
import TikTok from 'latchkey/providers/tiktok'
import WeChat from 'latchkey/providers/wechat'
import Zalo from 'latchkey/providers/zalo'
import Zoho from 'latchkey/providers/zoho'
import { describe, expect, test } from 'vitest'
import { completeRoundTrip, createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

const client = { clientId: 'our-own', clientSecret: 'the secret of the app' }

/** The network, where every request is noted and refused. */
function createNetwork() {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    asked.push(new URL(input instanceof Request ? input.url : input).host)
    return Response.json({ error: 'invalid_grant' })
  }
  return { asked, fetch }
}

describe('a parameter of the callback that is the name of a host', () => {
  const evil = { domain: 'evil.example', host: 'evil.example', location: 'evil.example' }

  /** Who is asked when somebody comes back with it. */
  async function listRequestedUrls(
    provider: OAuth2Config<never>,
    asked: string[],
  ): Promise<readonly string[]> {
    const visit = createTestApp({ providers: [provider] }).open()
    const away = visit.getLocation(await visit.signIn(provider.id))
    const state = away.searchParams.get('state') ?? ''
    await visit.get(`/auth/callback/${provider.id}?${new URLSearchParams({ code: 'x', state, ...evil })}`)
    return asked
  }

  test('gets no secret from Zoho, also where the app keeps a parameter in the profile', async () => {
    const { asked, fetch } = createNetwork()
    const callback = { profile: ['location'] }
    const provider = Zoho({ ...client, callback, [customFetch]: fetch })
    expect(await listRequestedUrls(provider, asked)).toEqual(['accounts.zoho.com'])
  })

  test('gets no secret from a provider whose own table does not have it', async () => {
    const { asked, fetch } = createNetwork()
    const token = 'https://accounts.{callback.host}/token'
    const values = () => ({ host: undefined })
    const provider = createMaliciousProvider().plainProvider({
      token,
      callback: { values },
      [customFetch]: fetch,
    })
    expect(await listRequestedUrls(provider, asked)).toEqual([])
  })

  test.each([
    ['token', 'https://{callback.host}/token'],
    ['token', 'https://api.{callback.host}.example/token'],
    ['token', '{callback.host}/token'],
    ['userinfo', 'https://{callback.host}'],
  ])(
    'gets nothing from a provider without a table: its `%s` %s is a fault of the configuration',
    async (name, url) => {
      const op = createMaliciousProvider()
      const { open, log } = createTestApp({ op, providers: [op.plainProvider({ [name]: url })] })
      await open().get('/auth/signin')
      expect(log.types()).toContain('InvalidEndpoints')
      expect(log.errors.map(String).join()).toContain('callback.values')
    },
  )

  test('nor does a further request of one', async () => {
    const op = createMaliciousProvider()
    const further = [{ url: 'https://{callback.host}/more', merge: (profile: object) => ({ ...profile }) }]
    const userinfo = { url: op.endpoints.userinfo, additionalRequests: further }
    const { open, log } = createTestApp({ op, providers: [op.plainProvider({ userinfo })] })
    await open().get('/auth/signin')
    expect(log.types()).toContain('InvalidEndpoints')
  })
})

test.each([
  ['appid', WeChat(client)],
  ['client_key', TikTok(client)],
  ['app_id', Zalo(client)],
] as const)('a link with `%s` sends nobody away as the client of another app', async (name, provider) => {
  const visit = createTestApp({ providers: [provider] }).open()
  const csrfToken = await visit.getCsrfToken()
  const away = visit.getLocation(
    await visit.post(`/auth/signin/${provider.id}?${name}=foreign`, { csrfToken }),
  )
  expect(away.searchParams.getAll(name)).toEqual(['our-own'])
})

describe('what a provider far away says', () => {
  const inward = 'http://localhost:9200/secrets'

  /** Who is asked of a provider whose userinfo has this template, when its answers have this address. */
  async function listUrlsWithUserinfo(userinfo: object) {
    const op = createMaliciousProvider()
    op.lies.token = answer => ({ ...answer, home: inward })
    op.lies.userinfo = answer => ({ ...answer, home: inward })
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const { url } = new Request(input, init)
      asked.push(new URL(url).host)
      return url.startsWith(inward) ? Response.json(grace) : op.fetch(input, init)
    }
    const { open, log } = createTestApp({
      op,
      providers: [op.plainProvider({ id: 'op', userinfo, [customFetch]: fetch })],
    })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
    expect(log.errors.map(String).join()).toContain('AUTH_ALLOW_INSECURE_HTTP')
    return asked
  }

  test('in its token answer has nobody on this machine asked', async () => {
    expect(await listUrlsWithUserinfo({ url: '{tokens.home}' })).toEqual(['op.example'])
  })

  test('in its profile has nobody on this machine asked', async () => {
    const further = [{ url: '{profile.home}', merge: (profile: object) => ({ ...profile }) }]
    const url = createMaliciousProvider().endpoints.userinfo
    expect(await listUrlsWithUserinfo({ url, additionalRequests: further })).toEqual([
      'op.example',
      'op.example',
    ])
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])(
    'in its discovery document as %s has nobody on this machine asked',
    async name => {
      const { op, open, log } = createTestApp()
      op.lies.discovery = answer => ({ ...answer, [name]: inward })
      await open().signIn('op')
      expect(log.errors.map(String).join()).toContain('AUTH_ALLOW_INSECURE_HTTP')
      expect(op.listRequestedEndpoints()).toEqual(['discovery'])
    },
  )

  test('on this machine itself is good for development', async () => {
    const op = createMaliciousProvider({ issuer: 'http://localhost:4444' })
    const visit = createTestApp({ op }).open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('a parameter that becomes a part of the profile', () => {
  /** The profile that an app sees when the visitor writes these parameters. */
  async function profileWith(params: Record<string, string>) {
    const op = createMaliciousProvider()
    op.lies.authorization = back => {
      for (const [name, value] of Object.entries(params)) back.set(name, value)
    }
    const seen: object[] = []
    const profile = (given: object) => {
      seen.push(given)
      return { id: String(Reflect.get(given, 'sub')) }
    }
    const callback = { profile: Object.keys(params) }
    const { open } = createTestApp({ op, providers: [op.provider({ callback, profile })] })
    const visit = open()
    await completeRoundTrip(visit, op, await visit.signIn('op'))
    return seen[0] ?? {}
  }

  test('takes the place of nothing that the provider signed', async () => {
    const written = { sub: 'victim', email_verified: 'true', company: 'acme' }
    expect(await profileWith(written)).toMatchObject({
      sub: grace.sub,
      email_verified: true,
      company: 'acme',
    })
  })

  test('changes no object that an app copies it into', async () => {
    const { user } = (await profileWith({ user: '{"__proto__":{"isAdmin":true},"name":"Ada"}' })) as {
      user: object
    }
    expect(user).toEqual({ name: 'Ada' })
    expect(Reflect.get(Object.assign({}, user), 'isAdmin')).toBeUndefined()
  })
})
