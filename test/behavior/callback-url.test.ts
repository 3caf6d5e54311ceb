import { describe, expect, test } from 'vitest'
import {
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  getLocation,
  origin,
  runRoundTrip,
} from '../support/app.js'

const createApp = (more = {}) => {
  const made = createTestApp(more)
  made.config.providers.push(credentials)
  return made
}
const cookie = '__Secure-authjs.callback-url'

describe('callbackUrl', () => {
  describe('the callback URL', () => {
    test.each([
      ['a path is accepted', '/account?tab=1#top', `${origin}/account?tab=1#top`],
      ['a URL of the own origin is accepted', `${origin}/account`, `${origin}/account`],
      ['an empty value redirects to the origin', '', origin],
      ['another site redirects to the origin', 'https://evil.example/', origin],
      ['another port redirects to the origin', `${origin}:8443/a`, origin],
      ['another scheme redirects to the origin', 'http://app.example/a', origin],
      ['a path with two slashes stays on the own origin', '//evil.example/a', `${origin}//evil.example/a`],
      ['a URL of the own origin in upper case is accepted', 'HTTPS://APP.EXAMPLE/a', 'HTTPS://APP.EXAMPLE/a'],
      ['tabs in a URL of the own origin are removed', 'https://\tapp.example/\ta', `${origin}/a`],
      [
        'credentials in a URL of the own origin are removed',
        'https://me:pw@app.example/a?b#c',
        `${origin}/a?b#c`,
      ],
    ])('%s', async (_, callbackUrl, expected) => {
      const { op, open } = createApp()
      expect(getLocation(await runRoundTrip(open(), op, { callbackUrl }))).toBe(expected)
      expect(getLocation(await open().signInWithCredentials({ ...ada, callbackUrl }))).toBe(expected)
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(getLocation(await visit.signOut({ callbackUrl }))).toBe(expected)
    })

    test('is read from the body, then the query, then the cookie', async () => {
      const { open } = createApp()
      const visit = open()
      await visit.get('/auth/signin?callbackUrl=/from-cookie')
      const csrfToken = await visit.getCsrfToken()
      const send = (query: string, fields: Record<string, string>) =>
        visit.post(`/auth/callback/credentials${query}`, { csrfToken, ...ada, ...fields })
      expect(getLocation(await send('', {}))).toBe(`${origin}/from-cookie`)
      expect(getLocation(await send('?callbackUrl=/q', {}))).toBe(`${origin}/q`)
      expect(getLocation(await send('?callbackUrl=/q', { callbackUrl: '/b' }))).toBe(`${origin}/b`)
    })

    test.each([
      ['an empty value in the body', '?callbackUrl=/q', { callbackUrl: '' }, '/q'],
      ['an invalid URL in the body', '?callbackUrl=/q', { callbackUrl: 'nowhere' }, '/q'],
      ['an invalid URL in the query', '?callbackUrl=nowhere', {}, '/from-cookie'],
      ['the first of two values in the query', '?callbackUrl=/1&callbackUrl=/2', {}, '/2'],
    ])('is not taken from %s', async (_, query, fields, expected) => {
      const { open } = createApp()
      const visit = open()
      await visit.get('/auth/signin?callbackUrl=/from-cookie')
      const csrfToken = await visit.getCsrfToken()
      const answer = await visit.post(`/auth/signout${query}`, { csrfToken, ...fields })
      expect(getLocation(answer)).toBe(origin + expected)
    })

    test.each([
      [2_048, true],
      [2_049, false],
    ])('with %i characters is accepted: %s', async (length, counts) => {
      // Counted with the origin and percent-encoded, as in the cookie.
      const callbackUrl = `/${'x'.repeat(length - encodeURIComponent(`${origin}/`).length)}`
      const answer = await createApp()
        .open()
        .signInWithCredentials({ ...ada, callbackUrl })
      expect(getLocation(answer)).toBe(counts ? origin + callbackUrl : origin)
    })

    test.each(['csrf', 'session', 'signin', 'signout', 'error', 'verify-request'])(
      'is the origin for a new visitor who requests %s, and the cookie stores it',
      async action => {
        const visit = createApp().open()
        await visit.get(`/auth/${action}`)
        expect(visit.jar.get(cookie)?.value).toBe('https%3A%2F%2Fapp.example')
      },
    )

    test('is stored again when it changes, and the first cookie of its name is used', async () => {
      const visit = createApp().open()
      await visit.get('/auth/signin?callbackUrl=/a')
      const changed = await visit.get('/auth/signin?callbackUrl=/b')
      expect(changed.headers.getSetCookie()).toEqual([expect.stringContaining('app.example%2Fb;')])
      const csrfToken = await visit.getCsrfToken()
      const headers = { cookie: `${visit.jar.header(origin)}; ${cookie}=${encodeURIComponent('/later')}` }
      expect(getLocation(await visit.post('/auth/signout', { csrfToken }, { headers }))).toBe(`${origin}/b`)
    })

    test('is stored in an HttpOnly cookie, which is not set again if it is unchanged', async () => {
      const { open } = createApp()
      const visit = open()
      const first = await visit.get('/auth/signin?callbackUrl=/a')
      const line = first.headers.getSetCookie().find(set => set.startsWith(cookie))
      expect(line).toBe(
        `${cookie}=${encodeURIComponent(`${origin}/a`)}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      )
      const again = await visit.get('/auth/signin')
      expect(again.headers.getSetCookie()).toEqual([])
    })

    test('is stored per flow', async () => {
      const { op, open } = createApp()
      const visit = open()
      const away = await visit.signIn('op', { callbackUrl: '/mine' })
      await visit.get('/auth/signin?callbackUrl=/other-tab')
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(`${origin}/mine`)
    })

    test('cannot be changed by the provider', async () => {
      const { op, open } = createApp()
      op.lies.authorization = answer => answer.set('callbackUrl', '/elsewhere')
      expect(getLocation(await runRoundTrip(open(), op, { callbackUrl: '/mine' }))).toBe(`${origin}/mine`)
    })

    test('is stored in its own cookie if it is long', async () => {
      const { op, open } = createApp()
      const callbackUrl = `/${'x'.repeat(1_500)}`
      expect(getLocation(await runRoundTrip(open(), op, { callbackUrl }))).toBe(origin + callbackUrl)
    })

    test.each(['https://[', 'http://%', 'javascript:alert(1)', 'mailto:a@b', 'no url', '\ud800', '%'])(
      'is the origin if it is %j, and requests still succeed',
      async callbackUrl => {
        const { open } = createApp()
        const visit = open()
        const encoded = new URLSearchParams({ '': callbackUrl }).toString().slice(1)
        visit.jar.set(origin, `${cookie}=${encoded}; Secure; Path=/`)
        expect((await visit.get('/auth/session')).status).toBe(200)
        expect((await visit.get(`/auth/csrf?callbackUrl=${encoded}`)).status).toBe(200)
        expect(getLocation(await visit.signInWithCredentials({ ...ada, callbackUrl }))).toBe(origin)
      },
    )

    test.each([1, null, true, ['/a'], { toString: '/a' }])(
      'is the origin if it is %j in JSON',
      async callbackUrl => {
        const { open } = createApp()
        const visit = open()
        const csrfToken = await visit.getCsrfToken()
        const fields = { csrfToken, ...ada, callbackUrl }
        expect(getLocation(await visit.post('/auth/callback/credentials', fields, { json: true }))).toBe(
          origin,
        )
      },
    )
  })

  describe('the `redirect` callback', () => {
    test('receives the requested URL and the base URL, and its result is used', async () => {
      const asked: unknown[] = []
      const redirect = async (wish: { url: string; baseUrl: string }) => {
        asked.push(wish)
        return 'https://partner.example/back'
      }
      const { open } = createApp({ callbacks: { redirect } })
      const answer = await open().signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(getLocation(answer)).toBe('https://partner.example/back')
      expect(asked).toEqual([{ url: '/wish', baseUrl: origin }])
    })

    test('is not called if there is no callback URL', async () => {
      const { open, log } = createApp({
        callbacks: { redirect: () => Promise.reject(new Error('not asked')) },
      })
      for (const path of ['csrf', 'session', 'signin', 'signout', 'error', 'providers'])
        expect((await open().get(`/auth/${path}`)).status).toBe(200)
      expect(log.errors).toEqual([])
    })

    test('is called once per request with the URL from the cookie', async () => {
      const asked: string[] = []
      const redirect = async ({ url }: { url: string }) => {
        asked.push(url)
        return '/relative'
      }
      const visit = createApp({ callbacks: { redirect } }).open()
      const first = await visit.get('/auth/signin?callbackUrl=/a')
      expect(first.headers.getSetCookie().at(-1)).toMatch(/callback-url=%2Frelative;/)
      for (const action of ['csrf', 'session', 'providers']) await visit.get(`/auth/${action}`)
      expect(getLocation(await visit.signOut())).toBe('/relative')
      expect(asked).toEqual(['/a', '/relative', '/relative', '/relative', '/relative'])
    })

    test.each([undefined, null, 1, {}])(
      'that returns %j redirects to the error page with Configuration',
      async returned => {
        const { open, log } = createApp({ callbacks: { redirect: async () => returned as never } })
        const answer = await open().get('/auth/signin?callbackUrl=/a')
        expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
        expect(log.types()).toEqual(['InvalidCallbackUrl'])
      },
    )

    test('is called with its `this`', async () => {
      const callbacks = {
        home: '/home',
        redirect({ baseUrl }: { baseUrl: string }) {
          return baseUrl + this.home
        },
      }
      const answer = await createApp({ callbacks })
        .open()
        .signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(getLocation(answer)).toBe(`${origin}/home`)
    })

    test('that throws redirects to the error page with Configuration and signs no user in', async () => {
      const { open, log } = createApp({ callbacks: { redirect: () => Promise.reject(new Error('broken')) } })
      const visit = open()
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.errors).toHaveLength(1)
      expect(await visit.getSession()).toBeNull()
    })
  })
})
