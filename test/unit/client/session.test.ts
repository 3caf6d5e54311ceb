import { type Client, createClient } from 'latchkey/client'
import { SessionUnavailable } from 'latchkey/errors'
import type { Callbacks } from 'latchkey/types'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { CookieJar } from '../../support/cookie-jar.js'

const stay = { redirect: false } as const

/** Starts an app and signs Ada in. */
async function startSignedIn(more: Parameters<typeof ClientApp.start>[0] = {}) {
  const app = await ClientApp.start(more)
  const jar = new CookieJar()
  const page = app.open(jar)
  await page.signIn('credentials', { ...ada, ...stay })
  app.requests.length = 0
  return { app, jar, page }
}

/** Delays the next response of the session action, which contains Ada, until the returned function is called. */
function deferResponse(app: ClientApp, method: 'GET' | 'POST'): () => void {
  let release = () => {}
  let isFirst = true
  app.intercept = async (req, res) => {
    if (!isFirst || req.url !== '/auth/session' || req.method !== method) return false
    isFirst = false
    await new Promise<void>(resolve => {
      release = resolve
    })
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ user: { email: ada.email }, expires: new Date(Date.now() + 60_000) }))
    return true
  }
  return () => release()
}

/** Signs out, and lets the time pass that a sign-out waits for earlier responses. */
async function signOutWithoutWait(page: Client): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const signingOut = page.signOut(stay)
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  expect(await signingOut).toMatchObject({ ok: true })
}

describe('getSession', () => {
  test('sends one request for concurrent calls, and another one for a later call', async () => {
    const { app, page } = await startSignedIn()
    const sessions = await Promise.all([page.getSession(), page.getSession(), page.getSession()])
    expect(sessions.map(session => session?.user?.email)).toEqual([ada.email, ada.email, ada.email])
    expect(app.requests).toEqual(['GET session'])
    await page.getSession()
    expect(app.requests).toHaveLength(2)
  })

  test.each([500, 502, 503, 400, 404])(
    'rejects with SessionUnavailable if the status is %i',
    async status => {
      const { app, page } = await startSignedIn()
      app.fail('session', status)
      const failure = await page.getSession().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SessionUnavailable)
      expect(failure).toMatchObject({ cause: { status } })
    },
  )

  test.each([
    ['HTML', '<!doctype html><title>Home</title>'],
    ['a JSON string', '"Bad request."'],
    ['a JSON array', '[]'],
    ['an empty body', ''],
  ])('rejects if the response is %s, and the message names `basePath`', async (_, body) => {
    const { app, page } = await startSignedIn()
    app.intercept = (_, res) => Boolean(res.end(body))
    await expect(page.getSession()).rejects.toThrow(/basePath/)
  })

  test('rejects if the server cannot be reached', async () => {
    const unreachable = createClient({ baseUrl: 'http://localhost:1' })
    await expect(unreachable.getSession()).rejects.toThrow('did not respond')
    expect(await unreachable.getProviders()).toBeNull()
    expect(await unreachable.getCsrfToken()).toBe('')
  })

  test('on a server, uses the given cookie and does not share the response with other calls', async () => {
    const { app, jar } = await startSignedIn()
    const shared = app.open(new CookieJar())
    const cookie = jar.header(app.origin)
    const [adasSession, noSession] = await Promise.all([
      shared.getSession({ headers: { cookie } }),
      shared.getSession(),
    ])
    expect(adasSession).toMatchObject({ user: { email: ada.email } })
    expect(noSession).toBeNull()
  })

  test('returns null if the user signed out during the request', async () => {
    const { app, page } = await startSignedIn()
    const release = deferResponse(app, 'GET')
    const pending = page.getSession()
    await signOutWithoutWait(page)
    release()
    expect(await pending).toBeNull()
  })
})

describe('on a server', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    ['AUTH_URL', (origin: string) => origin],
    ['NEXTAUTH_URL', (origin: string) => `${origin}/auth/`],
    ['NEXTAUTH_URL_INTERNAL', (origin: string) => `${origin}/`],
  ])('a client uses the URL of %s', async (name, value) => {
    const { app, jar } = await startSignedIn()
    if (name.endsWith('INTERNAL')) vi.stubEnv('AUTH_URL', 'http://localhost:1')
    vi.stubEnv(name, value(app.origin))
    const cookie = jar.header(app.origin)
    const client = name === 'NEXTAUTH_URL' ? createClient({ basePath: '/api/auth' }) : createClient()
    expect(Object.keys((await client.getProviders()) ?? {})).toContain('credentials')
    expect(await client.getSession({ headers: { cookie } })).toMatchObject({ user: { email: ada.email } })
  })

  test('of Vercel, a client uses the host of VERCEL_URL', async () => {
    vi.stubEnv('VERCEL_URL', 'app.vercel.example')
    const requestedUrls: unknown[] = []
    vi.stubGlobal('fetch', async (path: unknown) => Response.json(requestedUrls.push(path) ? null : 0))
    onTestFinished(() => void vi.unstubAllGlobals())
    await createClient({ basePath: '/api/auth/' }).getSession()
    await createClient({ baseUrl: 'https://other.example/' }).getSession()
    expect(requestedUrls).toEqual([
      'https://app.vercel.example/api/auth/session',
      'https://other.example/auth/session',
    ])
  })

  test('with a host outside ASCII, a client keeps its URL after thousands of calls', async () => {
    vi.stubEnv('AUTH_URL', 'https://straße.example')
    const requestedUrls = new Set<unknown>()
    vi.stubGlobal('fetch', async (url: unknown) => {
      requestedUrls.add(url)
      return Response.json(null)
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    for (let count = 0; count < 12_000; count++) await createClient().getSession()
    expect([...requestedUrls]).toEqual([`${new URL('https://straße.example').origin}/auth/session`])
  })

  test('without a configured URL, calls reject and the message names AUTH_URL', async () => {
    await expect(createClient().getProviders()).rejects.toThrow('Set AUTH_URL')
    await expect(createClient().getSession({ headers: { cookie: 'a=b' } })).rejects.toThrow('Set AUTH_URL')
  })

  test('the `fetch` of a framework is called with a path', async () => {
    vi.stubEnv('AUTH_URL', 'http://localhost:1')
    const requestedUrls: unknown[] = []
    const fetch: typeof globalThis.fetch = async path => Response.json(requestedUrls.push(path) ? null : 0)
    await createClient({ fetch }).getSession()
    expect(requestedUrls).toEqual(['/auth/session'])
  })
})

describe('update', () => {
  const updateName: Callbacks['jwt'] = ({ token, trigger, session }) =>
    trigger === 'update' ? { ...token, ...(session as { name: string }) } : token

  test('passes its value to the callbacks and returns the updated session', async () => {
    const { page } = await startSignedIn({ callbacks: { jwt: updateName } })
    expect(await page.update({ name: 'Countess' })).toMatchObject({ user: { name: 'Countess' } })
    expect(await page.getSession()).toMatchObject({ user: { name: 'Countess' } })
  })

  test('without a value requests the session', async () => {
    const { app, page } = await startSignedIn()
    expect(await page.update()).toMatchObject({ user: { email: ada.email } })
    expect(app.requests).toEqual(['GET session'])
  })

  test('returns null if the user signed out during the request', async () => {
    const { app, page } = await startSignedIn()
    const sessions: unknown[] = []
    page.subscribe(({ session }) => sessions.push(session))
    const release = deferResponse(app, 'POST')
    const updated = page.update({ name: 'Countess' })
    await vi.waitFor(() => expect(app.count('POST session')).toBe(1), { timeout: 30_000 })
    await signOutWithoutWait(page)
    release()
    expect(await updated).toBeNull()
    expect(sessions.filter(Boolean)).toEqual([])
  })

  test('waits for the response to an earlier update', async () => {
    const { app, page } = await startSignedIn({ callbacks: { jwt: updateName } })
    const release = deferResponse(app, 'POST')
    const first = page.update({ name: 'First' })
    await vi.waitFor(() => expect(app.count('POST session')).toBe(1), { timeout: 30_000 })
    const second = page.update({ name: 'Second' })
    const reading = page.getSession()
    release()
    expect(await first).toMatchObject({ user: { email: ada.email } })
    expect(await second).toMatchObject({ user: { name: 'Second' } })
    expect(await reading).toMatchObject({ user: { name: 'Second' } })
    expect(app.requests.filter(request => request.endsWith('session'))).toEqual([
      'POST session',
      'POST session',
      'GET session',
    ])
  })

  test('rejects with SessionUnavailable if the server fails', async () => {
    const { app, page } = await startSignedIn()
    app.fail('session', 503)
    await expect(page.update({ a: 1 })).rejects.toThrow(SessionUnavailable)
  })
})

describe('getProviders', () => {
  test('sends one request, and another one after a failure', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    app.fail('providers', 500)
    expect(await page.getProviders()).toBeNull()
    app.intercept = () => false
    const callbackUrl = `${app.origin}/auth/callback/op`
    expect(await page.getProviders()).toMatchObject({
      op: { id: 'op', name: 'OP', type: 'oidc', callbackUrl },
    })
    await page.getProviders()
    expect(app.count('GET providers')).toBe(2)
  })
})
