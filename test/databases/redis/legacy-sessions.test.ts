import { randomUUID } from 'node:crypto'
import type { Adapter } from 'latchkey/adapters'
import { composeAdapters } from 'latchkey/adapters/compose'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { expect, test } from 'vitest'
import { aSession, aUser } from '../../contract/records.js'
import {
  createPlainAdapter,
  createTappedAdapter,
  createTestApp,
  runRoundTrip,
  sessionCookie,
} from '../../support/app.js'
import { createMaliciousProvider, grace } from '../../support/malicious-provider.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { startRedisSetup } from './redis-setup.js'

const { open } = await startRedisSetup()
const ourMethods = ['deleteSessionsByUserId', 'listSessionsByUserId'] as const
const graceIsIn = { user: { email: 'grace@example.com' } }
const day = 86_400

interface Move {
  /** What keeps everything before Redis is there. */
  users: Adapter
  session?: { updateAge?: number; absoluteMaxAge?: number }
  legacySessions?: boolean
}

/** An app that works on `users` alone, until `deploy` puts Redis in front of it. */
function setUpMigration({ users, session = {}, legacySessions }: Move) {
  const op = createMaliciousProvider()
  const { adapter: sessions, names } = open()
  const { adapter: behind, calls } = createTappedAdapter(users)
  const composed = composeAdapters({ users: behind, sessions, legacySessions })
  const strategy = 'database' as const
  let { answer, log } = createTestApp({ op, adapter: users, session: { strategy } })
  const openBrowser = () => createVisitor(request => answer(request), 'https://app.example')
  return {
    op,
    behind,
    composed,
    names,
    browser: openBrowser,
    errors: () => log.types(),
    deploy() {
      const app = createTestApp({ op, adapter: composed, session: { strategy, ...session } })
      answer = app.answer
      log = app.log
    },
    /** What the adapter behind was asked since the last time. */
    asked: () => calls.splice(0),
  }
}

async function signInBeforeMigration(move: Move) {
  const moved = setUpMigration(move)
  const [laptop, phone] = [moved.browser(), moved.browser()]
  for (const visit of [laptop, phone]) await runRoundTrip(visit, moved.op)
  const user = await move.users.getUserByEmail?.(String(grace.email))
  moved.deploy()
  return { ...moved, laptop, phone, userId: user?.id ?? '' }
}

const readSessionToken = ({ jar }: Visitor) => jar.get(sessionCookie)?.value ?? ''

test.each([
  ['our own', () => MemoryAdapter()],
  ['a published one', () => createPlainAdapter()],
])('whoever was signed in before Redis came stays so, with the adapter %s', async (_, make) => {
  const { laptop, errors, names, phone, asked } = await signInBeforeMigration({ users: make() })
  expect(await laptop.getSession()).toMatchObject(graceIsIn)
  expect(asked()).toEqual(['getSessionAndUser'])
  const thief = laptop.cloneWithCookies()
  await laptop.signOut()
  expect(await thief.getSession()).toBeNull()
  expect(await phone.getSession()).toMatchObject(graceIsIn)
  expect(errors()).toEqual([])
  expect(await names()).toEqual([])
})

test('a session from before is prolonged where it is, and never comes to be in two places', async () => {
  const users = MemoryAdapter()
  const { laptop, names } = await signInBeforeMigration({ users, session: { updateAge: 0 } })
  const before = (await users.getSessionAndUser(readSessionToken(laptop)))?.session.expires.getTime() ?? 0
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(await laptop.getSession()).toMatchObject(graceIsIn)
  const after = (await users.getSessionAndUser(readSessionToken(laptop)))?.session.expires.getTime()
  expect(after).toBeGreaterThan(before)
  expect(await names()).toEqual([])
})

test('who signs in after the move is in Redis alone, and costs the database no more than their user', async () => {
  const users = MemoryAdapter()
  const {
    browser: openBrowser,
    op,
    asked,
  } = await signInBeforeMigration({ users, session: { updateAge: 0 } })
  const visit = openBrowser()
  await runRoundTrip(visit, op)
  asked()
  expect(await visit.getSession()).toMatchObject(graceIsIn)
  expect(asked()).toEqual(['getUser'])
  expect(await users.getSessionAndUser(readSessionToken(visit))).toBeNull()
})

test('a store of our own that does not tell what it wrote is not asked for it twice', async () => {
  const { adapter: users, calls } = createTappedAdapter(MemoryAdapter())
  const user = await users.createUser?.(aUser())
  const { sessionStore } = open().adapter
  const updateSession: typeof sessionStore.updateSession = async session =>
    void (await sessionStore.updateSession(session))
  const adapter = composeAdapters({ users, sessions: { sessionStore: { ...sessionStore, updateSession } } })
  const session = aSession(user?.id ?? '')
  await adapter.createSession?.(session)
  calls.length = 0
  await adapter.updateSession?.({ ...session, expires: new Date(Date.now() + 5_000) })
  expect(calls).toEqual([])
})

test('a session that lies in both places is ended in both', async () => {
  const { adapter: sessions } = open()
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  const session = aSession(user.id)
  await users.createSession(session)
  await sessions.sessionStore.createSession(session)
  const adapter = composeAdapters({ users, sessions })
  expect(await adapter.deleteSession?.(session.sessionToken)).toMatchObject(session)
  expect(await users.getSessionAndUser(session.sessionToken)).toBeNull()
  expect(await sessions.getSession(session.sessionToken)).toBeNull()
})

test('signing out everywhere ends what is in Redis and what was there before', async () => {
  const {
    laptop,
    phone,
    browser: openBrowser,
    op,
    composed,
    userId,
  } = await signInBeforeMigration({ users: MemoryAdapter() })
  const tablet = openBrowser()
  await runRoundTrip(tablet, op)
  expect(await composed.listSessionsByUserId?.(userId)).toHaveLength(3)
  expect(await composed.deleteSessionsByUserId?.(userId, { except: readSessionToken(phone) })).toBe(2)
  expect([await laptop.getSession(), await tablet.getSession()]).toEqual([null, null])
  expect(await phone.getSession()).toMatchObject(graceIsIn)
  expect(await composed.deleteSessionsByUserId?.(userId)).toBe(1)
  expect(await phone.getSession()).toBeNull()
})

test.each(ourMethods)(
  'an adapter behind without `%s` is named, for a session would live on',
  async method => {
    const { composed, userId } = await signInBeforeMigration({ users: createPlainAdapter() })
    await expect(composed[method]?.(userId)).rejects.toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining(`\`${method}\``),
    })
  },
)

test('everywhere means at least Redis, where the adapter behind cannot do it', async () => {
  const {
    composed,
    browser: openBrowser,
    op,
    userId,
  } = await signInBeforeMigration({ users: createPlainAdapter() })
  const tablet = openBrowser()
  await runRoundTrip(tablet, op)
  await expect(composed.deleteSessionsByUserId?.(userId)).rejects.toThrow('legacySessions: false')
  expect(await tablet.getSession()).toBeNull()
})

test('switched off, no unknown cookie reaches the table of sessions, and old sessions are over', async () => {
  const users = createPlainAdapter()
  const {
    laptop,
    browser: openBrowser,
    asked,
    composed,
    userId,
  } = await signInBeforeMigration({ users, legacySessions: false })
  const stranger = openBrowser()
  stranger.jar.set('https://app.example', `${sessionCookie}=${randomUUID()}; Secure; Path=/`)
  expect([await stranger.getSession(), await laptop.getSession()]).toEqual([null, null])
  await composed.deleteSession?.(randomUUID())
  await composed.deleteSessionsByUserId?.(userId)
  expect(asked()).toEqual([])
})

test('a cookie that nobody knows costs the database one query', async () => {
  const { browser: openBrowser, asked } = await signInBeforeMigration({ users: MemoryAdapter() })
  const stranger = openBrowser()
  stranger.jar.set('https://app.example', `${sessionCookie}=${randomUUID()}; Secure; Path=/`)
  expect(await stranger.getSession()).toBeNull()
  expect(asked()).toEqual(['getSessionAndUser'])
})

test.each(['in front', 'behind'])(
  'while the store %s is away nobody from before is signed out',
  async place => {
    const users = MemoryAdapter()
    const op = createMaliciousProvider()
    const before = createTestApp({ op, adapter: users }).open()
    await runRoundTrip(before, op)
    const outage = { isOver: false }
    const away = () => {
      if (!outage.isOver) throw new Error('the store is away')
    }
    const { adapter: sessions } = open()
    const sessionStore = { ...sessions.sessionStore }
    if (place === 'in front')
      sessionStore.getSession = async token => {
        away()
        return sessions.getSession(token)
      }
    const behind = place === 'behind' ? createTappedAdapter(users, away).adapter : users
    const { answer } = createTestApp({
      op,
      adapter: composeAdapters({ users: behind, sessions: { sessionStore } }),
    })
    const visit = createVisitor(answer, 'https://app.example')
    const token = readSessionToken(before)
    visit.jar.set('https://app.example', `${sessionCookie}=${token}; Secure; Path=/`)

    const down = await visit.get('/auth/session')
    expect([down.status, await down.json()]).toEqual([503, null])
    expect(readSessionToken(visit)).toBe(token)
    outage.isOver = true
    expect(await visit.getSession()).toMatchObject(graceIsIn)
  },
)

test('a sign-out that the database behind does not confirm is no sign-out, and can be done again', async () => {
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  const session = aSession(user.id)
  await users.createSession(session)
  const outage = { isOver: false }
  const { adapter: behind } = createTappedAdapter(users, () => {
    if (!outage.isOver) throw new Error('the store is away')
  })
  const adapter = composeAdapters({ users: behind, sessions: open().adapter })
  await expect(adapter.deleteSession?.(session.sessionToken)).rejects.toThrow('away')
  outage.isOver = true
  expect(await adapter.deleteSession?.(session.sessionToken)).toMatchObject(session)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
})

test('a session that ends while it is prolonged has ended', async () => {
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  const adapter = composeAdapters({ users, sessions: open().adapter })
  for (let round = 0; round < 20; round++) {
    const session = aSession(user.id)
    await users.createSession(session)
    const prolong = () => adapter.updateSession?.({ ...session, expires: new Date(Date.now() + 1e7) })
    await Promise.all([prolong(), adapter.deleteSession?.(session.sessionToken), prolong()])
    expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
  }
})

test('where the adapter behind keeps no start of sessions, theirs are not prolonged past any limit', async () => {
  const users = createPlainAdapter()
  const session = { updateAge: 0, absoluteMaxAge: 30 * day }
  const { laptop, asked } = await signInBeforeMigration({ users, session })
  const before = (await users.getSessionAndUser?.(readSessionToken(laptop)))?.session.expires
  for (let look = 0; look < 3; look++) expect(await laptop.getSession()).toMatchObject(graceIsIn)
  expect((await users.getSessionAndUser?.(readSessionToken(laptop)))?.session.expires).toEqual(before)
  expect(asked()).not.toContain('updateSession')
})

test('the class instance behind keeps its `this`', async () => {
  class Published {
    readonly #store = MemoryAdapter()
    getUser(id: string) {
      return this.#store.getUser(id)
    }
    getSessionAndUser(token: string) {
      return this.#store.getSessionAndUser(token)
    }
    deleteSession(token: string) {
      return this.#store.deleteSession(token)
    }
    async begin() {
      const user = await this.#store.createUser(aUser())
      return this.#store.createSession(aSession(user.id))
    }
  }
  const users = new Published()
  const session = await users.begin()
  const adapter = composeAdapters({ users, sessions: open().adapter })
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toMatchObject({ session })
  await adapter.deleteSession?.(session.sessionToken)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
})

test('in two deploys, a process from before knows who signs in at one from after', async () => {
  const users = MemoryAdapter()
  const op = createMaliciousProvider()
  const both = composeAdapters({ users, sessions: open().adapter })
  const createSession: typeof users.createSession = session => users.createSession(session)
  const first = createTestApp({ op, adapter: { ...both, createSession } })
  const apps = [createTestApp({ op, adapter: users }), first, createTestApp({ op, adapter: both })]
  const visit = first.open()
  await runRoundTrip(visit, op)
  for (const { answer } of apps) {
    const there = createVisitor(answer, 'https://app.example')
    there.jar.set('https://app.example', `${sessionCookie}=${readSessionToken(visit)}; Secure; Path=/`)
    expect(await there.getSession()).toMatchObject(graceIsIn)
  }
})
