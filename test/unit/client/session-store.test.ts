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

/** A browser with tabs of one app; in the first one Ada has signed in. */
async function openBrowser() {
  const app = await ClientApp.start()
  const jar = new CookieJar()
  const first = app.open(jar)
  await first.signIn('credentials', { ...ada, ...stay })
  app.asked.length = 0
  /** What the server does by itself, with the browser's cookies: no tab hears of it. */
  const runAction = (deed: (client: Client) => Promise<unknown>) =>
    deed(app.open(jar, { baseUrl: app.origin.toUpperCase() }))
  return { app, jar, first, act: runAction, open: () => app.open(jar) }
}

/** Shows a session, as a page does; `shown` has each state that was seen. */
function show(client: Parameters<typeof createSessionStore>[0], options: ClientSessionStoreOptions = {}) {
  const store = createSessionStore(client, options)
  const shown: string[] = [store.get().status]
  onTestFinished(store.subscribe(() => shown.push(store.get().status)))
  return { store, shown }
}

const waitForState = (store: ClientSessionStore, state: object) =>
  vi.waitFor(() => expect(store.get()).toMatchObject(state), { timeout: 5_000, interval: 10 })

/** Long enough for a message between tabs, or an answer of this machine. */
const waitBriefly = () => new Promise(resolve => setTimeout(resolve, 150))

describe('what a page shows', () => {
  test('is asked for when somebody looks, once', async () => {
    const { app, first } = await openBrowser()
    const { store, shown } = show(first)
    store.subscribe(() => {})
    expect(store.get()).toEqual({ data: null, status: 'loading', error: null })
    await waitForState(store, { status: 'authenticated', data: { user: { email: ada.email } } })
    expect(shown).toEqual(['loading', 'authenticated'])
    expect(app.asked).toEqual(['GET session'])
  })

  test.each([
    ['somebody', session, 'authenticated'],
    ['nobody', null, 'unauthenticated'],
  ] as const)('is not asked for when the server wrote %s into it', async (_, known, status) => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { session: known })
    expect(store.get()).toMatchObject({ data: known, status })
    await waitBriefly()
    expect(app.asked).toEqual([])
  })

  test('is nothing that the page draws again when nothing has changed', async () => {
    const { first } = await openBrowser()
    const { store, shown } = show(first)
    await waitForState(store, { status: 'authenticated' })
    const before = store.get()
    await first.getSession()
    expect(store.get()).toBe(before)
    expect(shown).toHaveLength(2)
  })

  test('follows what happens on the page', async () => {
    const { first } = await openBrowser()
    const { store } = show(first)
    await waitForState(store, { status: 'authenticated' })
    await first.signOut(stay)
    expect(store.get()).toMatchObject({ status: 'unauthenticated', data: null })
    await first.signIn('credentials', { ...ada, email: 'eve@example.com', ...stay })
    expect(store.get()).toMatchObject({ data: { user: { email: 'eve@example.com' } } })
  })

  test('is what its server rendered anew, not what was asked for before', async () => {
    const { app, first, act: runAction } = await openBrowser()
    const { store } = show(first, { session })
    const answers: (() => void)[] = []
    app.interfere = async (req, res) => {
      if (req.method !== 'GET' || answers.length > 0) return false
      await new Promise<void>(resolve => void answers.push(resolve))
      return Boolean(res.setHeader('content-type', 'application/json').end(JSON.stringify(session)))
    }
    const asked = first.getSession()
    await vi.waitFor(() => expect(answers).toHaveLength(1))
    await runAction(client => client.signOut(stay))
    store.setSession(null)
    for (const answer of answers) answer()
    expect(await asked).toBeNull()
    expect(store.get().status).toBe('unauthenticated')
  })

  test('is asked for every so often while somebody is signed in', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { refetchInterval: 0.05 })
    await vi.waitFor(() => expect(app.count('GET session')).toBeGreaterThan(3))
    await first.signOut(stay)
    await waitBriefly()
    const before = app.count('GET session')
    await waitBriefly()
    expect(app.count('GET session')).toBe(before)
    expect(store.get().status).toBe('unauthenticated')
  })

  test('is asked for at another pace when the page says so', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first, { session })
    store.configure({ refetchInterval: 0.05 })
    await vi.waitFor(() => expect(app.count('GET session')).toBeGreaterThan(1))
    store.configure({ refetchInterval: 0 })
    await waitBriefly()
    const before = app.asked.length
    await waitBriefly()
    expect(app.asked).toHaveLength(before)
  })

  test.each([Infinity, 3_000_000])(
    'is not asked for all the time when the pace is %s seconds',
    async pace => {
      const { app, first } = await openBrowser()
      show(first, { session, refetchInterval: pace })
      await waitBriefly()
      expect(app.asked).toEqual([])
    },
  )

  test('is not asked for any more when nobody looks', async () => {
    const { app, first } = await openBrowser()
    const store = createSessionStore(first, { refetchInterval: 0.05 })
    store.subscribe(() => {})()
    await waitBriefly()
    const before = app.asked.length
    await waitBriefly()
    expect(app.asked).toHaveLength(before)
  })
})

describe('a page that is rendered on a server', () => {
  beforeEach(() => void vi.stubGlobal('document', undefined))

  test('asks nothing, hears nothing and waits for nothing, whoever listens', async () => {
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
    expect(app.asked).toEqual([])
    expect(channel).not.toHaveBeenCalled()
    expect(timer).not.toHaveBeenCalled()
  })

  test('keeps nobody for the next visitor', async () => {
    const { first } = await openBrowser()
    const { store } = show(first)
    store.setSession(session)
    expect(store.get()).toMatchObject({ data: null, status: 'loading' })
  })
})

describe('a server that fails', () => {
  test('signs nobody out, and is asked again', async () => {
    const { app, first } = await openBrowser()
    const { store } = show(first)
    await waitForState(store, { status: 'authenticated' })
    app.fail('session', 503)
    await expect(first.getSession()).rejects.toThrow('503')
    const polled = show(first, { session, refetchInterval: 0.05 }).store
    await waitForState(polled, { error: { type: 'SessionUnavailable' } })
    for (const one of [store, polled])
      expect(one.get()).toMatchObject({ status: 'authenticated', data: { user: { email: ada.email } } })
    app.interfere = () => false
    await waitForState(polled, { error: null, status: 'authenticated' })
  })

  test('leaves a page that knows nothing yet waiting, not signed out', async () => {
    const { app, first } = await openBrowser()
    app.fail('session', 503)
    const { store, shown } = show(first)
    await waitForState(store, { status: 'loading', error: { type: 'SessionUnavailable' } })
    app.interfere = () => false
    await waitForState(store, { status: 'authenticated', error: null })
    expect(shown).not.toContain('unauthenticated')
    expect(app.count('GET session')).toBe(2)
  })

  test('is not asked again when asking is the fault; the console says so', async () => {
    const complain = vi.spyOn(console, 'error').mockReturnValue()
    onTestFinished(() => complain.mockRestore())
    const { app } = await openBrowser()
    const lost = app.open(new CookieJar(), { basePath: '/elsewhere' })
    app.interfere = (_, res) => Boolean(res.writeHead(404).end('no'))
    const { store } = show(lost)
    await waitForState(store, { error: { type: 'SessionUnavailable' } })
    expect(complain.mock.calls.flat().map(String).join()).toContain('basePath')
    await new Promise(resolve => setTimeout(resolve, 2_300))
    expect(app.asked).toHaveLength(1)
  })
})

describe('another tab', () => {
  test('shows nobody at once when one signs out, and asks nobody', async () => {
    const { app, first, open } = await openBrowser()
    const { store } = show(open())
    await waitForState(store, { status: 'authenticated' })
    app.asked.length = 0
    await first.signOut(stay)
    await waitForState(store, { status: 'unauthenticated', data: null })
    expect(app.asked).toEqual(['POST signout'])
  })

  test('shows who signed in, and what was updated', async () => {
    const { first, open } = await openBrowser()
    await first.signOut(stay)
    const { store } = show(open())
    await waitForState(store, { status: 'unauthenticated' })
    await first.signIn('credentials', { ...ada, ...stay })
    await waitForState(store, { status: 'authenticated' })
    await first.signIn('credentials', { ...ada, email: 'eve@example.com', ...stay })
    await waitForState(store, { data: { user: { email: 'eve@example.com' } } })
  })

  test('asks when a page that is opened sees somebody else, and not when it sees the same', async () => {
    const { app, first, open } = await openBrowser()
    const stranger = show(open(), { session: null }).store
    const known = show(open(), { session }).store
    app.asked.length = 0
    show(first)
    await waitForState(stranger, { status: 'authenticated' })
    await waitBriefly()
    expect(known.get().data).toEqual(session)
    expect(app.count('GET session')).toBe(2)
  })

  test.each([
    ['in', null, 'authenticated'],
    ['out', session, 'unauthenticated'],
  ] as const)(
    'is right when the server signed somebody %s and rendered this one anew',
    async (_, before, status) => {
      const { app, first, open, act: runAction } = await openBrowser()
      if (before === session) await runAction(client => client.signOut(stay))
      const here = show(first, { session: before }).store
      const there = show(open(), { session: before }).store
      // Each has said whom it sees.
      await waitBriefly()
      app.asked.length = 0
      here.setSession(before ? null : session)
      await waitForState(there, { status })
      await waitBriefly()
      expect(here.get().status).toBe(status)
      expect(app.asked).toEqual(['GET session'])
    },
  )

  test('is not asked to look when this one was rendered anew for the same visitor', async () => {
    const { app, first, open } = await openBrowser()
    const here = show(first, { session }).store
    show(open(), { session })
    await waitBriefly()
    here.setSession({ ...session, expires: new Date(Date.now() + 90_000).toISOString() })
    await waitBriefly()
    expect(app.asked).toEqual([])
  })

  test('requests the session when a page with another user uses a copy of its client', async () => {
    const { app, first, open } = await openBrowser()
    const { store } = show(open(), { session: null })
    app.asked.length = 0
    show({ ...first }, { session })
    await waitForState(store, { status: 'authenticated' })
    expect(app.asked).toEqual(['GET session'])
  })

  test('asks when this one sees another person of the same name', async () => {
    const { app, first, open } = await openBrowser()
    const as = (id?: string) => ({ session: { ...session, user: { id, name: 'Ada' } } })
    const stores = [show(open(), as('1')).store, show(open(), as()).store]
    show(first, as('2'))
    const [other, unsaid] = stores
    if (other) await waitForState(other, { data: { user: { email: ada.email } } })
    await waitBriefly()
    expect(unsaid?.get().data).toEqual(as().session)
    expect(app.asked).toEqual(['GET session'])
  })

  test('of an app at another path hears nothing', async () => {
    const { app, first } = await openBrowser()
    const other = app.open(new CookieJar(), { basePath: '/other' })
    const { store } = show(other, { session })
    await first.signOut(stay)
    await waitBriefly()
    expect(store.get().status).toBe('authenticated')
  })
})
