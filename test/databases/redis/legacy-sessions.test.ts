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
const graceSession = { user: { email: 'grace@example.com' } }
const day = 86_400

interface Move {
  /** The adapter that stores everything before the migration to Redis. */
  users: Adapter
  session?: { updateAge?: number; absoluteMaxAge?: number }
  readSessionsFromUsers?: boolean
}

/** Creates an app that stores everything in `users`, until `deploy` moves sessions to Redis. */
function setUpMigration({ users, session = {}, readSessionsFromUsers }: Move) {
  const op = createMaliciousProvider()
  const { adapter: sessions, names } = open()
  const { adapter: legacy, calls } = createTappedAdapter(users)
  const composed = composeAdapters({ users: legacy, sessions, readSessionsFromUsers })
  const strategy = 'database' as const
  let { answer, log } = createTestApp({ op, adapter: users, session: { strategy } })
  const openBrowser = () => createVisitor(request => answer(request), 'https://app.example')
  return {
    op,
    legacy,
    composed,
    names,
    browser: openBrowser,
    errors: () => log.types(),
    deploy() {
      const app = createTestApp({ op, adapter: composed, session: { strategy, ...session } })
      answer = app.answer
      log = app.log
    },
    /** Returns the calls of the legacy adapter since the last time. */
    takeCalls: () => calls.splice(0),
  }
}

async function signInBeforeMigration(move: Move) {
  const migrated = setUpMigration(move)
  const [laptop, phone] = [migrated.browser(), migrated.browser()]
  for (const visit of [laptop, phone]) await runRoundTrip(visit, migrated.op)
  const user = await move.users.getUserByEmail?.(String(grace.email))
  migrated.deploy()
  return { ...migrated, laptop, phone, userId: user?.id ?? '' }
}

const readSessionToken = ({ jar }: Visitor) => jar.get(sessionCookie)?.value ?? ''

test.each([
  ['MemoryAdapter', () => MemoryAdapter()],
  ['a published adapter', () => createPlainAdapter()],
])('users who signed in before the migration stay signed in, with %s', async (_, make) => {
  const { laptop, errors, names, phone, takeCalls } = await signInBeforeMigration({ users: make() })
  expect(await laptop.getSession()).toMatchObject(graceSession)
  expect(takeCalls()).toEqual(['getSessionAndUser'])
  const attacker = laptop.cloneWithCookies()
  await laptop.signOut()
  expect(await attacker.getSession()).toBeNull()
  expect(await phone.getSession()).toMatchObject(graceSession)
  expect(errors()).toEqual([])
  expect(await names()).toEqual([])
})

test('a legacy session is extended in the legacy store and not copied to Redis', async () => {
  const users = MemoryAdapter()
  const { laptop, names } = await signInBeforeMigration({ users, session: { updateAge: 0 } })
  const before = (await users.getSessionAndUser(readSessionToken(laptop)))?.session.expires.getTime() ?? 0
  await new Promise(resolve => setTimeout(resolve, 5))
  expect(await laptop.getSession()).toMatchObject(graceSession)
  const after = (await users.getSessionAndUser(readSessionToken(laptop)))?.session.expires.getTime()
  expect(after).toBeGreaterThan(before)
  expect(await names()).toEqual([])
})

test('a new session is only in Redis, and reading it only loads the user from the database', async () => {
  const users = MemoryAdapter()
  const {
    browser: openBrowser,
    op,
    takeCalls,
  } = await signInBeforeMigration({ users, session: { updateAge: 0 } })
  const visit = openBrowser()
  await runRoundTrip(visit, op)
  takeCalls()
  expect(await visit.getSession()).toMatchObject(graceSession)
  expect(takeCalls()).toEqual(['getUser'])
  expect(await users.getSessionAndUser(readSessionToken(visit))).toBeNull()
})

test('`updateSession` of a session store that returns nothing does not query the legacy store', async () => {
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

test('a session that is in both stores is deleted in both', async () => {
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

test('signing out everywhere ends new and legacy sessions', async () => {
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
  expect(await phone.getSession()).toMatchObject(graceSession)
  expect(await composed.deleteSessionsByUserId?.(userId)).toBe(1)
  expect(await phone.getSession()).toBeNull()
})

test.each(ourMethods)(
  'a legacy adapter without `%s` causes an error that names the method, because sessions would remain',
  async method => {
    const { composed, userId } = await signInBeforeMigration({ users: createPlainAdapter() })
    await expect(composed[method]?.(userId)).rejects.toMatchObject({
      type: 'AdapterError',
      message: expect.stringContaining(`\`${method}\``),
    })
  },
)

test('signing out everywhere ends the sessions in Redis even if the legacy adapter cannot', async () => {
  const {
    composed,
    browser: openBrowser,
    op,
    userId,
  } = await signInBeforeMigration({ users: createPlainAdapter() })
  const tablet = openBrowser()
  await runRoundTrip(tablet, op)
  await expect(composed.deleteSessionsByUserId?.(userId)).rejects.toThrow('readSessionsFromUsers: false')
  expect(await tablet.getSession()).toBeNull()
})

test('with `readSessionsFromUsers: false` the legacy store is not queried and legacy sessions are invalid', async () => {
  const users = createPlainAdapter()
  const {
    laptop,
    browser: openBrowser,
    takeCalls,
    composed,
    userId,
  } = await signInBeforeMigration({ users, readSessionsFromUsers: false })
  const visitor = openBrowser()
  visitor.jar.set('https://app.example', `${sessionCookie}=${randomUUID()}; Secure; Path=/`)
  expect([await visitor.getSession(), await laptop.getSession()]).toEqual([null, null])
  await composed.deleteSession?.(randomUUID())
  await composed.deleteSessionsByUserId?.(userId)
  expect(takeCalls()).toEqual([])
})

test('an unknown session cookie causes one query of the legacy store', async () => {
  const { browser: openBrowser, takeCalls } = await signInBeforeMigration({ users: MemoryAdapter() })
  const visitor = openBrowser()
  visitor.jar.set('https://app.example', `${sessionCookie}=${randomUUID()}; Secure; Path=/`)
  expect(await visitor.getSession()).toBeNull()
  expect(takeCalls()).toEqual(['getSessionAndUser'])
})

test.each(['Redis', 'the legacy store'])(
  'while %s is unavailable, users with legacy sessions are not signed out',
  async failing => {
    const users = MemoryAdapter()
    const op = createMaliciousProvider()
    const before = createTestApp({ op, adapter: users }).open()
    await runRoundTrip(before, op)
    const outage = { isOver: false }
    const throwIfDown = () => {
      if (!outage.isOver) throw new Error('the store is unavailable')
    }
    const { adapter: sessions } = open()
    const sessionStore = { ...sessions.sessionStore }
    if (failing === 'Redis')
      sessionStore.getSession = async token => {
        throwIfDown()
        return sessions.getSession(token)
      }
    const legacy = failing === 'the legacy store' ? createTappedAdapter(users, throwIfDown).adapter : users
    const { answer } = createTestApp({
      op,
      adapter: composeAdapters({ users: legacy, sessions: { sessionStore } }),
    })
    const visit = createVisitor(answer, 'https://app.example')
    const token = readSessionToken(before)
    visit.jar.set('https://app.example', `${sessionCookie}=${token}; Secure; Path=/`)

    const down = await visit.get('/auth/session')
    expect([down.status, await down.json()]).toEqual([503, null])
    expect(readSessionToken(visit)).toBe(token)
    outage.isOver = true
    expect(await visit.getSession()).toMatchObject(graceSession)
  },
)

test('a sign-out fails if the legacy store fails, and can be repeated', async () => {
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  const session = aSession(user.id)
  await users.createSession(session)
  const outage = { isOver: false }
  const { adapter: legacy } = createTappedAdapter(users, () => {
    if (!outage.isOver) throw new Error('the store is unavailable')
  })
  const adapter = composeAdapters({ users: legacy, sessions: open().adapter })
  await expect(adapter.deleteSession?.(session.sessionToken)).rejects.toThrow('unavailable')
  outage.isOver = true
  expect(await adapter.deleteSession?.(session.sessionToken)).toMatchObject(session)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
})

test('a session that is deleted while it is extended stays deleted', async () => {
  const users = MemoryAdapter()
  const user = await users.createUser(aUser())
  const adapter = composeAdapters({ users, sessions: open().adapter })
  for (let round = 0; round < 20; round++) {
    const session = aSession(user.id)
    await users.createSession(session)
    const extend = () => adapter.updateSession?.({ ...session, expires: new Date(Date.now() + 1e7) })
    await Promise.all([extend(), adapter.deleteSession?.(session.sessionToken), extend()])
    expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
  }
})

test('legacy sessions are not extended with `absoluteMaxAge` if the legacy adapter does not store their start', async () => {
  const users = createPlainAdapter()
  const session = { updateAge: 0, absoluteMaxAge: 30 * day }
  const { laptop, takeCalls } = await signInBeforeMigration({ users, session })
  const before = (await users.getSessionAndUser?.(readSessionToken(laptop)))?.session.expires
  for (let read = 0; read < 3; read++) expect(await laptop.getSession()).toMatchObject(graceSession)
  expect((await users.getSessionAndUser?.(readSessionToken(laptop)))?.session.expires).toEqual(before)
  expect(takeCalls()).not.toContain('updateSession')
})

test('the methods of a legacy class instance keep their `this`', async () => {
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
    async createSignedInUser() {
      const user = await this.#store.createUser(aUser())
      return this.#store.createSession(aSession(user.id))
    }
  }
  const users = new Published()
  const session = await users.createSignedInUser()
  const adapter = composeAdapters({ users, sessions: open().adapter })
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toMatchObject({ session })
  await adapter.deleteSession?.(session.sessionToken)
  expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
})

test('in a migration in two deploys, old processes read the sessions of new ones', async () => {
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
    expect(await there.getSession()).toMatchObject(graceSession)
  }
})
