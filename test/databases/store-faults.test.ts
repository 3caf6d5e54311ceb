import { randomUUID } from 'node:crypto'
import type { Adapter, AdapterSession } from 'latchkey/adapters'
import { composeAdapters } from 'latchkey/adapters/compose'
import { type AdapterSessionStore, RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import pg from 'pg'
import { createClient, createCluster } from 'redis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSession, aUser } from '../contract/records.js'
import { createTestApp, getLocation, origin, runRoundTrip, sessionCookie } from '../support/app.js'
import { startPostgres, startPostgresStandby } from '../support/databases/server.js'
import { withServer } from '../support/databases/with-server.js'
import { selectCases } from '../support/fire.js'
import { startMemoryRedis, startPersistentRedis, startRedisCluster } from '../support/redis.js'
import { startStallingProxy } from '../support/stalling-proxy.js'
import type { Visitor } from '../support/visitor.js'
import { createSchema } from './test-databases.js'

/*
 * Four faults of stores that signed users out, locked them out or kept sessions alive in other libraries.
 */

const errorPage = `${origin}/auth/error?error=Configuration`

/** The result of a session read. */
async function readSession(visit: Visitor) {
  const response = await visit.get('/auth/session')
  const body = (await response.json()) as { user?: { email?: unknown } } | null
  const clears = response.headers.getSetCookie().some(line => line.startsWith(`${sessionCookie}=;`))
  return { status: response.status, email: body?.user?.email ?? null, clears }
}

const signedIn = { status: 200, email: 'grace@example.com', clears: false }
const signedOut = { status: 200, email: null, clears: true }
const unavailable = { status: 503, email: null, clears: false }

describe('a Redis server whose memory is full', async () => {
  const server = await startMemoryRedis()
  const client = await createClient({ url: server.url }).connect()
  const prefix = randomUUID()
  const adapter = RedisAdapter(client, { prefix })

  afterAll(async () => {
    client.destroy()
    await server.stop()
  })

  /** Fills the memory with keys that expire, as a cache on the same server would. The last ones are small, so that no room is left. */
  async function fillMemory(policy: string, isFull: () => Promise<boolean>): Promise<void> {
    await client.configSet({ 'maxmemory-policy': policy, 'maxmemory-samples': '64' })
    const used = Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1])
    await client.configSet('maxmemory', String(used + 2_000_000))
    for (const size of [50_000, 100])
      for (let index = 0; index < 1_000 && !(await isFull()); index++) {
        const isStored = await client
          .set(`filler:${randomUUID()}`, 'x'.repeat(size), { EX: 3_600 })
          .catch(() => null)
        if (!isStored) break
      }
  }

  async function emptyMemory(): Promise<void> {
    await client.configSet('maxmemory', '0')
    const names = await client.keys('filler:*')
    if (names.length > 0) await client.del(names)
  }

  test('evicts a session: the user is signed out, is not locked out, and signs in as the same user', async () => {
    const { op, open, log } = createTestApp({ adapter })
    const visit = open()
    await runRoundTrip(visit, op)
    const user = await adapter.getUserByEmail('grace@example.com')
    const token = visit.jar.get(sessionCookie)?.value ?? ''
    const key = `${prefix}:session:${token}`
    expect(await client.exists(key)).toBe(1)

    await fillMemory('volatile-lru', async () => (await client.exists(key)) === 0)
    expect(await adapter.getUser(user?.id ?? '')).toEqual(user)
    expect(await readSession(visit)).toEqual(signedOut)
    expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
    expect((await adapter.getUserByEmail('grace@example.com'))?.id).toBe(user?.id)
    expect(await readSession(visit)).toEqual(signedIn)
    expect(log.types()).toEqual([])
    await emptyMemory()
  })

  test('refuses writes with `noeviction`: users stay signed in, and a sign-in works when there is room', async () => {
    const { op, open } = createTestApp({ adapter, session: { strategy: 'database', updateAge: 0 } })
    const [visit, guest] = [open(), open()]
    await runRoundTrip(visit, op)
    await fillMemory('noeviction', async () => false)

    expect(await readSession(visit)).toEqual(unavailable)
    expect(getLocation(await runRoundTrip(guest, op))).toBe(errorPage)
    await emptyMemory()
    expect(await readSession(visit)).toEqual(signedIn)
    expect(getLocation(await runRoundTrip(guest, op))).toBe(origin)
  })
})

withServer('postgres', url => {
  test('an outage of either store is not a missing session: the cookie stays', {
    timeout: 60_000,
  }, async () => {
    const database = await createSchema(url)
    const proxy = await startStallingProxy(database.url)
    const redis = await startPersistentRedis()
    const client = createClient({ url: redis.url, socket: { reconnectStrategy: 20 } }).on('error', () => {})
    await client.connect()
    const pool = new pg.Pool({
      connectionString: proxy.url,
      connectionTimeoutMillis: 500,
      query_timeout: 500,
    })
    pool.on('error', () => {})
    try {
      const users = SqlAdapter(pool)
      await users.migrate()
      // With `readSessionsFromUsers`, the default, a session that Redis does not have is looked up in the database.
      const adapter = composeAdapters({ users, sessions: RedisAdapter(client, { timeout: 500 }) })
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      await runRoundTrip(visit, op)
      expect(await readSession(visit)).toEqual(signedIn)

      await redis.halt()
      expect(await readSession(visit)).toEqual(unavailable)
      await redis.resume()
      await expect.poll(() => readSession(visit)).toEqual(signedIn)

      proxy.stall()
      expect(await readSession(visit)).toEqual(unavailable)
      proxy.resume()
      await expect.poll(() => readSession(visit)).toEqual(signedIn)
    } finally {
      client.destroy()
      await pool.end()
      await proxy.stop()
      await redis.stop()
      await database.drop()
    }
  })

  describe('users who are read from a replica that lags behind', () => {
    const endings: (() => unknown)[] = []
    let primary: SqlAdapter
    let sessionStore: AdapterSessionStore
    let adapter: Adapter
    let pauseReplay: (isPaused: boolean) => Promise<void>

    beforeAll(async () => {
      const server = await startPostgres()
      endings.unshift(() => server.stop())
      primary = SqlAdapter(server.url)
      await primary.migrate()
      const replica = await startPostgresStandby(server.url)
      endings.unshift(() => replica.stop())
      const standby = SqlAdapter(replica.url)
      pauseReplay = await connectReplay(replica.url)
      const redis = await startMemoryRedis()
      const client = await createClient({ url: redis.url }).connect()
      endings.unshift(
        () => primary.close(),
        () => standby.close(),
        () => client.destroy(),
        () => redis.stop(),
      )
      sessionStore = RedisAdapter(client, { prefix: randomUUID() }).sessionStore
      const { getUser, getUserByEmail, getUserByAccount } = standby
      const users = { ...primary, getUser, getUserByEmail, getUserByAccount }
      adapter = composeAdapters({ users, sessions: { sessionStore }, readSessionsFromUsers: false })
    })

    afterAll(async () => {
      for (const end of endings) await end()
    })

    async function connectReplay(url: string) {
      const client = new pg.Client(url)
      client.on('error', () => {})
      await client.connect()
      endings.unshift(() => client.end())
      return async (isPaused: boolean) => {
        await client.query(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)
        const readState = async () =>
          (await client.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')).rows[0]
            ?.state
        await expect.poll(readState).toBe(isPaused ? 'paused' : 'not paused')
      }
    }

    test('a sign-up is refused while the replica lacks the user, and works later, with one user', async () => {
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      await pauseReplay(true)
      expect(getLocation(await runRoundTrip(visit, op))).toBe(errorPage)
      expect(getLocation(await runRoundTrip(visit, op))).toMatch(/error=/)

      await pauseReplay(false)
      await expect.poll(() => adapter.getUserByEmail?.('grace@example.com')).not.toBeNull()
      expect(getLocation(await runRoundTrip(visit, op))).toBe(origin)
      expect(await readSession(visit)).toEqual(signedIn)
      expect(await primary.listUsers({ limit: 5 })).toHaveLength(1)
    })

    test('a user who was not found is not remembered as missing: the session works when the replica has caught up', async () => {
      await pauseReplay(true)
      const user = await primary.createUser(aUser())
      const session = aSession(user.id)
      await sessionStore.createSession(session)
      expect(await adapter.getSessionAndUser?.(session.sessionToken)).toBeNull()
      await pauseReplay(false)
      await expect.poll(() => adapter.getSessionAndUser?.(session.sessionToken)).toMatchObject({ user })
    })
  })
})

/** The methods that a list of the sessions of a user needs. */
type SessionLists = Required<
  Pick<
    AdapterSessionStore,
    'createSession' | 'getSession' | 'listSessionsByUserId' | 'deleteSessionsByUserId'
  >
>

/** Signs a user in from many browsers while all their sessions are ended. Returns the live sessions that no list has. */
async function findUnlistedSessions(stores: readonly SessionLists[], userId: string): Promise<string[]> {
  const sessions = Array.from({ length: 24 }, () => aSession(userId))
  await Promise.all([
    ...sessions.map((session, index) => stores[index % stores.length]?.createSession(session)),
    ...stores.map(store => store.deleteSessionsByUserId(userId)),
  ])
  const [store] = stores
  if (!store) return []
  const listed = new Set((await store.listSessionsByUserId(userId)).map(({ sessionToken }) => sessionToken))
  const tokens = sessions.map(({ sessionToken }) => sessionToken)
  const live = await Promise.all(tokens.map(async token => ((await store.getSession(token)) ? token : null)))
  return live.filter(token => token !== null).filter(token => !listed.has(token))
}

describe('a user who signs in from many browsers while all sessions are ended', () => {
  const openers = {
    async Redis() {
      const server = await startMemoryRedis()
      const clients = [createClient({ url: server.url }), createClient({ url: server.url })]
      for (const client of clients) await client.connect()
      return { server, clients }
    },
    async 'a Redis Cluster'() {
      const server = await startRedisCluster()
      const rootNodes = server.ports.map(port => ({ url: `redis://127.0.0.1:${port}` }))
      const client = createCluster({ rootNodes })
      await client.connect()
      return { server, clients: [client] }
    },
  }

  test.each(selectCases(Object.entries(openers), ([name]) => name === 'Redis'))(
    'has no session that the list misses, and the next call ends all of them: %s',
    async (_, openClients) => {
      const { server, clients } = await openClients()
      try {
        const prefix = randomUUID()
        const stores = clients.map(client => RedisAdapter(client, { prefix }).sessionStore)
        for (let round = 0; round < 10; round++) {
          const userId = randomUUID()
          expect(await findUnlistedSessions(stores, userId)).toEqual([])
          await stores[0]?.deleteSessionsByUserId(userId)
          expect(await stores[0]?.listSessionsByUserId(userId)).toEqual([])
        }
      } finally {
        for (const client of clients) client.destroy()
        await server.stop()
      }
    },
  )

  test('is found with a list that is read, changed and written, as in Workers KV', async () => {
    const store = createRewrittenLists()
    expect((await findUnlistedSessions([store, store], 'grace')).length).toBeGreaterThan(0)
  })
})

/** Keeps the sessions of a user as one value, which each change reads and replaces. */
function createRewrittenLists(): SessionLists {
  const sessions = new Map<string, AdapterSession>()
  const lists = new Map<string, readonly string[]>()
  const readList = async (userId: string) => lists.get(userId) ?? []
  const writeList = async (userId: string, list: readonly string[]) => void lists.set(userId, list)
  return {
    async createSession(session) {
      sessions.set(session.sessionToken, session)
      await writeList(session.userId, [...(await readList(session.userId)), session.sessionToken])
      return session
    },
    getSession: async token => sessions.get(token) ?? null,
    async listSessionsByUserId(userId) {
      return (await readList(userId)).flatMap(token => sessions.get(token) ?? [])
    },
    async deleteSessionsByUserId(userId) {
      const list = await readList(userId)
      for (const token of list) sessions.delete(token)
      await writeList(userId, [])
      return list.length
    },
  }
}
