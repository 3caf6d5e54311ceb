import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInMemoryProvider, type InMemoryProvider } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findLeaks, methods, readBuildId } from '../frameworks/page-leaks.js'
import { getFreePort } from '../support/free-port.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { buildSite, hasTime, nextVersions, type Serving, serveSite } from './next-versions.js'
import { testWithoutServer } from './without-server.js'

const secret = 'of-thirty-two-characters-or-more'
const patience = 300_000

/** Where visitors can sign in beside the site. */
let harbor: InMemoryProvider

const harborServer = createServer((request, response) => void harbor.listener(request, response))

beforeAll(async () => {
  const port = await getFreePort()
  harbor = createInMemoryProvider({ issuer: `http://localhost:${port}`, clientId: 'next' })
  await once(harborServer.listen(port), 'listening')
})

afterAll(() => harborServer.close())

const createEnvironment = () => ({
  AUTH_SECRET: secret,
  AUTH_HARBOR_ISSUER: harbor.issuer,
  AUTH_HARBOR_SECRET: harbor.clientSecret,
})

let folder: string
let site: Serving

describe.each(nextVersions)('Next $major', { timeout: 30_000 }, next => {
  beforeAll(async () => {
    folder = await buildSite(next)
    site = await serveSite(folder, createEnvironment())
  }, patience)

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
    test('the handlers sign in and out, below the path that is theirs', async () => {
      const visit = await signInAsAda(basePath)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'ada@example.com' } })
      const { harbor } = await (await visit.get(`${basePath}/providers`)).json()
      expect(harbor.callbackUrl).toBe(`${site.origin}${basePath}/callback/harbor`)
      expect((await visit.head(`${basePath}/session`)).status).toBe(200)
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    })

    test('the router, which could not show their pages, gets nothing and disturbs nobody', async () => {
      const visit = openVisitor(basePath)
      const headers = { rsc: '1', 'next-router-prefetch': '1', 'next-url': '/' }
      const answer = await visit.get(`${basePath}/signin?callbackUrl=%2Fmembers`, { headers, follow: true })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(visit.jar.cookies()).toEqual([])
    })

    test('a page is told who is there, and changes nothing', async () => {
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

    test('a page hears that nobody can say who is there', async () => {
      const visit = openVisitor(basePath)
      await visit.signInWithCredentials({ name: 'broken' })
      expect(await readShown(visit, page)).toBe('unavailable')
    })

    test('a route handler reads the session, which rolls by its answer', async () => {
      const visit = await signInAsAda(basePath)
      const answer = await visit.post(`${calls}/auth`)
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^authjs\.session-token=.*HttpOnly/i),
      ])
      expect(await answer.json()).toMatchObject({ user: { name: 'ada' } })
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('a route handler signs in, and tells where to go or goes there', async () => {
      const visit = openVisitor(basePath)
      const told = await visit.post(`${calls}/come?name=ada&redirectTo=/members`)
      expect(await told.json()).toBe(`${site.origin}/members`)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
      const other = openVisitor(basePath)
      const sent = await other.post(`${calls}/go?name=eve&redirectTo=/members`)
      expect(other.getLocation(sent).pathname).toBe('/members')
      expect(await other.getSession()).toMatchObject({ user: { name: 'eve' } })
    })

    test('a route handler changes the session and ends it', async () => {
      const visit = await signInAsAda(basePath)
      const changed = await (await visit.post(`${calls}/change?nick=countess`)).json()
      expect(changed).toMatchObject({ user: { name: 'ada' }, nick: 'countess' })
      expect(await visit.getSession()).toMatchObject({ nick: 'countess' })
      const left = await (await visit.post(`${calls}/leave`)).json()
      expect(left).toMatchObject({ redirect: `${site.origin}/login` })
      expect(await visit.getSession()).toBeNull()
      const gone = await visit.post(`${calls}/leaveForGood`)
      expect(visit.getLocation(gone).pathname).toBe('/login')
    })

    test.each([
      { from: 'https://evil.example' },
      { from: 'https://evil.example', headers: { origin: null } },
      { from: 'https://evil.example', headers: { 'sec-fetch-site': null } },
      { headers: { origin: 'null', 'sec-fetch-site': null } },
    ])('a route handler signs in and out nobody for a page of another site (%j)', async init => {
      const visit = openVisitor(basePath)
      const answer = await visit.post(`${calls}/come?name=eve`, {}, init)
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([500, []])
      const other = await signInAsAda(basePath)
      expect((await other.post(`${calls}/leave`, {}, init)).status).toBe(500)
      expect(await other.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('a route handler sends to a provider who comes by a link, from wherever', async () => {
      const init = { from: 'https://search.example', headers: { 'sec-fetch-dest': 'document' } }
      const answer = await openVisitor(basePath).get(`${calls}/travel`, init)
      expect(await answer.json()).toMatch(harbor.issuer)
    })

    test('what one function changed, the next one sees in the same request', async () => {
      const visit = openVisitor(basePath)
      const come = await visit.post(`${calls}/comeAndLook?name=ada`)
      expect(await come.json()).toMatchObject({ user: { name: 'ada' } })
      const changed = await visit.post(`${calls}/changeAndLook?nick=countess`)
      expect(await changed.json()).toMatchObject({ nick: 'countess' })
      expect(await (await visit.post(`${calls}/leaveAndLook`)).json()).toBeNull()
    })
  })

  describe('an action', () => {
    test('signs in with the fields of its form, and goes where they say', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'come', { name: 'ada', redirectTo: '/members' })
      expect([answer.status, visit.getLocation(answer).pathname]).toEqual([303, '/members'])
      expect(await visit.getSession()).toMatchObject({ user: { name: 'ada' } })
    })

    test('comes back to the page of its form where nothing else is said', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'come', { name: 'ada' }, { referer: `${site.origin}/forms` })
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/forms`)
    })

    /** Without a script, Next 14 renders the page of an action as if nothing had happened; the next page knows it. */
    const afterwards = async (visit: Visitor, answer: Response) =>
      next.major > 14 ? extractText(await answer.text()) : readShown(visit, '/')

    test('stays, where the form says so, and its page is rendered for who came in', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'come', { name: 'ada', redirect: 'false' })
      expect(await afterwards(visit, answer)).toMatchObject({ user: { name: 'ada' } })
    })

    test('hears of wrong details as an error', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'tryToCome', { name: '' })
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login?code=credentials`)
      expect(await visit.getSession()).toBeNull()
    })

    test('sends to the sign-in page who names no provider', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'ask')
      expect(visit.getLocation(answer).pathname).toBe('/api/auth/signin')
    })

    test('sends to a provider with what it says, and who comes back is in', async () => {
      const visit = openVisitor()
      const away = await submit(visit, 'travel')
      const url = visit.getLocation(away)
      expect([away.status, url.origin]).toEqual([303, harbor.issuer])
      expect(url.searchParams.get('login_hint')).toBe('grace@example.com')
      expect(away.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^authjs\.state\.[^=]+=\S+; /))
      const back = harbor.authorize(url, { user: 'grace@example.com' })
      const arrived = await visit.get(back, { from: harbor.issuer })
      expect(visit.getLocation(arrived).href).toBe(`${site.origin}/members`)
      expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
    })

    test('signs in nobody for a page of another site', async () => {
      const visit = openVisitor()
      const answer = await submit(visit, 'come', { name: 'eve' }, { 'sec-fetch-site': 'cross-site' })
      expect(answer.status).toBe(500)
      expect(await visit.getSession()).toBeNull()
    })

    test('changes the session, and its page is rendered with the change', async () => {
      const visit = await signInAsAda()
      const answer = await submit(visit, 'change', { nick: 'countess' })
      expect(await afterwards(visit, answer)).toMatchObject({ user: { name: 'ada' }, nick: 'countess' })
      expect(await visit.getSession()).toMatchObject({ nick: 'countess' })
    })

    test('signs out and goes where its form says', async () => {
      const visit = await signInAsAda()
      const fields = { redirectTo: '/login?left=yes' }
      const answer = await submit(visit, 'leaveWithForm', fields, { referer: `${site.origin}/forms` })
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login?left=yes`)
      expect(await visit.getSession()).toBeNull()
    })

    test('signs out and goes elsewhere, or stays on a page that knows it', async () => {
      const visit = await signInAsAda()
      const answer = await submit(visit, 'leave')
      expect(visit.getLocation(answer).href).toBe(`${site.origin}/login`)
      expect(await visit.getSession()).toBeNull()
      const other = await signInAsAda()
      expect(await afterwards(other, await submit(other, 'leaveAndStay'))).toBeNull()
      expect(await other.getSession()).toBeNull()
    })
  })

  describe('what stands before pages', () => {
    test('lets members pass, and their sessions roll', async () => {
      const answer = await (await signInAsAda()).get('/members')
      expect(await answer.text()).toContain('For members.')
      expect(answer.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^authjs\.session-token=.*HttpOnly/i),
      ])
    })

    test('keeps a page that was rendered beforehand out of caches where it comes with a cookie', async () => {
      const answer = await (await signInAsAda()).get('/members')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
    })

    test('sends strangers to sign in, and says where they wanted to go', async () => {
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

    test('is no longer in the way where one signs in, also with a slash at the end', async () => {
      const visit = openVisitor()
      const answer = await visit.get('/api/auth/providers/', { follow: true })
      expect([answer.status, Object.keys(await answer.json())]).toEqual([200, ['harbor', 'credentials']])
    })

    test('does not post a stranger’s form on to the sign-in page', async () => {
      const answer = await openVisitor().post('/members', { secret: 'x' })
      expect(answer.status).toBe(303)
    })

    test('runs its handler for members alone', async () => {
      const visit = await signInAsAda()
      expect(await (await visit.get('/members/hello')).text()).toBe('Hello ada')
      const answer = await openVisitor().get('/members/hello')
      expect(answer.status).toBe(307)
    })

    test('gives the answer of `authorized` as it is', async () => {
      const answer = await (await signInAsAda()).get('/teapot')
      expect([answer.status, await answer.text()]).toEqual([418, 'I am a teapot.'])
      const visit = openVisitor()
      expect(visit.getLocation(await visit.get('/elsewhere')).href).toBe(`${site.origin}/login`)
    })

    test('keeps shut what it guards while nobody can say who is there', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'broken' })
      for (const path of ['/members', '/members/hello']) {
        const answer = await visit.get(path)
        expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []])
      }
    })
  })

  describe('pages that have no other guard', () => {
    const guarded = ['/members', '/members/hello', '/members/old']
    const secret = /For members|Hello/

    test('are for members, as pages and as data', async () => {
      const visit = await signInAsAda()
      const data = `/_next/data/${readBuildId(folder)}/members/old.json`
      for (const path of [...guarded, data]) expect(await (await visit.get(path)).text()).toMatch(secret)
      const answer = await visit.get('/members', { headers: { rsc: '1' }, follow: true })
      expect(await answer.text()).toMatch(secret)
    })

    test.each(methods)('give a stranger no byte, whatever %s says', { timeout: 90_000 }, async method => {
      const siege = { origin: site.origin, pages: guarded, secret, buildId: readBuildId(folder) }
      expect(await findLeaks(siege, method)).toEqual([])
    })
  })

  describe('a wrapped route handler', () => {
    test('is told who asks, beside its path and what was sent', async () => {
      const visit = await signInAsAda()
      const answer = await visit.get('/wrapped/7')
      expect(await answer.json()).toMatchObject({ id: '7', user: { name: 'ada' } })
      expect(answer.headers.getSetCookie()).toHaveLength(1)
      const sent = await visit.post('/wrapped/7', 'a=b')
      expect(await sent.json()).toMatchObject({ sent: 'a=b', user: { name: 'ada' } })
      expect(await (await openVisitor().get('/wrapped/7')).json()).toEqual({ id: '7', user: null })
    })

    test('does not run while nobody can say who asks', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'broken' })
      expect((await visit.get('/wrapped/7')).status).toBe(503)
    })
  })

  describe('the pages router', () => {
    test('tells an API route who asks, and extends the session beside its own cookies', async () => {
      const visit = await signInAsAda()
      const answer = await visit.get('/api/who')
      expect(answer.headers.getSetCookie()).toEqual([
        'seen=yes',
        expect.stringMatching(/^authjs\.session-token=/),
      ])
      expect(await answer.json()).toMatchObject({ user: { name: 'ada' } })
      expect(await (await openVisitor().get('/api/who')).json()).toBeNull()
    })

    test('tells `getServerSideProps` who asks', async () => {
      expect(await readShown(openVisitor(), '/old')).toBeNull()
      const answer = await (await signInAsAda()).get('/old')
      expect(answer.headers.getSetCookie()).toHaveLength(1)
      expect(extractText(await answer.text())).toMatchObject({ user: { name: 'ada' } })
    })

    test('hears that nobody can say who asks', async () => {
      const visit = openVisitor()
      await visit.signInWithCredentials({ name: 'broken' })
      const answer = await visit.get('/api/who')
      expect([answer.status, await answer.json()]).toEqual([503, 'SessionUnavailable'])
    })
  })

  testWithoutServer(() => folder)

  test('is below the path of AUTH_URL, and on https where it says so', async () => {
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
})

/** Next's own `basePath` is built in, so this is another build. */
describe.each(hasTime ? nextVersions : [])('Next $major, below a path', { timeout: 30_000 }, next => {
  const basePath = '/docs/api/auth'

  beforeAll(async () => {
    const config = { SITE_BASE_PATH: '/docs' }
    folder = await buildSite(next, config)
    site = await serveSite(folder, {
      ...createEnvironment(),
      ...config,
      AUTH_URL: `http://localhost${basePath}`,
    })
  }, patience)

  afterAll(() => site?.stop())

  test('signs in who comes from a guarded page, and sends them back there', async () => {
    const stranger = createVisitor(fetch, site.origin, { basePath })
    const sent = await stranger.get('/docs/members')
    const { pathname, searchParams } = stranger.getLocation(sent)
    expect([pathname, searchParams.get('callbackUrl')]).toEqual([
      `${basePath}/signin`,
      'http://localhost/docs/members',
    ])
    expect((await stranger.get(`${pathname}?${searchParams}`)).status).toBe(200)
    await stranger.signInWithCredentials({ name: 'ada' })
    expect(await stranger.getSession()).toMatchObject({ user: { name: 'ada' } })
    expect(await (await stranger.get('/docs/members')).text()).toContain('For members.')
  })
})

/** What a page shows between its marks. */
function extractText(page: string): unknown {
  const text = /«(.*?)»/.exec(page)?.[1]?.replaceAll('&quot;', '"') ?? 'nothing'
  return /^[a-z]+$/.test(text) && text !== 'null' ? text : JSON.parse(text)
}

/** Submits a form of the page `/forms`, as a browser without scripts does. */
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
