import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInMemoryProvider, type InMemoryProvider } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLeaks, methods, readBuildId } from '../frameworks/page-leaks.js'
import { getFreePort } from '../support/free-port.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { testAssuredSessions } from './assured-sessions.js'
import { testCacheComponents } from './cache-components.js'
import { testDocker } from './docker.js'
import { testFailedSignIns } from './failed-sign-ins.js'
import { buildSite, hasManyVersions, nextVersions, type Serving, serveSite } from './next-versions.js'
import { testSmallSite } from './small-site.js'
import { testWithAuth } from './with-auth.js'
import { testWithoutServer } from './without-server.js'

const secret = 'of-thirty-two-characters-or-more'
const buildTimeoutMs = 300_000

/** The OpenID provider of the site. */
let harbor: InMemoryProvider

const harborServer = createServer((request, response) => void harbor.listener(request, response))

beforeAll(async () => {
  const port = await getFreePort()
  closedPort = await getFreePort()
  harbor = createInMemoryProvider({ issuer: `http://localhost:${port}`, clientId: 'next' })
  await once(harborServer.listen(port), 'listening')
})

afterAll(() => harborServer.close())

const createEnvironment = () => ({
  AUTH_SECRET: secret,
  AUTH_HARBOR_ISSUER: harbor.issuer,
  AUTH_HARBOR_SECRET: harbor.clientSecret,
  CLOSED_PORT: String(closedPort),
})

/** Nothing listens on this port. */
let closedPort: number

let folder: string
let site: Serving

describe.each(nextVersions)('Next $major', { timeout: 30_000 }, next => {
  beforeAll(async () => {
    folder = await buildSite(next)
    site = await serveSite(folder, createEnvironment())
  }, buildTimeoutMs)

  afterAll(() => site?.stop())

  const openVisitor = (basePath = '/api/auth') => createVisitor(fetch, site.origin, { basePath })

  async function signInAsAda(basePath?: string): Promise<Visitor> {
    const visit = openVisitor(basePath)
    await visit.signInWithCredentials({ name: 'ada' })
    return visit
  }

  async function readShown(visit: Visitor, path: string): Promise<unknown> {
    return extractText(await (await visit.get(path)).text())
  }

  describe.each([
    ['Node', '/api/auth', '/', '/calls'],
    ['edge', '/edge/auth', '/edge-page', '/edge-calls'],
  ])('in the %s runtime', (_, basePath, page, calls) => {
    test('the handlers sign in and out below their base path', async () => {
      const visit = await signInAsAda(basePath)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
      const { harbor } = await (await visit.get(`${basePath}/providers`)).json()
      expect(harbor.callbackUrl).toBe(`${site.origin}${basePath}/callback/harbor`)
      expect((await visit.head(`${basePath}/session`)).status).toBe(200)
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    })

    test('prefetch requests of the client router get an empty response without cookies', async () => {
      const visit = openVisitor(basePath)
      const headers = { rsc: '1', 'next-router-prefetch': '1', 'next-url': '/' }
      const answer = await visit.get(`${basePath}/signin?callbackUrl=%2Fmembers`, { headers, follow: true })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('rsc')
      expect(visit.jar.cookies()).toEqual([])
    })

    test('a page reads the session without setting cookies', async () => {
      expect(await readShown(openVisitor(basePath), page)).toBeNull()
      const visit = await signInAsAda(basePath)
      const answer = await visit.get(page)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(extractText(await answer.text())).toEqual({
        user: { name: 'ada', email: 'ada@example.com' },
        expires: expect.stringMatching(/Z$/),
        nick: null,
      })
    })

    test('a page gets an error if the session is unavailable', async () => {
      const visit = openVisitor(basePath)
      await visit.signInWithCredentials({ name: 'unavailable' })
      expect(await readShown(visit, page)).toBe('unavailable')
    })

    test('a route handler reads the session and extends it with its response', async () => {
      const visit = await signInAsAda(basePath)
      const answer = await visit.post(`${calls}/auth`)
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^authjs\.session-token=.*HttpOnly/i),
      ])
      expect(await answer.json()).toMatchObject({ user: { name: 'ada' } })
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('a route handler signs in and returns the redirect URL or redirects', async () => {
      const visit = openVisitor(basePath)
      const response = await visit.post(`${calls}/signIn?name=ada&redirectTo=/members`)
      expect(await response.json()).toBe(`${site.origin}/members`)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
      const other = openVisitor(basePath)
      const redirected = await other.post(`${calls}/signInAndRedirect?name=eve&redirectTo=/members`)
      expect(other.getLocation(redirected).pathname).toBe('/members')
      expect(await other.getSession()).toMatchObject({ user: { name: 'eve' } })
    })

    test('a route handler updates the session and signs out', async () => {
      const visit = await signInAsAda(basePath)
      const changed = await (await visit.post(`${calls}/update?nick=countess`)).json()
      expect(changed).toMatchObject({ user: { name: 'ada' }, nick: 'countess' })
      expect(await visit.getSession()).toMatchObject({ nick: 'countess' })
      const signedOut = await (await visit.post(`${calls}/signOut`)).json()
      expect(signedOut).toMatchObject({ redirect: `${site.origin}/login` })
      expect(await visit.getSession()).toBeNull()
      const redirected = await visit.post(`${calls}/signOutAndRedirect`)
      expect(visit.getLocation(redirected).pathname).toBe('/login')
    })

    test.each([
      { from: 'https://evil.example' },
      { from: 'https://evil.example', headers: { origin: null } },
      { from: 'https://evil.example', headers: { 'sec-fetch-site': null } },
      { from: 'https://evil.example', headers: { 'sec-fetch-site': 'same-site' } },
      { headers: { origin: 'null', 'sec-fetch-site': null } },
    ])('a route handler rejects cross-site sign-ins and sign-outs (%j)', async init => {
      const visit = openVisitor(basePath)
      const answer = await visit.post(`${calls}/signIn?name=eve`, {}, init)
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
      const other = await signInAsAda(basePath)
      expect((await other.post(`${calls}/signOut`, {}, init)).status).toBe(500)
      expect(await other.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('a route handler can start an OAuth sign-in from a cross-site link', async () => {
      const init = { from: 'https://search.example', headers: { 'sec-fetch-dest': 'document' } }
      const answer = await openVisitor(basePath).get(`${calls}/signInWithHarbor`, init)
      expect(await answer.json()).toMatch(harbor.issuer)
    })

    const link = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', origin: null }

    test.each([
      { from: 'https://evil.example', headers: link },
      { from: 'https://evil.example', headers: { ...link, 'sec-fetch-site': 'same-site' } },
      { headers: { ...link, 'sec-fetch-site': null, referer: 'https://evil.example/' } },
    ])('a route handler does not sign out for a link on another origin (%j)', async init => {
      const visit = await signInAsAda(basePath)
      expect((await visit.get(`${calls}/signOut`, init)).status).toBe(500)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test.each([
      { headers: link },
      { headers: { ...link, 'sec-fetch-site': 'none' } },
      { headers: { ...link, 'sec-fetch-site': null } },
    ])('a route handler signs out for a link of the site or a typed URL (%j)', async init => {
      const visit = await signInAsAda(basePath)
      expect((await visit.get(`${calls}/signOut`, init)).status).toBe(200)
      expect(await visit.getSession()).toBeNull()
    })

    test('session changes are visible to later calls in the same request', async () => {
      const visit = openVisitor(basePath)
      const signedIn = await visit.post(`${calls}/signInAndRead?name=ada`)
      expect(await signedIn.json()).toMatchObject({ user: { name: 'ada' } })
      const changed = await visit.post(`${calls}/updateAndRead?nick=countess`)
      expect(await changed.json()).toMatchObject({ nick: 'countess' })
      expect(await (await visit.post(`${calls}/signOutAndRead`)).json()).toBeNull()
    })
  })

  describe('a server action', () => {
    test('signs in with the fields of its form and redirects to `redirectTo`', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'signInWithForm', { name: 'ada', redirectTo: '/members' })
      expect([answer.status, visit.getLocation(answer).pathname]).toEqual([303, '/members'])
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('redirects to the page of its form by default', async () => {
      const visit = openVisitor()
      const answer = await submit(
        visit,
        'signInWithForm',
        { name: 'ada' },
        { referer: `${site.origin}/forms` },
      )
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/forms`)
    })

    /** Without JavaScript, Next 14 renders the page of an action with the old session, so the next page is read. */
    const afterwards = async (visit: Visitor, answer: Response) =>
      next.major > 14 ? extractText(await answer.text()) : readShown(visit, '/')

    test('does not redirect with `redirect: false` and renders its page with the new session', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'signInWithForm', { name: 'ada', redirect: 'false' })
      expect(await afterwards(visit, answer)).toMatchObject({ user: { name: 'ada' } })
    })

    test('gets an error for wrong credentials', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'signInWithErrorHandling', { name: '' })
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login?code=credentials`)
      expect(await visit.getSession()).toBeNull()
    })

    test('redirects to the sign-in page without a provider', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'chooseProvider')
      expect(visit.getLocation(answer).pathname).toBe('/api/auth/signin')
    })

    test('redirects to a provider with authorization parameters and completes the sign-in', async () => {
      const visit = openVisitor()
      const away = await submit(visit, 'signInWithHarbor')
      const url = visit.getLocation(away)
      expect([away.status, url.origin]).toEqual([303, harbor.issuer])
      expect(url.searchParams.get('login_hint')).toBe('grace@example.com')
      expect(away.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^authjs\.state\.[^=]+=\S+; /))
      const back = harbor.authorize(url, { user: 'grace@example.com' })
      const arrived = await visit.get(back, { from: harbor.issuer })
      expect(visit.getLocation(arrived).href).toBe(`${site.origin}/members`)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
    })

    test('rejects a cross-site sign-in', async () => {
      const visit = openVisitor()
      const answer = await submit(
        visit,
        'signInWithForm',
        { name: 'eve' },
        { 'sec-fetch-site': 'cross-site' },
      )
      expect(answer.status).toBe(500)
      expect(await visit.getSession()).toBeNull()
    })

    test('updates the session and renders its page with the change', async () => {
      const visit = await signInAsAda()
      const answer = await submit(visit, 'update', { nick: 'countess' })
      expect(await afterwards(visit, answer)).toMatchObject({ user: { name: 'ada' }, nick: 'countess' })
      expect(await visit.getSession()).toMatchObject({ nick: 'countess' })
    })

    test('signs out and redirects to `redirectTo` of its form', async () => {
      const visit = await signInAsAda()
      const fields = { redirectTo: '/login?signedOut=yes' }
      const answer = await submit(visit, 'signOutWithForm', fields, { referer: `${site.origin}/forms` })
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login?signedOut=yes`)
      expect(await visit.getSession()).toBeNull()
    })

    test('signs out and redirects, or renders its page without the session', async () => {
      const visit = await signInAsAda()
      const answer = await submit(visit, 'signOutAndRedirect')
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login`)
      expect(await visit.getSession()).toBeNull()
      const other = await signInAsAda()
      expect(await afterwards(other, await submit(other, 'signOutAndStay'))).toBeNull()
      expect(await other.getSession()).toBeNull()
    })
  })

  describe('the middleware', () => {
    test('lets signed-in users pass and extends their sessions', async () => {
      const answer = await (await signInAsAda()).get('/members')
      expect(await answer.text()).toContain('Members only.')
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^authjs\.session-token=.*HttpOnly/i),
      ])
    })

    test('makes a prerendered page uncacheable if the response sets a cookie', async () => {
      const answer = await (await signInAsAda()).get('/members')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    })

    test('redirects visitors to the sign-in page with the requested URL as callback URL', async () => {
      const visit = openVisitor()
      const answer = await visit.get('/members?a=1&b=%2F')
      expect(answer.status).toBe(307)
      const { pathname, searchParams } = visit.getLocation(answer)
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        '/api/auth/signin',
        { a: '1', b: '/', callbackUrl: `${site.origin}/members?a=1&b=%2F` },
      ])
      expect((await visit.get(visit.getLocation(answer))).status).toBe(200)
    })

    test('does not guard the actions, also with a trailing slash', async () => {
      const visit = openVisitor()
      const answer = await visit.get('/api/auth/providers/', { follow: true })
      expect([answer.status, Object.keys(await answer.json())]).toEqual([200, ['harbor', 'credentials']])
    })

    test('redirects a visitor’s POST with status 303', async () => {
      const answer = await openVisitor().post('/members', { secret: 'x' })
      expect(answer.status).toBe(303)
    })

    test('runs its handler only for signed-in users', async () => {
      const visit = await signInAsAda()
      expect(await (await visit.get('/members/hello')).text()).toBe('Hello ada')
      const answer = await openVisitor().get('/members/hello')
      expect(answer.status).toBe(307)
    })

    test('returns the response of `authorized` unchanged', async () => {
      const answer = await (await signInAsAda()).get('/teapot')
      expect([answer.status, await answer.text()]).toEqual([418, 'I am a teapot.'])
      const visit = openVisitor()
      expect(visit.getLocation(await visit.get('/elsewhere')).href).toBe(`${site.origin}/login`)
    })

    test('returns 503 for guarded pages if the session is unavailable', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'unavailable' })
      for (const path of ['/members', '/members/hello']) {
        const answer = await visit.get(path)
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []])
      }
    })
  })

  describe('pages that only the middleware guards', () => {
    const guarded = ['/members', '/members/hello', '/members/pages-router']
    const secret = /Members only|Hello/

    test('are visible to signed-in users, as pages and as data', async () => {
      const visit = await signInAsAda()
      const data = `/_next/data/${readBuildId(folder)}/members/pages-router.json`
      for (const path of [...guarded, data]) expect(await (await visit.get(path)).text()).toMatch(secret)
      const answer = await visit.get('/members', { headers: { rsc: '1' }, follow: true })
      expect(await answer.text()).toMatch(secret)
    })

    test.each(methods)('cannot be read by a visitor with %s requests', { timeout: 90_000 }, async method => {
      const target = { origin: site.origin, pages: guarded, secret, buildId: readBuildId(folder) }
      expect(await findLeaks(target, method)).toEqual([])
    })
  })

  describe('a server component', () => {
    test.each([
      ['signInWithName', /^`signIn` sets cookies.*`action` of a form, or link to \/api\/auth\/signin\.$/],
      ['signInWithHarbor', /^`signIn` sets cookies/],
      ['signOut', /^`signOut` sets cookies.*or link to \/api\/auth\/signout\.$/],
      ['update', /^`unstable_update` sets cookies.*or in a route handler\.$/],
    ])('that calls %s gets an error that says where to call it', async (call, message) => {
      const shown = await readShown(await signInAsAda(), `/rendering/${call}`)
      expect(shown).toEqual({ type: 'AuthError', message: expect.stringMatching(message) })
    })

    test('that calls signIn without a provider redirects to the sign-in page', async () => {
      const visit = openVisitor()
      const { pathname, searchParams } = visit.getLocation(await visit.get('/rendering/signIn'))
      expect([pathname, searchParams.get('callbackUrl')]).toEqual([
        '/api/auth/signin',
        `${site.origin}/members`,
      ])
    })
  })

  describe('a wrapped route handler', () => {
    test('receives the session, its params and the request body', async () => {
      const visit = await signInAsAda()
      const answer = await visit.get('/wrapped/7')
      expect(await answer.json()).toMatchObject({ id: '7', user: { name: 'ada' } })
      expect(answer.headers.getSetCookie()).toHaveLength(1)
      const sent = await visit.post('/wrapped/7', 'a=b')
      expect(await sent.json()).toMatchObject({ sent: 'a=b', user: { name: 'ada' } })
      expect(await (await openVisitor().get('/wrapped/7')).json()).toEqual({ id: '7', user: null })
    })

    test('does not run if the session is unavailable', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'unavailable' })
      expect((await visit.get('/wrapped/7')).status).toBe(503)
    })
  })

  describe('the warning that the client is unknown', () => {
    const warning = 'throttling-without-source'

    async function tryPassword(headers: Record<string, string> = {}): Promise<void> {
      await openVisitor().signInWithCredentials({ name: 'eve' }, { headers })
    }

    test('names the missing address without a proxy, and the proxy behind one', async () => {
      await tryPassword()
      expect(site.getOutput()).toContain('Next.js does not pass the address')
      expect(site.getOutput()).not.toContain(warning)
      await tryPassword({ 'x-forwarded-for': '192.0.2.1' })
      expect(site.getOutput()).toContain(warning)
    })
  })

  describe('the pages router', () => {
    test('passes the session to an API route and keeps its cookies when extending the session', async () => {
      const visit = await signInAsAda()
      const answer = await visit.get('/api/session')
      expect(answer.headers.getSetCookie()).toEqual([
        'seen=yes',
        expect.stringMatching(/^authjs\.session-token=/),
      ])
      expect(await answer.json()).toMatchObject({ user: { name: 'ada' } })
      expect(await (await openVisitor().get('/api/session')).json()).toBeNull()
    })

    test('passes the session to `getServerSideProps`', async () => {
      expect(await readShown(openVisitor(), '/pages-router')).toBeNull()
      const answer = await (await signInAsAda()).get('/pages-router')
      expect(answer.headers.getSetCookie()).toHaveLength(1)
      expect(extractText(await answer.text())).toMatchObject({ user: { name: 'ada' } })
    })

    test('gets an error if the session is unavailable', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'unavailable' })
      const answer = await visit.get('/api/session')
      expect([answer.status, await answer.json()]).toEqual([503, 'SessionUnavailable'])
    })
  })

  testWithoutServer(() => folder)
  testWithAuth(() => folder)
  testFailedSignIns(() => site)
  testAssuredSessions({ open: () => openVisitor('/assured/auth'), readShown })

  test('uses the origin and path of AUTH_URL', async () => {
    const other = await serveSite(folder, {
      ...createEnvironment(),
      AUTH_URL: 'https://shop.example/api/auth',
    })
    try {
      const visit = createVisitor(fetch, other.origin, { basePath: '/api/auth' })
      const { harbor } = await (await visit.get('/api/auth/providers')).json()
      expect(harbor.callbackUrl).toBe('https://shop.example/api/auth/callback/harbor')
      const { searchParams } = visit.getLocation(await visit.get('/members'))
      expect(searchParams.get('callbackUrl')).toBe('https://shop.example/members')
    } finally {
      await other.stop()
    }
  })

  test('ignores an AUTH_URL without a scheme, as the core does', async () => {
    const other = await serveSite(folder, {
      ...createEnvironment(),
      AUTH_URL: 'localhost:3000',
    })
    try {
      const visit = createVisitor(fetch, other.origin, { basePath: '/api/auth' })
      const { harbor } = await (await visit.get('/api/auth/providers')).json()
      expect(harbor.callbackUrl).toBe(`${other.origin}/api/auth/callback/harbor`)
    } finally {
      await other.stop()
    }
  })
})

if (hasManyVersions) testCacheComponents(buildTimeoutMs)
testSmallSite(buildTimeoutMs)
// `npm test` has no time for another build of Next.
if (hasManyVersions) testDocker(buildTimeoutMs)

/** The `basePath` of Next is set at build time, so this is another build. */
describe.each(hasManyVersions ? nextVersions : [])(
  'Next $major with a basePath',
  { timeout: 30_000 },
  next => {
    const basePath = '/docs/api/auth'

    beforeAll(async () => {
      const config = { SITE_BASE_PATH: '/docs' }
      folder = await buildSite(next, config)
      site = await serveSite(folder, {
        ...createEnvironment(),
        ...config,
        AUTH_URL: `http://localhost${basePath}`,
      })
    }, buildTimeoutMs)

    afterAll(() => site?.stop())

    test('redirects a visitor from a guarded page to the sign-in page and back', async () => {
      const visitor = createVisitor(fetch, site.origin, { basePath })
      const sent = await visitor.get('/docs/members')
      const { pathname, searchParams } = visitor.getLocation(sent)
      expect([pathname, searchParams.get('callbackUrl')]).toEqual([
        `${basePath}/signin`,
        'http://localhost/docs/members',
      ])
      expect((await visitor.get(`${pathname}?${searchParams}`)).status).toBe(200)
      await visitor.signInWithCredentials({ name: 'ada' })
      expect(await visitor.getSession()).toMatchObject({ user: { name: 'ada' } })
      expect(await (await visitor.get('/docs/members')).text()).toContain('Members only.')
    })
  },
)

/** Parses the session that a page shows between « and ». */
function extractText(page: string): unknown {
  const text = /«(.*?)»/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? 'nothing'
  return /^[a-z]+$/.test(text) && text !== 'null' ? text : JSON.parse(text)
}

/** Submits a form of the page `/forms`, like a browser without JavaScript. */
async function submit(
  visit: Visitor,
  name: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const page = await (await visit.get('/forms')).text()
  const [, form = ''] = new RegExp(`<form[^>]*id="${name}"[^>]*>(.*?)</form>`).exec(page) ?? []
  const hidden = [...form.matchAll(/name="(\$ACTION[^"]*)"(?: value="([^"]*)")?/g)]
  const all = [...hidden.map(([, key = '', value = '']) => [key, value]), ...Object.entries(fields)]
  const parts = all.map(
    ([key, value]) => `--x\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  return visit.post('/forms', `${parts.join('')}--x--\r\n`, { headers: { ...type, ...headers } })
}
