import {
  type Client,
  type ClientSessionStore,
  type ClientSessionStoreOptions,
  createSessionStore,
} from 'latchkey/client'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada } from '../../support/app.js'
import { ClientApp } from '../../support/client-app.js'
import { CookieJar } from '../../support/cookie-jar.js'

const stay = { redirect: false } as const
const session = {
  user: { email: ada.email, name: 'Ada' },
  expires: new Date(Date.now() + 60_000).toISOString(),
}

beforeEach(() => {
  for (const name of ['document', 'window']) vi.stubGlobal(name, new EventTarget())
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

/** Opens a browser with several tabs of one app and signs Ada in. */
async function openBrowser() {
  const app = await ClientApp.start()
  const jar = new CookieJar()
  const first = app.open(jar)
  await first.signIn('credentials', { ...ada, ...stay })
  app.requests.length = 0
  /** Runs an action with the cookies of the browser without notifying its tabs. */
  const runAction = (action: (client: Client) => Promise<unknown>) =>
    action(app.open(jar, { baseUrl: app.origin.toUpperCase() }))
  return { app, jar, first, runAction, open: () => app.open(jar) }
}

/** Subscribes to a session store. `shown` contains each status. */
function show(client: Parameters<typeof createSessionStore>[0], options: ClientSessionStoreOptions = {}) {
  const store = createSessionStore(client, options)
  const shown: string[] = [store.get().status]
  onTestFinished(store.subscribe(() => shown.push(store.get().status)))
  return { store, shown }
}

const waitForState = (store: ClientSessionStore, state: object) =>
  vi.waitFor(() => expect(store.get()).toMatchObject(state), { timeout: 30_000, interval: 10 })

/** Waits long enough for a message between tabs or a local response. */
const waitBriefly = () => new Promise(resolve => setTimeout(resolve, 150))

describe('the session of a page', () => {
  test('is requested once when the first listener subscribes', async () => {
    const { app, first } = await openBrowser()
    const { store, shown } = show(first)
    onTestFinished(store.subscribe(() => {}))
    expect(store.get()).toEqual({ data: null, status: 'loading', error: null })
    await waitForState(store, { status: 'authenticated', data: { user: { email: ada.email } } })
    expect(shown).toEqual(['loading', 'authenticated'])
    expect(app.requests).toEqual(['GET session'])
  })

  test.each([
    ['a user', session, 'authenticated'],
    ['no user', null, 'unauthenticated'],
  ] as const)('is not requested if the server rendered it with %s', async (_, initial, status) => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { session: initial })
    expect(store.get()).toMatchObject({ data: initial, status })
    await waitBriefly()
    expect(app.requests).toEqual([])
  })

  test('does not notify listeners if nothing has changed', async () => {
    const { first } = await openBrowser()
    const { store, shown } = show(first)
    await waitForState(store, { status: 'authenticated' })
    const before = store.get()
    await first.getSession()
    expect(store.get()).toBe(before)
    expect(shown).toHaveLength(2)
  })

  test('changes on sign-in and sign-out', async () => {
    const { first } = await openBrowser()
    const { store } = show(first)
    await waitForState(store, { status: 'authenticated' })
    await first.signOut(stay)
    expect(store.get()).toMatchObject({ status: 'unauthenticated', data: null })
    await first.signIn('credentials', { ...ada, email: 'eve@example.com', ...stay })
    expect(store.get()).toMatchObject({ data: { user: { email: 'eve@example.com' } } })
  })

  test('is the one that the server rendered last, not the response of an earlier request', async () => {
    const { app, first, runAction } = await openBrowser()
    const { store } = show(first, { session })
    const answers: (() => void)[] = []
    app.intercept = async (req, res) => {
      if (req.method !== 'GET' || answers.length > 0) return false
      await new Promise<void>(resolve => void answers.push(resolve))
      return Boolean(res.setHeader('content-type', 'application/json').end(JSON.stringify(session)))
    }
    const pending = first.getSession()
    await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 30_000 })
    await runAction(client => client.signOut(stay))
    store.setSession(null)
    for (const answer of answers) answer()
    expect(await pending).toBeNull()
    expect(store.get().status).toBe('unauthenticated')
  })

  test('is requested at intervals while the user is signed in', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { refetchInterval: 0.05 })
    await vi.waitFor(() => expect(app.count('GET session')).toBeGreaterThan(3), { timeout: 30_000 })
    await first.signOut(stay)
    await waitBriefly()
    const before = app.count('GET session')
    await waitBriefly()
    expect(app.count('GET session')).toBe(before)
    expect(store.get().status).toBe('unauthenticated')
  })

  test('is requested at another interval after `configure`', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { session })
    store.configure({ refetchInterval: 0.05 })
    await vi.waitFor(() => expect(app.count('GET session')).toBeGreaterThan(1), { timeout: 30_000 })
    store.configure({ refetchInterval: 0 })
    await waitBriefly()
    const before = app.requests.length
    await waitBriefly()
    expect(app.requests).toHaveLength(before)
  })

  test.each([Infinity, 3_000_000])(
    'is not requested continuously if the interval is %s seconds',
    async refetchInterval => {
      const { app, first } = await openBrowser()
      show(first, { session, refetchInterval })
      await waitBriefly()
      expect(app.requests).toEqual([])
    },
  )

  test('is not requested after the last listener unsubscribed', async () => {
    const { app, first } = await openBrowser()
    const store = createSessionStore(first, { refetchInterval: 0.05 })
    store.subscribe(() => {})()
    await waitBriefly()
    const before = app.requests.length
    await waitBriefly()
    expect(app.requests).toHaveLength(before)
  })
})

describe('on a server', () => {
  beforeEach(() => void vi.stubGlobal('document', undefined))

  test('a store sends no request, opens no channel and sets no timer', async () => {
    const channel = vi.spyOn(globalThis, 'BroadcastChannel')
    const timer = vi.spyOn(globalThis, 'setInterval')
    onTestFinished(() => void vi.restoreAllMocks())
    const { app, first } = await openBrowser()
    channel.mockClear()
    timer.mockClear()
    const { store } = show(first, { refetchInterval: 1 })
    store.configure({ refetchInterval: 2 })
    await waitBriefly()
    expect(store.get().status).toBe('loading')
    expect(app.requests).toEqual([])
    expect(channel).not.toHaveBeenCalled()
    expect(timer).not.toHaveBeenCalled()
  })

  test('a store does not keep the session for the next visitor', async () => {
    const { first } = await openBrowser()
    const { store } = show(first)
    store.setSession(session)
    expect(store.get()).toMatchObject({ data: null, status: 'loading' })
  })
})

describe('if the server fails', () => {
  test('the user stays signed in, and the session is requested again', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first)
    await waitForState(store, { status: 'authenticated' })
    app.fail('session', 503)
    await expect(first.getSession()).rejects.toThrow('503')
    const polled = show(first, { session, refetchInterval: 0.05 }).store
    await waitForState(polled, { error: { type: 'SessionUnavailable' } })
    for (const one of [store, polled])
      expect(one.get()).toMatchObject({ status: 'authenticated', data: { user: { email: ada.email } } })
    app.intercept = () => false
    await waitForState(polled, { error: null, status: 'authenticated' })
  })

  test('a page without a session stays in status loading', async () => {
    const { app, first } = await openBrowser()
    app.fail('session', 503)
    const { store, shown } = show(first)
    await waitForState(store, { status: 'loading', error: { type: 'SessionUnavailable' } })
    app.intercept = () => false
    await waitForState(store, { status: 'authenticated', error: null })
    expect(shown).not.toContain('unauthenticated')
    expect(app.count('GET session')).toBe(2)
  })

  test('with 404, the session is not requested again, and the console names `basePath`', async () => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => consoleError.mockRestore())
    const { app } = await openBrowser()
    const client = app.open(new CookieJar(), { basePath: '/elsewhere' })
    app.intercept = (_, res) => Boolean(res.writeHead(404).end('no'))
    const { store } = show(client)
    await waitForState(store, { error: { type: 'SessionUnavailable' } })
    expect(consoleError.mock.calls.flat().map(String).join()).toContain('basePath')
    await new Promise(resolve => setTimeout(resolve, 2_300))
    expect(app.requests).toHaveLength(1)
  })
})

describe('another tab', () => {
  test('shows the sign-out of this one without a request', async () => {
    const { app, first, open } = await openBrowser()
    const { store } = show(open())
    await waitForState(store, { status: 'authenticated' })
    app.requests.length = 0
    await first.signOut(stay)
    await waitForState(store, { status: 'unauthenticated', data: null })
    expect(app.requests).toEqual(['POST signout'])
  })

  test('shows the sign-in of this one and updates', async () => {
    const { first, open } = await openBrowser()
    await first.signOut(stay)
    const { store } = show(open())
    await waitForState(store, { status: 'unauthenticated' })
    await first.signIn('credentials', { ...ada, ...stay })
    await waitForState(store, { status: 'authenticated' })
    await first.signIn('credentials', { ...ada, email: 'eve@example.com', ...stay })
    await waitForState(store, { data: { user: { email: 'eve@example.com' } } })
  })

  test('requests the session if a new page has another user, but not if it has the same', async () => {
    const { app, first, open } = await openBrowser()
    const signedOut = show(open(), { session: null }).store
    const signedIn = show(open(), { session }).store
    app.requests.length = 0
    show(first)
    await waitForState(signedOut, { status: 'authenticated' })
    await waitBriefly()
    expect(signedIn.get().data).toEqual(session)
    expect(app.count('GET session')).toBe(2)
  })

  test.each([
    ['in', null, 'authenticated'],
    ['out', session, 'unauthenticated'],
  ] as const)(
    'is updated if the server signed the user %s and rendered this one again',
    async (_, before, status) => {
      const { app, first, open, runAction } = await openBrowser()
      if (before === session) await runAction(client => client.signOut(stay))
      const thisTab = show(first, { session: before }).store
      const otherTab = show(open(), { session: before }).store
      // Wait until both tabs have announced their user.
      await waitBriefly()
      app.requests.length = 0
      thisTab.setSession(before ? null : session)
      await waitForState(otherTab, { status })
      await waitBriefly()
      expect(thisTab.get().status).toBe(status)
      expect(app.requests).toEqual(['GET session'])
    },
  )

  test('does not request the session if this one was rendered again for the same user', async () => {
    const { app, first, open } = await openBrowser()
    const thisTab = show(first, { session }).store
    show(open(), { session })
    await waitBriefly()
    thisTab.setSession({ ...session, expires: new Date(Date.now() + 90_000).toISOString() })
    await waitBriefly()
    expect(app.requests).toEqual([])
  })

  test('requests the session when a page with another user uses a copy of its client', async () => {
    const { app, first, open } = await openBrowser()
    const { store } = show(open(), { session: null })
    app.requests.length = 0
    show({ ...first }, { session })
    await waitForState(store, { status: 'authenticated' })
    expect(app.requests).toEqual(['GET session'])
  })

  test('requests the session if this one has another user with the same name', async () => {
    const { app, first, open } = await openBrowser()
    const as = (id?: string) => ({ session: { ...session, user: { id, name: 'Ada' } } })
    const stores = [show(open(), as('1')).store, show(open(), as()).store]
    show(first, as('2'))
    const [otherId, noId] = stores
    if (otherId) await waitForState(otherId, { data: { user: { email: ada.email } } })
    await waitBriefly()
    expect(noId?.get().data).toEqual(as().session)
    expect(app.requests).toEqual(['GET session'])
  })

  test('of an app at another path is not notified', async () => {
    const { app, first } = await openBrowser()
    const other = app.open(new CookieJar(), { basePath: '/other' })
    const { store } = show(other, { session })
    await first.signOut(stay)
    await waitBriefly()
    expect(store.get().status).toBe('authenticated')
  })
})
