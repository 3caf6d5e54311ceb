import { createClient } from 'latchkey/client'
import { SessionUnavailable } from 'latchkey/errors'
import type { Callbacks } from 'latchkey/types'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { CookieJar } from '../../support/cookie-jar.js'

const stay = { redirect: false } as const

/** An app where Ada has signed in. */
async function startSignedIn(more: Parameters<typeof ClientApp.start>[0] = {}) {
  const app = await ClientApp.start(more)
  const jar = new CookieJar()
  const page = app.open(jar)
  await page.signIn('credentials', { ...ada, ...stay })
  app.asked.length = 0
  return { app, jar, page }
}

/** The next such answer of the session says that Ada is there, and arrives when it is let go. */
function deferResponse(app: ClientApp, method: 'GET' | 'POST'): () => void {
  let release = () => {}
  let isFirst = true
  app.interfere = async (req, res) => {
    if (!isFirst || req.url !== '/auth/session' || req.method !== method) return false
    isFirst = false
    // What was true before, and arrives late.
    await new Promise<void>(resolve => {
      release = resolve
    })
    res.writeHead(200, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ user: { email: ada.email }, expires: new Date(Date.now() + 60_000) }))
    return true
  }
  return () => release()
}

describe('getSession', () => {
  test('asks once for all who ask at the same time, and again for those who ask later', async () => {
    const { app, page } = await startSignedIn()
    const sessions = await Promise.all([page.getSession(), page.getSession(), page.getSession()])
    expect(sessions.map(session => session?.user?.email)).toEqual([ada.email, ada.email, ada.email])
    expect(app.asked).toEqual(['GET session'])
    await page.getSession()
    expect(app.asked).toHaveLength(2)
  })

  test.each([500, 502, 503, 400, 404])(
    'takes the status %i for no answer, not for a sign-out',
    async status => {
      const { app, page } = await startSignedIn()
      app.fail('session', status)
      const failure = await page.getSession().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SessionUnavailable)
      expect(failure).toMatchObject({ cause: { status } })
    },
  )

  test.each([
    ['a page', '<!doctype html><title>Home</title>'],
    ['a text', '"Bad request."'],
    ['a list', '[]'],
    ['nothing', ''],
  ])('takes %s in place of a session for no answer, and says what to look at', async (_, body) => {
    const { app, page } = await startSignedIn()
    app.interfere = (_, res) => Boolean(res.end(body))
    await expect(page.getSession()).rejects.toThrow(/basePath/)
  })

  test('says so when the server cannot be reached', async () => {
    const nowhere = createClient({ baseUrl: 'http://localhost:1' })
    await expect(nowhere.getSession()).rejects.toThrow('did not respond')
    expect(await nowhere.getProviders()).toBeNull()
    expect(await nowhere.getCsrfToken()).toBe('')
  })

  test('on a server, asks for whoever sent the cookie, and shares that with nobody', async () => {
    const { app, jar } = await startSignedIn()
    const shared = app.open(new CookieJar())
    const cookie = jar.header(app.origin)
    const [hers, nobodys] = await Promise.all([
      shared.getSession({ headers: { cookie } }),
      shared.getSession(),
    ])
    expect(hers).toMatchObject({ user: { email: ada.email } })
    expect(nobodys).toBeNull()
  })

  test('does not tell of somebody who signed out while it was asking', async () => {
    const { app, page } = await startSignedIn()
    const release = deferResponse(app, 'GET')
    const asked = page.getSession()
    await page.signOut(stay)
    release()
    expect(await asked).toBeNull()
  })
})

describe('on a server', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    ['AUTH_URL', (origin: string) => origin],
    ['NEXTAUTH_URL', (origin: string) => `${origin}/auth/`],
    ['NEXTAUTH_URL_INTERNAL', (origin: string) => `${origin}/`],
  ])('a client asks where %s says that it is', async (name, value) => {
    const { app, jar } = await startSignedIn()
    if (name.endsWith('INTERNAL')) vi.stubEnv('AUTH_URL', 'http://localhost:1')
    vi.stubEnv(name, value(app.origin))
    const cookie = jar.header(app.origin)
    const here = name === 'NEXTAUTH_URL' ? createClient({ basePath: '/api/auth' }) : createClient()
    expect(Object.keys((await here.getProviders()) ?? {})).toContain('credentials')
    expect(await here.getSession({ headers: { cookie } })).toMatchObject({ user: { email: ada.email } })
  })

  test('of Vercel, which says its host alone, it asks there', async () => {
    vi.stubEnv('VERCEL_URL', 'app.vercel.example')
    const asked: unknown[] = []
    vi.stubGlobal('fetch', async (path: unknown) => Response.json(asked.push(path) ? null : 0))
    onTestFinished(() => void vi.unstubAllGlobals())
    await createClient({ basePath: '/api/auth/' }).getSession()
    await createClient({ baseUrl: 'https://other.example/' }).getSession()
    expect(asked).toEqual([
      'https://app.vercel.example/api/auth/session',
      'https://other.example/auth/session',
    ])
  })

  test('that has not said where it is, the mistake is told', async () => {
    await expect(createClient().getProviders()).rejects.toThrow('Set AUTH_URL')
    await expect(createClient().getSession({ headers: { cookie: 'a=b' } })).rejects.toThrow('Set AUTH_URL')
  })

  test("a framework's own fetch is asked for a path", async () => {
    vi.stubEnv('AUTH_URL', 'http://localhost:1')
    const asked: unknown[] = []
    const fetch: typeof globalThis.fetch = async path => Response.json(asked.push(path) ? null : 0)
    await createClient({ fetch }).getSession()
    expect(asked).toEqual(['/auth/session'])
  })
})

describe('update', () => {
  const renaming: Callbacks['jwt'] = ({ token, trigger, session }) =>
    trigger === 'update' ? { ...token, ...(session as { name: string }) } : token

  test('hands its value to the callbacks, and gives what comes of it', async () => {
    const { page } = await startSignedIn({ callbacks: { jwt: renaming } })
    expect(await page.update({ name: 'Countess' })).toMatchObject({ user: { name: 'Countess' } })
    expect(await page.getSession()).toMatchObject({ user: { name: 'Countess' } })
  })

  test('without a value reads the session anew', async () => {
    const { app, page } = await startSignedIn()
    expect(await page.update()).toMatchObject({ user: { email: ada.email } })
    expect(app.asked).toEqual(['GET session'])
  })

  test('brings nobody back who signed out while it was under way', async () => {
    const { app, page } = await startSignedIn()
    const told: unknown[] = []
    page.subscribe(({ session }) => told.push(session))
    const release = deferResponse(app, 'POST')
    const updated = page.update({ name: 'Countess' })
    await vi.waitFor(() => expect(app.count('POST session')).toBe(1))
    await page.signOut(stay)
    release()
    expect(await updated).toBeNull()
    expect(told.filter(Boolean)).toEqual([])
  })

  test('of two ends in what the server has, whichever is answered first', async () => {
    const { app, page } = await startSignedIn({ callbacks: { jwt: renaming } })
    const release = deferResponse(app, 'POST')
    const first = page.update({ name: 'First' })
    await vi.waitFor(() => expect(app.count('POST session')).toBe(1))
    await page.update({ name: 'Second' })
    release()
    expect(await first).toMatchObject({ user: { name: 'Second' } })
  })

  test('rejects when the server does not say what came of it', async () => {
    const { app, page } = await startSignedIn()
    app.fail('session', 503)
    await expect(page.update({ a: 1 })).rejects.toThrow(SessionUnavailable)
  })
})

describe('getProviders', () => {
  test('asks once, and again after a failure', async () => {
    const app = await ClientApp.start()
    const page = app.open()
    app.fail('providers', 500)
    expect(await page.getProviders()).toBeNull()
    app.interfere = () => false
    const callbackUrl = `${app.origin}/auth/callback/op`
    expect(await page.getProviders()).toMatchObject({
      op: { id: 'op', name: 'OP', type: 'oidc', callbackUrl },
    })
    await page.getProviders()
    expect(app.count('GET providers')).toBe(2)
  })
})
