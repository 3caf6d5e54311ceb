import type { RecordStore } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, createTestApp } from '../support/app.js'
import { stopClock } from '../throttling/throttled-app.js'
import { checked, createRevocableApp, type Strategy, strategies } from './revocable-app.js'

/** Creates a record store that counts its reads, and that fails while it is off. */
function createCountedRecords() {
  const { records } = MemoryAdapter()
  const state = { reads: 0, isOff: false }
  const proxy: RecordStore = new Proxy(records, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        if (state.isOff) throw new Error('connection refused')
        if (name === 'getRecord') state.reads++
        return Reflect.apply(method, target, args)
      }
    },
  })
  return { records: proxy, state }
}

/** Creates two processes of an app whose adapter cannot list sessions, with one user who is signed in. */
async function createProcesses(strategy: Strategy, maxStale: number) {
  const { records, state } = createCountedRecords()
  const store = { adapter: createPlainAdapter(), records }
  const setup = { revocation: { maxStale }, session: { strategy, updateAge: 86_400 } }
  const app = createRevocableApp(store, setup)
  const browser = app.open()
  await browser.signIn()
  const userId = await app.getUserId(browser)
  const { auth: other } = createRevocableApp(store, setup)
  return { ...app, browser, userId, other, state }
}

describe.each(strategies)('the record store, strategy %s', strategy => {
  test('is asked at each read with `maxStale: 0`', async () => {
    const { browser, other, userId, state } = await createProcesses(strategy, 0)
    const { reads } = state
    for (let count = 0; count < 3; count++) expect(await browser.isSignedIn()).toBe(true)
    expect(state.reads - reads).toBeGreaterThanOrEqual(6)
    await other.sessions.endAllOfUser(userId)
    expect(await browser.isSignedIn()).toBe(false)
  })

  test('is not asked again for `maxStale` seconds, after which an ended session ends', async () => {
    const advance = stopClock()
    const { browser, other, userId, state } = await createProcesses(strategy, 30)
    const { reads } = state
    await other.sessions.endAllOfUser(userId)
    const readsToEnd = state.reads
    advance(29)
    expect(await browser.isSignedIn()).toBe(true)
    expect(state.reads).toBe(readsToEnd)
    expect(readsToEnd).toBeGreaterThan(reads)
    advance(1)
    expect(await browser.isSignedIn()).toBe(false)
  })

  test('while it fails, answers from memory count for `maxStale` seconds, then the response is 503 and keeps the cookie', async () => {
    const advance = stopClock()
    const { browser, auth, state, log } = await createProcesses(strategy, 30)
    const cookie = browser.getCookie()
    state.isOff = true
    advance(29)
    expect(await browser.isSignedIn()).toBe(true)
    advance(1)
    const response = await browser.visit.get('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(log.types()).toContain('SessionUnavailable')
    await expect(auth.getSession(browser.toHead())).rejects.toMatchObject({ type: 'SessionUnavailable' })
    expect(browser.getCookie()).toBe(cookie)
    state.isOff = false
    expect(await browser.isSignedIn()).toBe(true)
  })

  test('while it fails, a sign-out fails instead of leaving copies of the cookie valid', async () => {
    const { browser, state, log } = await createProcesses(strategy, 0)
    state.isOff = true
    await browser.visit.signOut()
    expect(log.types()).toContain('SignOutError')
    state.isOff = false
    expect(await browser.isSignedIn()).toBe(true)
    await browser.visit.signOut()
    expect(await browser.isSignedIn()).toBe(false)
  })

  test('a user who ended all sessions in this process is signed out at once', async () => {
    const { browser, auth } = await createProcesses(strategy, 60)
    const copy = browser.visit.cloneWithCookies()
    await auth.sessions.endAll(browser.toHead(), checked)
    expect(await copy.getSession()).toBeNull()
  })

  test('whose table does not exist yet makes sessions unavailable, and names the command', async () => {
    const { records } = MemoryAdapter()
    const { open, log } = createRevocableApp(
      { adapter: createPlainAdapter(), records: { ...records, isAvailable: () => false } },
      { session: { strategy } },
    )
    await open().signIn()
    expect(log.errors.map(({ message }) => message).join()).toContain('npx latchkey migrate')
  })
})

test('without the option, no record is read or written, and the token has no claim', async () => {
  const { records, state } = createCountedRecords()
  const tokens: unknown[] = []
  const { open } = createRevocableApp(
    { adapter: createPlainAdapter(), records },
    {
      revocation: undefined,
      session: { strategy: 'jwt' },
      callbacks: {
        jwt({ token }) {
          tokens.push({ ...token })
          return token
        },
      },
    },
  )
  const browser = open()
  await browser.signIn()
  await browser.isSignedIn()
  const { reads } = state
  await browser.isSignedIn()
  expect(state.reads).toBe(reads)
  expect(await records.listKinds?.()).not.toContain('session')
  expect(JSON.stringify(tokens)).not.toContain('session_id')
})

test('without the option, its functions throw an error that names it', async () => {
  const { auth, open } = createRevocableApp({ adapter: MemoryAdapter() }, { revocation: undefined })
  const error = { type: 'InvalidConfig', message: expect.stringContaining('revocation') }
  await expect(auth.sessions.list(open().toHead())).rejects.toMatchObject(error)
  await expect(auth.sessions.endAllOfUser('ada')).rejects.toMatchObject(error)
})

test.each([[{ maxStale: 61 }], [{ maxStale: -1 }], [{}], [{ maxStale: 30, maxAuthAge: 0 }]])(
  'the option %j is an error of the configuration',
  async revocation => {
    const { open, log } = createTestApp({
      revocation: revocation as { maxStale: number },
      adapter: MemoryAdapter(),
    })
    await open().get('/auth/session')
    expect(log.errors[0]?.message).toMatch(/revocation\.(?:maxStale|maxAuthAge)/)
  },
)

test('the option without a record store is an error of the configuration', async () => {
  const { open, log } = createTestApp({ revocation: { maxStale: 30 } })
  await open().get('/auth/session')
  expect(log.errors[0]?.message).toContain('needs a record store')
})
