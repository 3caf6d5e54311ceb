import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'

const app = (more = {}) => {
  const made = makeApp(more)
  made.config.providers.push(credentials)
  return made
}
const cookie = '__Secure-authjs.callback-url'

describe('Behaviour section 5: callbackUrl', () => {
  describe('where a sign-in ends', () => {
    test.each([
      ['a path', '/account?tab=1#top', `${origin}/account?tab=1#top`],
      ['an address of ours', `${origin}/account`, `${origin}/account`],
      ['nothing', '', origin],
      ['another site', 'https://evil.example/', origin],
      ['another port', `${origin}:8443/a`, origin],
      ['another scheme', 'http://app.example/a', origin],
      ['a path that looks like a host', '//evil.example/a', `${origin}//evil.example/a`],
      ['an address of ours in capitals', 'HTTPS://APP.EXAMPLE/a', 'HTTPS://APP.EXAMPLE/a'],
      ['an address of ours with a user in it', 'https://me:pw@app.example/a?b#c', `${origin}/a?b#c`],
    ])('%s', async (_, callbackUrl, expected) => {
      const { op, open } = app()
      expect(leadsTo(await roundTrip(open(), op, { callbackUrl }))).toBe(expected)
      expect(leadsTo(await open().signInWithCredentials({ ...ada, callbackUrl }))).toBe(expected)
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(leadsTo(await visit.signOut({ callbackUrl }))).toBe(expected)
    })

    test('is asked for by the body, else the query, else the cookie', async () => {
      const { open } = app()
      const visit = open()
      await visit.get('/auth/signin?callbackUrl=/from-cookie')
      const csrfToken = await visit.csrf()
      const send = (query: string, fields: Record<string, string>) =>
        visit.post(`/auth/callback/credentials${query}`, { csrfToken, ...ada, ...fields })
      expect(leadsTo(await send('', {}))).toBe(`${origin}/from-cookie`)
      expect(leadsTo(await send('?callbackUrl=/q', {}))).toBe(`${origin}/q`)
      expect(leadsTo(await send('?callbackUrl=/q', { callbackUrl: '/b' }))).toBe(`${origin}/b`)
    })

    test.each([
      ['an empty one in the body', '?callbackUrl=/q', { callbackUrl: '' }, '/q'],
      ['what is no URL in the body', '?callbackUrl=/q', { callbackUrl: 'nowhere' }, '/q'],
      ['what is no URL in the query', '?callbackUrl=nowhere', {}, '/from-cookie'],
      ['the first of two in the query', '?callbackUrl=/1&callbackUrl=/2', {}, '/2'],
    ])('is not asked for by %s', async (_, query, fields, expected) => {
      const { open } = app()
      const visit = open()
      await visit.get('/auth/signin?callbackUrl=/from-cookie')
      const csrfToken = await visit.csrf()
      const answer = await visit.post(`/auth/signout${query}`, { csrfToken, ...fields })
      expect(leadsTo(answer)).toBe(origin + expected)
    })

    test.each([
      [2_048, true],
      [2_049, false],
    ])('may be %i characters long: %s', async (length, counts) => {
      const callbackUrl = `/${'x'.repeat(length - 1)}`
      const answer = await app()
        .open()
        .signInWithCredentials({ ...ada, callbackUrl })
      expect(leadsTo(answer)).toBe(counts ? origin + callbackUrl : origin)
    })

    test.each(['csrf', 'session', 'signin', 'signout', 'error', 'verify-request'])(
      'is home for a new visitor who asks for %s, and the cookie says so',
      async action => {
        const visit = app().open()
        await visit.get(`/auth/${action}`)
        expect(visit.jar.get(cookie)?.value).toBe('https%3A%2F%2Fapp.example')
      },
    )

    test('is set again when it changes, and is the first cookie of its name', async () => {
      const visit = app().open()
      await visit.get('/auth/signin?callbackUrl=/a')
      const changed = await visit.get('/auth/signin?callbackUrl=/b')
      expect(changed.headers.getSetCookie()).toEqual([expect.stringContaining('app.example%2Fb;')])
      const csrfToken = await visit.csrf()
      const headers = { cookie: `${visit.jar.header(origin)}; ${cookie}=${encodeURIComponent('/later')}` }
      expect(leadsTo(await visit.post('/auth/signout', { csrfToken }, { headers }))).toBe(`${origin}/b`)
    })

    test('is remembered in a cookie that scripts cannot read, and is not set again', async () => {
      const { open } = app()
      const visit = open()
      const first = await visit.get('/auth/signin?callbackUrl=/a')
      const line = first.headers.getSetCookie().find(set => set.startsWith(cookie))
      expect(line).toBe(
        `${cookie}=${encodeURIComponent(`${origin}/a`)}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      )
      const again = await visit.get('/auth/signin')
      expect(again.headers.getSetCookie()).toEqual([])
    })

    test('is remembered by each flow for itself', async () => {
      const { op, open } = app()
      const visit = open()
      const away = await visit.signIn('op', { callbackUrl: '/mine' })
      await visit.get('/auth/signin?callbackUrl=/other-tab')
      expect(leadsTo(await comeBack(visit, op, away))).toBe(`${origin}/mine`)
    })

    test('cannot be changed by the provider', async () => {
      const { op, open } = app()
      op.lies.authorization = answer => answer.set('callbackUrl', '/elsewhere')
      expect(leadsTo(await roundTrip(open(), op, { callbackUrl: '/mine' }))).toBe(`${origin}/mine`)
    })

    test('may be long: then its own cookie remembers it', async () => {
      const { op, open } = app()
      const callbackUrl = `/${'x'.repeat(1_500)}`
      expect(leadsTo(await roundTrip(open(), op, { callbackUrl }))).toBe(origin + callbackUrl)
    })

    test.each(['https://[', 'http://%', 'javascript:alert(1)', 'mailto:a@b', 'no url', '\ud800', '%'])(
      'is home for %j, and nobody is locked out',
      async callbackUrl => {
        const { open } = app()
        const visit = open()
        const encoded = new URLSearchParams({ '': callbackUrl }).toString().slice(1)
        visit.jar.set(origin, `${cookie}=${encoded}; Secure; Path=/`)
        expect((await visit.get('/auth/session')).status).toBe(200)
        expect((await visit.get(`/auth/csrf?callbackUrl=${encoded}`)).status).toBe(200)
        expect(leadsTo(await visit.signInWithCredentials({ ...ada, callbackUrl }))).toBe(origin)
      },
    )

    test.each([1, null, true, ['/a'], { toString: '/a' }])('is home for %j in JSON', async callbackUrl => {
      const { open } = app()
      const visit = open()
      const csrfToken = await visit.csrf()
      const fields = { csrfToken, ...ada, callbackUrl }
      expect(leadsTo(await visit.post('/auth/callback/credentials', fields, { json: true }))).toBe(origin)
    })
  })

  describe('the `redirect` callback', () => {
    test('is asked with the wish and our origin, and decides', async () => {
      const asked: unknown[] = []
      const redirect = async (wish: { url: string; baseUrl: string }) => {
        asked.push(wish)
        return 'https://partner.example/back'
      }
      const { open } = app({ callbacks: { redirect } })
      const answer = await open().signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(leadsTo(answer)).toBe('https://partner.example/back')
      expect(asked).toEqual([{ url: '/wish', baseUrl: origin }])
    })

    test('is not asked where nothing is wished for', async () => {
      const { open, log } = app({ callbacks: { redirect: () => Promise.reject(new Error('not asked')) } })
      for (const path of ['csrf', 'session', 'signin', 'signout', 'error', 'providers'])
        expect((await open().get(`/auth/${path}`)).status).toBe(200)
      expect(log.errors).toEqual([])
    })

    test('is asked at every request about what the cookie says, and once', async () => {
      const asked: string[] = []
      const redirect = async ({ url }: { url: string }) => {
        asked.push(url)
        return '/relative'
      }
      const visit = app({ callbacks: { redirect } }).open()
      const first = await visit.get('/auth/signin?callbackUrl=/a')
      expect(first.headers.getSetCookie().at(-1)).toMatch(/callback-url=%2Frelative;/)
      for (const action of ['csrf', 'session', 'providers']) await visit.get(`/auth/${action}`)
      expect(leadsTo(await visit.signOut())).toBe('/relative')
      expect(asked).toEqual(['/a', '/relative', '/relative', '/relative', '/relative'])
    })

    test.each([undefined, null, 1, {}])('that returns %j is a fault of the server', async returned => {
      const { open, log } = app({ callbacks: { redirect: async () => returned as never } })
      const answer = await open().get('/auth/signin?callbackUrl=/a')
      expect(leadsTo(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.types()).toEqual(['InvalidCallbackUrl'])
    })

    test('keeps its `this`', async () => {
      const callbacks = {
        home: '/home',
        redirect({ baseUrl }: { baseUrl: string }) {
          return baseUrl + this.home
        },
      }
      const answer = await app({ callbacks })
        .open()
        .signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(leadsTo(answer)).toBe(`${origin}/home`)
    })

    test('that throws is a fault of the server, and signs nobody in', async () => {
      const { open, log } = app({ callbacks: { redirect: () => Promise.reject(new Error('broken')) } })
      const visit = open()
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/wish' })
      expect(leadsTo(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.errors).toHaveLength(1)
      expect(await visit.session()).toBeNull()
    })
  })
})
