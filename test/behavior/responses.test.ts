import { MemoryAdapter } from 'latchkey/adapters/memory'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  type AppSetup,
  ada,
  completeRoundTrip,
  createTappedAdapter,
  createTestApp,
  credentials,
  getLocation,
  origin,
  sessionCookie,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const header = { headers: { 'x-auth-return-redirect': '1' } }
const [csrfCookie, urlCookie] = ['__Host-authjs.csrf-token', '__Secure-authjs.callback-url']

function createApp(more: AppSetup = {}) {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

const listSetCookieNames = (answer: Response) => answer.headers.getSetCookie().map(line => line.split('=')[0])

describe('responses', () => {
  const [json, html] = ['application/json', 'text/html; charset=utf-8']

  describe('headers', () => {
    test.each([
      ['GET', 'csrf', json],
      ['GET', 'session', json],
      ['POST', 'session', json],
      ['GET', 'providers', json],
      ['GET', 'signin', html],
      ['GET', 'signout', html],
      ['GET', 'error', html],
      ['GET', 'verify-request', html],
      ['POST', 'signout', null],
    ])('of %s %s declare the content type and forbid caching', async (method, path, type) => {
      const visit = createApp().open()
      const csrfToken = await visit.getCsrfToken()
      const to = `/auth/${path}`
      const { headers } = await (method === 'POST' ? visit.post(to, { csrfToken }) : visit.get(to))
      expect(Object.fromEntries(headers)).toMatchObject({
        ...(type && { 'content-type': type }),
        'cache-control': 'private, no-cache, no-store',
        expires: '0',
        pragma: 'no-cache',
      })
      expect(headers.has('content-type')).toBe(type !== null)
    })

    test.each(['csrf', 'session', 'providers'])('of %s include nosniff', async action => {
      const { headers } = await createApp().open().get(`/auth/${action}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    })

    test.each([
      ['POST', 'signin/op', 200],
      ['POST', 'signout', 200],
      ['POST', 'callback/credentials', 200],
      ['GET', 'callback/op', 200],
      ['POST', 'csrf', 405],
      ['POST', 'nothing', 400],
    ])('in JSON of %s %s include nosniff, and the status is %d', async (method, path, status) => {
      const visit = createApp().open()
      const csrfToken = await visit.getCsrfToken()
      const to = `/auth/${path}`
      const answer = await (method === 'POST' ? visit.post(to, { csrfToken }, header) : visit.get(to, header))
      expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/json'])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    })
  })

  test('a redirect has status 302, a Location header and no body', async () => {
    const answer = await createApp().open().signInWithCredentials(ada)
    expect(answer.status).toBe(302)
    expect(getLocation(answer)).toBe(origin)
    expect(await answer.text()).toBe('')
  })

  describe('the cookies of a new visitor are set by', () => {
    // In development, a failure also sets the cause cookie for the error page.
    beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'))
    afterEach(() => void vi.unstubAllEnvs())

    test.each(['csrf', 'session', 'signin', 'signout', 'error', 'verify-request', 'signin/op'])(
      '%s, and not again by later requests',
      async path => {
        const visit = createApp().open()
        expect(listSetCookieNames(await visit.get(`/auth/${path}`))).toEqual([csrfCookie, urlCookie])
        for (const next of [path, 'csrf', 'session', 'signin'])
          expect(listSetCookieNames(await visit.get(`/auth/${next}`))).toEqual([])
      },
    )

    test('a redirect to a custom page', async () => {
      const answer = await createApp({ pages: { signIn: '/login' } })
        .open()
        .get('/auth/signin')
      expect(listSetCookieNames(answer)).toEqual([csrfCookie, urlCookie])
    })

    test('no response of the providers action', async () => {
      expect(listSetCookieNames(await createApp().open().get('/auth/providers'))).toEqual([])
    })
  })

  describe('with `X-Auth-Return-Redirect`', () => {
    test('a redirect becomes JSON and keeps its Location header', async () => {
      const visit = createApp().open()
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/welcome' }, header)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe(json)
      expect(await answer.json()).toEqual({ url: `${origin}/welcome` })
      expect(getLocation(answer)).toBe(`${origin}/welcome`)
      expect(visit.jar.get(sessionCookie)).toBeDefined()
    })

    test('any header value is accepted', async () => {
      const answer = await createApp()
        .open()
        .signOut({}, { headers: { 'x-auth-return-redirect': '' } })
      expect(await answer.json()).toEqual({ url: origin })
    })

    test('the authorization URL is returned as JSON, and the check cookie is set', async () => {
      const visit = createApp().open()
      const answer = await visit.signIn('op', {}, header)
      expect(await answer.json()).toEqual({ url: expect.stringContaining('https://op.example/authorize?') })
      expect(visit.jar.cookies().map(({ name }) => name)).toContainEqual(
        expect.stringContaining('authjs.state.'),
      )
    })

    test('a redirect to a custom page is returned as JSON', async () => {
      const answer = await createApp({ pages: { signOut: '/bye' } })
        .open()
        .get('/auth/signout', header)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ url: '/bye' })
    })

    test('an error is returned as JSON, with its cookies', async () => {
      const visit = createApp().open()
      const answer = await visit.post('/auth/callback/credentials', ada, header)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ url: `${origin}/auth/signin?error=MissingCSRF` })
      expect(listSetCookieNames(answer)).toEqual([csrfCookie, urlCookie, '__Secure-authjs.hint'])
      const wrong = await visit.signInWithCredentials({ ...ada, password: 'wrong' }, header)
      const url = `${origin}/auth/signin?error=CredentialsSignin&code=credentials`
      expect(await wrong.json()).toEqual({ url })
    })

    test('pages and JSON responses are unchanged', async () => {
      const visit = createApp().open()
      expect((await visit.get('/auth/signin', header)).headers.get('content-type')).toBe(html)
      expect(await (await visit.get('/auth/session', header)).json()).toBeNull()
    })
  })

  describe('HEAD', () => {
    test.each([
      'csrf',
      'providers',
      'session',
      'signin',
      'signout',
      'error',
      'error?error=AccessDenied',
      'error?error=Configuration',
      'verify-request',
      'signin/op',
      'signin/nobody',
      'callback/nobody',
      'webauthn-options/op',
      'nothing',
    ])('of %s has the headers of GET, no body and no cookies', async path => {
      const { open } = createApp()
      const [get, head] = [await open().get(`/auth/${path}`), await open().head(`/auth/${path}`)]
      get.headers.delete('set-cookie')
      expect(head.status).toBe(get.status)
      expect([...head.headers]).toEqual([...get.headers])
      expect(await head.text()).toBe('')
    })

    test('of a custom page redirects to it', async () => {
      const answer = await createApp({ pages: { signIn: '/login' } })
        .open()
        .head('/auth/signin?callbackUrl=/a')
      expect(answer.status).toBe(302)
      expect(getLocation(answer)).toBe(`/login?callbackUrl=${encodeURIComponent(`${origin}/a`)}`)
      expect(listSetCookieNames(answer)).toEqual([])
    })

    test('of a callback does not consume the flow', async () => {
      const { op, open } = createTestApp()
      const visit = open()
      const away = await visit.signIn('op')
      const back = op.authorize(visit.getLocation(away))
      const answer = await visit.head(back)
      expect(answer.status).toBe(200)
      expect(op.listRequestedEndpoints()).not.toContain('token')
      expect(getLocation(await visit.get(back, { from: op.issuer }))).toBe(origin)
    })

    test('of a session does not renew it and does not call the adapter', async () => {
      const { adapter, calls } = createTappedAdapter(MemoryAdapter())
      const { op, open } = createTestApp({ adapter, session: { updateAge: 0 } })
      const visit = open()
      await completeRoundTrip(visit, op, await visit.signIn('op'))
      calls.length = 0
      await visit.head('/auth/session')
      expect(calls).toEqual([])
    })

    test('of an invalid session does not clear the cookie', async () => {
      const visit = createApp().open()
      visit.jar.set(origin, `${sessionCookie}=garbage; Secure; Path=/`)
      const answer = await visit.head('/auth/session')
      expect(answer.status).toBe(200)
      expect(listSetCookieNames(answer)).toEqual([])
    })

    test('does not sign in or out', async () => {
      const visit = createTestApp({ providers: [credentials] }).open()
      await visit.signInWithCredentials(ada)
      await visit.head('/auth/signout')
      expect(await visit.getSession()).not.toBeNull()
    })

    test('of a page with an invalid configuration has the status of GET', async () => {
      const answer = await createApp({ secret: [] }).open().head('/auth/signin')
      expect(answer.status).toBe(500)
      expect(answer.headers.get('content-type')).toBe(html)
      expect(await answer.text()).toBe('')
    })
  })
})
