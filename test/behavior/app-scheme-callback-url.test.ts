import { createAuth, originUnchecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin, runRoundTrip } from '../support/app.js'

const appUrls = [
  'myapp://signed-in',
  'myapp://signed-in?tab=1#top',
  'com.example.app:/oauth',
  'exp://192.168.1.2:8081/--/signed-in',
  'MyApp://Signed-In',
  'vnd.acme+app://x',
]

/** URLs that run code, read files, or start another app than the one of the scheme. */
const dangerousUrls = [
  'javascript:alert(1)',
  'javascript://%0aalert(1)',
  'JavaScript:/alert(1)',
  'java\tscript:/alert(1)',
  ' javascript:/alert(1)',
  'vbscript:/x',
  'data:text/html,x',
  'data:/text/html,x',
  'blob:https://app.example/x',
  'blob:/x',
  'file:///etc/passwd',
  'filesystem:/x',
  'about:/blank',
  'view-source:/x',
  'chrome://settings',
  'chrome-extension://x/y',
  'intent://scan/#Intent;scheme=https;S.browser_fallback_url=https://evil.example;end',
  'android-app://com.evil/https/x',
  'ftp://evil.example/',
  'ws://evil.example/',
  'mailto:a@example.com',
  'myapp:signed-in',
  'myapp://a b',
  'myapp://a\r\nset-cookie: x=1',
  `myapp://${'a'.repeat(2_100)}`,
]

const allowAll = { redirect: ({ url }: { url: string }) => url }
const allowApp = {
  redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) =>
    url.startsWith('myapp:') ? url : url.startsWith('/') ? baseUrl + url : baseUrl,
}

function createApp(more: object = {}) {
  const made = createTestApp(more)
  made.config.providers.push(credentials)
  return made
}

type App = ReturnType<typeof createApp>

/** Every way in which a callback URL reaches Latchkey. Each returns where the visitor is redirected. */
const entries: Readonly<Record<string, (app: App, callbackUrl: string) => Promise<string | null>>> = {
  'the body of a sign-in at a provider': async ({ op, open }, callbackUrl) =>
    getLocation(await runRoundTrip(open(), op, { callbackUrl })),
  'the body of a sign-in with a password': async ({ open }, callbackUrl) =>
    getLocation(await open().signInWithCredentials({ ...ada, callbackUrl })),
  'the query of a sign-in with a password': async ({ open }, callbackUrl) => {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const query = new URLSearchParams({ callbackUrl })
    return getLocation(await visit.post(`/auth/callback/credentials?${query}`, { csrfToken, ...ada }))
  },
  'the query of the sign-in page, and its cookie': async ({ open }, callbackUrl) => {
    const visit = open()
    await visit.get(`/auth/signin?${new URLSearchParams({ callbackUrl })}`)
    return getLocation(await visit.signInWithCredentials(ada))
  },
  'the body of a sign-out': async ({ open }, callbackUrl) => {
    const visit = open()
    await visit.signInWithCredentials(ada)
    return getLocation(await visit.signOut({ callbackUrl }))
  },
  'a sign-in by server code': async ({ config }, redirectTo) => {
    const head = toRequestHead(new Request(`${origin}/x`, { method: 'POST', headers: { origin } }))
    const result = await createAuth(config).signIn(head, {
      provider: 'credentials',
      fields: { ...ada },
      redirectTo,
      originCheck: originUnchecked,
    })
    return result.redirect ?? null
  },
}

describe.each(Object.entries(entries))('%s', (_, enter) => {
  test.each(appUrls)('may name %s if the `redirect` callback allows it', async url => {
    expect(await enter(createApp({ callbacks: allowAll }), url)).toBe(url)
  })

  test.each(appUrls)('leads to the origin by default, and not to %s', async url => {
    expect(await enter(createApp(), url)).toBe(origin)
  })

  test.each(dangerousUrls)('never leads to %j', async url => {
    const received: string[] = []
    const redirect = (params: { url: string; baseUrl: string }) => {
      received.push(params.url)
      return params.url
    }
    expect(await enter(createApp({ callbacks: { redirect } }), url)).toBe(origin)
    expect(received).not.toContain(url)
  })
})

test('the `redirect` callback decides by scheme', async () => {
  const { op, open } = createApp({ callbacks: allowApp })
  expect(getLocation(await runRoundTrip(open(), op, { callbackUrl: 'myapp://x' }))).toBe('myapp://x')
  expect(getLocation(await runRoundTrip(open(), op, { callbackUrl: 'other://x' }))).toBe(origin)
})

describe('an ignored callback URL is logged at debug', () => {
  async function listIgnored(callbackUrl: string, more: object = {}) {
    const { open, log } = createApp({ debug: true, ...more })
    await open().signInWithCredentials({ ...ada, callbackUrl })
    return log.debugged
      .filter(([message]) => message === 'callback URL ignored')
      .map(([, details]) => details)
  }

  test.each([
    ['myapp://signed-in?code=secret', 'myapp://signed-in'],
    ['https://evil.example/a?token=secret', 'https://evil.example'],
  ])('with the host of %s, because `redirect` does not allow it', async (callbackUrl, url) => {
    const [details] = await listIgnored(callbackUrl)
    expect(details).toMatchObject({ url, reason: '`callbacks.redirect` does not allow it.' })
    expect(JSON.stringify(details)).not.toContain('secret')
  })

  test.each(['javascript:alert(1)', 'nowhere', `/${'a'.repeat(3_000)}`])(
    'because its form is not allowed: %s',
    async callbackUrl => {
      const [details] = await listIgnored(callbackUrl)
      expect(details).toMatchObject({ reason: expect.stringContaining('neither a path nor an http(s) URL') })
    },
  )

  test.each(['', '/account', `${origin}/account`, origin])('unless it is used: "%s"', async callbackUrl => {
    expect(await listIgnored(callbackUrl)).toEqual([])
  })
})
