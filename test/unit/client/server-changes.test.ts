import { type ClientSessionStore, createSessionStore } from 'latchkey/client'
import {
  createAuth,
  originChecked,
  type RequestHead,
  type SetCookie,
  serializeCookie,
  toRequestHead,
} from 'latchkey/server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, credentials, secret } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { CookieJar } from '../../support/cookie-jar.js'

/** The document of a page. Scripts cannot read `HttpOnly` cookies. */
class TestDocument extends EventTarget {
  readonly jar = new CookieJar()
  hidden = false

  get cookie(): string {
    const readable = this.jar.cookies().filter(({ httpOnly }) => !httpOnly)
    return readable.map(({ name, value }) => `${name}=${value}`).join('; ')
  }

  setHidden(hidden: boolean): void {
    this.hidden = hidden
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

const page = () => document as unknown as TestDocument

beforeEach(() => {
  vi.stubGlobal('document', new TestDocument())
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a page of an app with server functions at `/sign-in`, `/sign-out` and `/nothing`. */
async function openPage() {
  const { jar } = page()
  const app = await ClientApp.start()
  const auth = createAuth({ secret, trustHost: true, providers: [credentials] })
  const functions: Readonly<
    Record<string, (head: RequestHead) => Promise<{ cookies: readonly SetCookie[] }>>
  > = {
    '/sign-in': head =>
      auth.signIn(head, { provider: 'credentials', fields: ada, originCheck: originChecked }),
    '/sign-out': head => auth.signOut(head, { originCheck: originChecked }),
    '/nothing': async () => ({ cookies: [] }),
  }
  app.intercept = async (req, res) => {
    const run = functions[req.url ?? '']
    if (!run) return false
    const { cookie = '' } = req.headers
    const { cookies } = await run(toRequestHead(new Request(app.origin + req.url, { headers: { cookie } })))
    for (const cookie of cookies) res.appendHeader('set-cookie', serializeCookie(cookie))
    res.end('done')
    return true
  }
  const callServer = async (name: string) => {
    const response = await fetch(app.origin + name, {
      method: 'POST',
      headers: { cookie: jar.header(app.origin) },
    })
    jar.storeCookies(app.origin, response)
    await response.text()
  }
  return { app, callServer, open: () => app.open(jar) }
}

function follow(store: ClientSessionStore) {
  onTestFinished(store.subscribe(() => {}))
  return store
}

const waitForStatus = (store: ClientSessionStore, status: string) =>
  vi.waitFor(() => expect(store.get().status).toBe(status), { timeout: 30_000, interval: 10 })

/** Waits long enough for a message between tabs or a local response. */
const waitBriefly = () => new Promise(resolve => setTimeout(resolve, 150))

describe('the session of a page that calls server functions', () => {
  test('follows a sign-in and a sign-out with one request each', async () => {
    const { app, callServer, open } = await openPage()
    const store = follow(createSessionStore(open()))
    await waitForStatus(store, 'unauthenticated')
    await callServer('/sign-in')
    await waitForStatus(store, 'authenticated')
    await callServer('/sign-out')
    await waitForStatus(store, 'unauthenticated')
    await waitBriefly()
    expect(app.count('GET session')).toBe(3)
  })

  test('is not requested after a call that does not change it, also if the session was changed before', async () => {
    const { app, callServer, open } = await openPage()
    await callServer('/sign-in')
    const store = follow(createSessionStore(open()))
    await waitForStatus(store, 'authenticated')
    await callServer('/nothing')
    await waitBriefly()
    expect(app.count('GET session')).toBe(1)
  })

  test('is not requested when the marker has ended', async () => {
    const { app, callServer, open } = await openPage()
    const store = follow(createSessionStore(open()))
    await waitForStatus(store, 'unauthenticated')
    await callServer('/sign-in')
    await waitForStatus(store, 'authenticated')
    page().jar.clear('authjs.session-marker')
    await callServer('/nothing')
    await waitBriefly()
    expect(app.count('GET session')).toBe(2)
  })

  test('follows in all stores and in a tab that sent no request, with one request for each tab', async () => {
    const { app, callServer, open } = await openPage()
    const client = open()
    const stores = [client, client].map(own => follow(createSessionStore(own, { session: null })))
    vi.stubGlobal('PerformanceObserver', undefined)
    stores.push(follow(createSessionStore(open(), { session: null })))
    await callServer('/sign-in')
    for (const store of stores) await waitForStatus(store, 'authenticated')
    await waitBriefly()
    expect(app.count('GET session')).toBe(2)
  })

  test('is requested when the page becomes visible, if it was hidden', async () => {
    const { app, callServer, open } = await openPage()
    const store = follow(createSessionStore(open(), { session: null }))
    page().setHidden(true)
    await callServer('/sign-in')
    await waitBriefly()
    expect(app.count('GET session')).toBe(0)
    page().setHidden(false)
    await waitForStatus(store, 'authenticated')
    await waitBriefly()
    expect(app.count('GET session')).toBe(1)
  })

  test('follows a change of the time in which no component used it', async () => {
    const { callServer, open } = await openPage()
    const client = open()
    const [one, other] = [createSessionStore(client), createSessionStore(client)]
    const leave = one.subscribe(() => {})
    await waitForStatus(one, 'unauthenticated')
    leave()
    await callServer('/sign-in')
    follow(other)
    await waitForStatus(other, 'authenticated')
    follow(one)
    await waitForStatus(one, 'authenticated')
  })

  test('is not requested again by the next component if nothing has changed', async () => {
    const { app, callServer, open } = await openPage()
    const store = createSessionStore(open())
    const leave = store.subscribe(() => {})
    await waitForStatus(store, 'unauthenticated')
    leave()
    await callServer('/nothing')
    follow(store)
    await waitBriefly()
    expect(app.count('GET session')).toBe(1)
  })

  test('is not an earlier response that arrives after the change', async () => {
    const { app, callServer, open } = await openPage()
    await callServer('/sign-in')
    const runFunctions = app.intercept
    const delayed: (() => void)[] = []
    app.intercept = async (req, res) => {
      if (req.url !== '/auth/session' || delayed.length > 0) return runFunctions(req, res)
      await new Promise<void>(resolve => void delayed.push(resolve))
      return false
    }
    const store = follow(createSessionStore(open()))
    await vi.waitFor(() => expect(delayed).toHaveLength(1), { timeout: 30_000 })
    await callServer('/sign-out')
    await waitBriefly()
    for (const respond of delayed) respond()
    await waitForStatus(store, 'unauthenticated')
    await waitBriefly()
    expect(store.get().status).toBe('unauthenticated')
  })

  test('works in a frame whose sandbox has no cookies', async () => {
    const { open } = await openPage()
    Object.defineProperty(document, 'cookie', {
      get() {
        throw new Error('The document is sandboxed.')
      },
    })
    await waitForStatus(follow(createSessionStore(open())), 'unauthenticated')
  })

  test('follows the event of browsers that report changes of cookies, with one request for each tab', async () => {
    const { app, callServer, open } = await openPage()
    const cookieStore = new EventTarget()
    vi.stubGlobal('cookieStore', cookieStore)
    vi.stubGlobal('PerformanceObserver', undefined)
    const stores = [open(), open()].map(client => follow(createSessionStore(client, { session: null })))
    await callServer('/sign-in')
    cookieStore.dispatchEvent(new Event('change'))
    for (const store of stores) await waitForStatus(store, 'authenticated')
    await waitBriefly()
    expect(app.count('GET session')).toBe(2)
  })
})
