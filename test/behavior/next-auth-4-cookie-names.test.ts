import { Auth, type AuthConfig } from 'latchkey'
import { type GetTokenParams, getToken } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { secret } from '../support/app.js'
import { issueNextAuth4Token, splitNextAuth4Cookie } from '../support/next-auth-4.js'

const until = '2999-03-01'
const legacySessions = { nextAuth4: { until } }
const claims = { sub: '4711', name: 'Ada', email: 'ada@example.com' }

/** What an app sets, besides the option. */
interface AppCookies extends Pick<AuthConfig, 'cookies' | 'jwt' | 'useSecureCookies'> {
  readonly origin: string
  /** The name of the cookie that NextAuth 4 set. */
  readonly oldName: string
  /** What the tool and the guide add to `getToken` and `withAuth`. */
  readonly cookieName?: string
  readonly legacySessions?: AuthConfig['legacySessions']
  readonly payload?: object
  readonly issue?: () => string
}

const http = 'http://localhost:3000'
const https = 'https://app.example'
const domain = { httpOnly: true, sameSite: 'lax' as const, path: '/', domain: '.app.example', secure: true }
const ownFormat: AuthConfig['jwt'] = {
  encode: ({ token }) => `own.${Buffer.from(JSON.stringify(token)).toString('base64url')}`,
  decode({ token = '' }) {
    if (!token.startsWith('own.')) throw new Error('not in the format of the app')
    return JSON.parse(Buffer.from(token.slice(4), 'base64url').toString())
  },
}

const issueInOwnFormat = () =>
  `own.${Buffer.from(JSON.stringify({ ...claims, iat: Date.now() / 1000 })).toString('base64url')}`

const named = (name: string, options?: typeof domain) => ({
  cookies: { sessionToken: { name, ...(options && { options }) } },
  oldName: name,
})

const apps: Record<string, AppCookies> = {
  'the default names, on https': { origin: https, oldName: '__Secure-next-auth.session-token' },
  'the default names, on http': { origin: http, oldName: 'next-auth.session-token' },
  'the default name of http, on http': { origin: http, ...named('next-auth.session-token') },
  'the default name of http, on https, with a domain': {
    origin: https,
    ...named('next-auth.session-token', domain),
    cookieName: 'next-auth.session-token',
  },
  'the default name of https, with a domain': {
    origin: https,
    ...named('__Secure-next-auth.session-token', domain),
  },
  'a name of its own': { origin: https, ...named('shop'), cookieName: 'shop' },
  'a name of its own, with a domain': { origin: https, ...named('shop', domain), cookieName: 'shop' },
  'a name of its own, with a prefix': { origin: https, ...named('__Host-shop'), cookieName: '__Host-shop' },
  'a name of its own, on http': { origin: http, ...named('shop'), cookieName: 'shop' },
  'a name of its own that only `legacySessions` names': {
    origin: https,
    ...named('shop'),
    legacySessions: { nextAuth4: { until, cookieName: 'shop' } },
  },
  'a name of its own, and chunks': {
    origin: https,
    ...named('shop'),
    cookieName: 'shop',
    payload: { ...claims, pad: 'x'.repeat(6_000) },
  },
  'a name of its own, and tokens in its own format': {
    origin: https,
    ...named('shop'),
    cookieName: 'shop',
    jwt: ownFormat,
    issue: issueInOwnFormat,
  },
  'the default names, and tokens in its own format': {
    origin: https,
    oldName: '__Secure-next-auth.session-token',
    jwt: ownFormat,
    issue: issueInOwnFormat,
  },
  'another name than in NextAuth 4': {
    origin: https,
    cookies: { sessionToken: { name: 'shop' } },
    oldName: '__Secure-next-auth.session-token',
    legacySessions: { nextAuth4: { until, cookieName: '__Secure-next-auth.session-token' } },
    cookieName: 'shop',
  },
  'cookies without `Secure` on https': {
    origin: https,
    useSecureCookies: false,
    oldName: 'next-auth.session-token',
  },
}

/** The cookies of a browser, which gets the answers. */
function openBrowser({ origin, oldName, payload = claims, issue }: AppCookies) {
  const token = issue?.() ?? issueNextAuth4Token(payload, secret)
  const cookies = new Map(splitNextAuth4Cookie(oldName, token))
  return {
    cookies,
    request: (path = '/') =>
      new Request(origin + path, {
        headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      }),
    keep(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0/i.test(line)) cookies.delete(name)
        else if (!/csrf|callback|marker/.test(name)) cookies.set(name, value)
      }
    },
  }
}

const toConfig = (app: AppCookies): AuthConfig => ({
  secret,
  trustHost: true,
  basePath: '/api/auth',
  providers: [],
  legacySessions: app.legacySessions ?? legacySessions,
  useSecureCookies: app.useSecureCookies,
  ...(app.cookies && { cookies: app.cookies }),
  ...(app.jwt && { jwt: app.jwt }),
  callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
})

async function readWithGetToken(app: AppCookies, req: GetTokenParams['req']) {
  const { cookieName, jwt } = app
  const secureCookie = app.useSecureCookies
  const params = { req, secret, cookieName, secureCookie, decode: jwt?.decode }
  return (await getToken({ ...params, legacySessions: app.legacySessions ?? legacySessions }))?.sub
}

describe('the session of NextAuth 4 stays in an app with', () => {
  test.each(Object.entries(apps))('%s', async (_, app) => {
    const browser = openBrowser(app)
    for (const read of ['before the first read', 'after it', 'after the second']) {
      expect([read, await readWithGetToken(app, browser.request('/shop'))]).toEqual([read, '4711'])
      const raw = {
        req: browser.request('/shop'),
        secret,
        legacySessions: app.legacySessions ?? legacySessions,
      }
      const { cookieName, useSecureCookies: secureCookie } = app
      expect(await getToken({ ...raw, cookieName, secureCookie, raw: true })).toEqual(expect.any(String))
      const response = await Auth(browser.request('/api/auth/session'), toConfig(app))
      expect([read, await response.json()]).toEqual([read, expect.objectContaining({ id: '4711' })])
      browser.keep(response)
    }
  })

  test.each(Object.entries(apps))('%s, in the header', async (_, app) => {
    const browser = openBrowser(app)
    const readHeader = () => {
      const token = [...browser.cookies.values()].join('')
      return readWithGetToken(app, { headers: { authorization: `Bearer ${token}` } })
    }
    expect(await readHeader()).toBe('4711')
    browser.keep(await Auth(browser.request('/api/auth/session'), toConfig(app)))
    expect(await readHeader()).toBe('4711')
  })
})

test('after the end of the migration, the cookie that kept its name is read, and the header next to an old one', async () => {
  const ended = { nextAuth4: { until: '2020-01-01' } }
  const name = '__Secure-next-auth.session-token'
  const browser = openBrowser({ origin: https, oldName: name })
  const config = toConfig({ origin: https, ...named(name) })
  browser.keep(await Auth(browser.request('/api/auth/session'), config))
  expect(await getToken({ req: browser.request(), secret, legacySessions: ended })).toMatchObject({
    sub: '4711',
  })
  const authorization = `Bearer ${browser.cookies.get(name)}`
  const headers = { authorization, cookie: `${name}=${issueNextAuth4Token(claims, secret)}` }
  expect(await getToken({ req: { headers }, secret, legacySessions: ended })).toMatchObject({ sub: '4711' })
})

test('a configuration with its own name does not read, or clear, the session of another one', async () => {
  const browser = openBrowser({ origin: https, oldName: '__Secure-next-auth.session-token' })
  const admin = toConfig({ origin: https, ...named('admin') })
  const response = await Auth(browser.request('/api/auth/session'), admin)
  expect(await response.json()).toBeNull()
  expect(response.headers.getSetCookie().filter(line => line.includes('session-token'))).toEqual([])
})
