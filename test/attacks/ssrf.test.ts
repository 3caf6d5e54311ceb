import { customFetch } from 'latchkey'
import type { OAuth2Config } from 'latchkey/providers'
import TikTok from 'latchkey/providers/tiktok'
import WeChat from 'latchkey/providers/wechat'
import Zalo from 'latchkey/providers/zalo'
import Zoho from 'latchkey/providers/zoho'
import { describe, expect, test } from 'vitest'
import type { Untyped } from '../../src/types/untyped.js'
import { completeRoundTrip, createTestApp, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'

const client = { clientId: 'our-own', clientSecret: 'the secret of the app' }

/** A network that records and rejects all requests. */
function createNetwork() {
  const asked: string[] = []
  const fetch = async (input: string | URL | Request) => {
    asked.push(new URL(input instanceof Request ? input.url : input).host)
    return Response.json({ error: 'invalid_grant' })
  }
  return { asked, fetch }
}

describe('a callback parameter with a host name', () => {
  const evil = { domain: 'evil.example', host: 'evil.example', location: 'evil.example' }

  /** The hosts that are requested for such a callback. */
  async function listRequestedUrls(
    provider: OAuth2Config<Untyped>,
    asked: string[],
  ): Promise<readonly string[]> {
    const visit = createTestApp({ providers: [provider] }).open()
    const away = visit.getLocation(await visit.signIn(provider.id))
    const state = away.searchParams.get('state') ?? ''
    await visit.get(`/auth/callback/${provider.id}?${new URLSearchParams({ code: 'x', state, ...evil })}`)
    return asked
  }

  test('does not redirect the token request of Zoho, even if the app adds a parameter to the profile', async () => {
    const { asked, fetch } = createNetwork()
    const callback = { profileParameters: ['location'] }
    const provider = Zoho({ ...client, callback, [customFetch]: fetch })
    expect(await listRequestedUrls(provider, asked)).toEqual(['accounts.zoho.com'])
  })

  test('does not redirect the token request of a provider whose `callback.getPlaceholderValues` does not list it', async () => {
    const { asked, fetch } = createNetwork()
    const token = 'https://accounts.{callback.host}/token'
    const getPlaceholderValues = () => ({ host: undefined })
    const provider = createMaliciousProvider().plainProvider({
      token,
      callback: { getPlaceholderValues },
      [customFetch]: fetch,
    })
    expect(await listRequestedUrls(provider, asked)).toEqual([])
  })

  test.each([
    ['token', 'https://{callback.host}/token'],
    ['token', 'https://api.{callback.host}.example/token'],
    ['token', '{callback.host}/token'],
    ['userinfo', 'https://{callback.host}'],
  ])('is rejected in an endpoint without `callback.getPlaceholderValues`: `%s` %s', async (name, url) => {
    const op = createMaliciousProvider()
    const { open, log } = createTestApp({ op, providers: [op.plainProvider({ [name]: url })] })
    await open().get('/auth/signin')
    expect(log.types()).toContain('InvalidEndpoints')
    expect(log.errors.map(String).join()).toContain('callback.getPlaceholderValues')
  })

  test('is rejected in an additional request without `callback.getPlaceholderValues`', async () => {
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
] as const)('a link with `%s` does not change the client id', async (name, provider) => {
  const visit = createTestApp({ providers: [provider] }).open()
  const csrfToken = await visit.getCsrfToken()
  const away = visit.getLocation(
    await visit.post(`/auth/signin/${provider.id}?${name}=foreign`, { csrfToken }),
  )
  expect(away.searchParams.getAll(name)).toEqual(['our-own'])
})

describe('a URL of the local machine', () => {
  const inward = 'http://localhost:9200/secrets'

  /** The hosts that are requested with this userinfo endpoint, if responses contain a local URL. */
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

  test('in the token response is not requested', async () => {
    expect(await listUrlsWithUserinfo({ url: '{tokens.home}' })).toEqual(['op.example'])
  })

  test('in the profile is not requested', async () => {
    const further = [{ url: '{profile.home}', merge: (profile: object) => ({ ...profile }) }]
    const url = createMaliciousProvider().endpoints.userinfo
    expect(await listUrlsWithUserinfo({ url, additionalRequests: further })).toEqual([
      'op.example',
      'op.example',
    ])
  })

  test.each(['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri'])(
    'in the discovery document as %s is not requested',
    async name => {
      const { op, open, log } = createTestApp()
      op.lies.discovery = answer => ({ ...answer, [name]: inward })
      await open().signIn('op')
      expect(log.errors.map(String).join()).toContain('AUTH_ALLOW_INSECURE_HTTP')
      expect(op.listRequestedEndpoints()).toEqual(['discovery'])
    },
  )

  test('as issuer is allowed for development', async () => {
    const op = createMaliciousProvider({ issuer: 'http://localhost:4444' })
    const visit = createTestApp({ op }).open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('a callback parameter in the profile', () => {
  /** The profile that `profile()` receives with these callback parameters. */
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
    const callback = { profileParameters: Object.keys(params) }
    const { open } = createTestApp({ op, providers: [op.provider({ callback, profile })] })
    const visit = open()
    await completeRoundTrip(visit, op, await visit.signIn('op'))
    return seen[0] ?? {}
  }

  test('does not replace signed claims', async () => {
    const written = { sub: 'victim', email_verified: 'true', company: 'acme' }
    expect(await profileWith(written)).toMatchObject({
      sub: grace.sub,
      email_verified: true,
      company: 'acme',
    })
  })

  test('cannot pollute prototypes', async () => {
    const { user } = (await profileWith({ user: '{"__proto__":{"isAdmin":true},"name":"Ada"}' })) as {
      user: object
    }
    expect(user).toEqual({ name: 'Ada' })
    expect(Reflect.get(Object.assign({}, user), 'isAdmin')).toBeUndefined()
  })
})
