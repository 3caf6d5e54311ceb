import { RedisAdapter } from 'latchkey/adapters/redis'
import { SqlAdapter } from 'latchkey/adapters/sql'
import { createAuth } from 'latchkey/server'
import Database from 'libsql'
import pg from 'pg'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  computeCode,
  createTwoFactorApp,
  importedSecret,
  serverHead,
  startSignIn,
  submit,
} from '../plugins/two-factor/two-factor-app.js'
import { ada, completeRoundTrip, createTestApp, credentials, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { withServer } from '../support/databases/with-server.js'
import { startMemoryRedis } from '../support/redis.js'
import type { TestStore } from '../support/test-store.js'
import { createVisitor } from '../support/visitor.js'
import { createSchema } from './test-databases.js'

/** A store that counts its statements, with `begin` and `commit`, or its commands. */
interface CountingStore {
  readonly store: TestStore
  readonly statements: string[]
}

/**
 * How many statements or commands each flow sends at most. Each one is a round trip, which is a millisecond or more in production. Lower
 * a limit if a flow needs less. Raise one only with a reason.
 */
const limits = {
  'OIDC, new user': { PostgreSQL: 7, SQLite: 8, Redis: 7 },
  'OIDC, returning user': { PostgreSQL: 4, SQLite: 5, Redis: 8 },
  'session read': { PostgreSQL: 1, SQLite: 1, Redis: 2 },
  'sign-out': { PostgreSQL: 1, SQLite: 1, Redis: 2 },
  'email request': { PostgreSQL: 3, SQLite: 3, Redis: 4 },
  'email link, returning user': { PostgreSQL: 5, SQLite: 6, Redis: 9 },
  'credentials, right': { PostgreSQL: 4, SQLite: 5, Redis: 7 },
  'credentials, wrong': { PostgreSQL: 2, SQLite: 2, Redis: 2 },
  'two-factor sign-in, password': { PostgreSQL: 5, SQLite: 5, Redis: 5 },
  'two-factor sign-in, page': { PostgreSQL: 2, SQLite: 2, Redis: 2 },
  'two-factor sign-in, code': { PostgreSQL: 7, SQLite: 8, Redis: 11 },
} as const

type StoreName = 'PostgreSQL' | 'SQLite' | 'Redis'

withServer('postgres', url => {
  describeCounts('PostgreSQL', async () => {
    const schema = await createSchema(url)
    const client = new pg.Client(schema.url)
    await client.connect()
    onTestFinished(async () => {
      await client.end()
      await schema.drop()
    })
    const statements: string[] = []
    const counted = {
      connect: () => client.connect(),
      query(sql: string, values: unknown[] = []) {
        statements.push(sql)
        return client.query(sql, values)
      },
    }
    await SqlAdapter(client).migrate()
    return { store: SqlAdapter(counted), statements }
  })
})

describeCounts('SQLite', async () => {
  const database = new Database(':memory:')
  onTestFinished(() => void database.close())
  const statements: string[] = []
  const counted = {
    prepare(sql: string) {
      const statement = database.prepare(sql)
      return {
        reader: statement.reader,
        all(...parameters: never[]) {
          statements.push(sql)
          return statement.all(...parameters)
        },
        run(...parameters: never[]) {
          statements.push(sql)
          return statement.run(...parameters)
        },
      }
    },
    exec(sql: string) {
      statements.push(sql)
      return database.exec(sql)
    },
  }
  await SqlAdapter(database).migrate()
  return { store: SqlAdapter(counted), statements }
})

describeCounts('Redis', async () => {
  const server = await startMemoryRedis()
  const client = createClient({ url: server.url })
  await client.connect()
  onTestFinished(async () => {
    client.destroy()
    await server.stop()
  })
  const statements: string[] = []
  const counted = {
    async command(args: string[]) {
      // A script is sent once to each server, after its hash was rejected.
      const reply = await client.sendCommand(args)
      statements.push(args.slice(0, 4).join(' '))
      return reply
    },
  }
  return { store: RedisAdapter(counted) as TestStore, statements }
})

/** Runs every flow on a store, in the settings of production, and compares the number of statements with the limits. */
function describeCounts(name: StoreName, open: () => Promise<CountingStore>): void {
  describe(`statements of the flows on ${name}`, () => {
    test('of sign-ins, session reads and sign-out', async () => {
      // Expired records are deleted at random.
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      const { store, statements } = await open()
      const count = createCounter(name, statements)
      await countOidc(store, count)
      await countEmail(store, count)
      await countCredentials(store, count)
    })

    test('of two-factor sign-ins', async () => {
      vi.spyOn(Math, 'random').mockReturnValue(0.5)
      const { store, statements } = await open()
      await countTwoFactor(store, createCounter(name, statements))
    })
  })
}

type Count = <T>(flow: keyof typeof limits, run: () => Promise<T>) => Promise<T>

function createCounter(name: StoreName, statements: string[]): Count {
  return async (flow, run) => {
    statements.length = 0
    const result = await run()
    const limit = limits[flow][name]
    expect(statements.length, `${flow}:\n${statements.join('\n')}`).toBeLessThanOrEqual(limit)
    return result
  }
}

/** Opens an app whose clients have an address. */
function openWithAddress(config: Parameters<typeof createAuth>[0]) {
  const auth = createAuth(config)
  return () =>
    createVisitor(request => auth.handler(request, { getClientAddress: () => '192.0.2.1' }), origin)
}

function openApp(store: TestStore, setup: Parameters<typeof createTestApp>[0]) {
  const { config, op } = createTestApp({
    adapter: store,
    secret: crypto.randomUUID(),
    throttling: {},
    trustedProxies: 0,
    ...setup,
  })
  return { op, open: openWithAddress(config) }
}

async function countOidc(store: TestStore, count: Count): Promise<void> {
  const { op, open } = openApp(store, {})
  // The first use of a store looks up its tables.
  await runRoundTrip(open(), op, { as: { sub: 'warm-up', email: 'warm-up@example.com' } })
  const signIn = async (flow: 'OIDC, new user' | 'OIDC, returning user') => {
    const visit = open()
    const away = await visit.signIn('op')
    await count(flow, () => completeRoundTrip(visit, op, away))
    return visit
  }
  await signIn('OIDC, new user')
  const visit = await signIn('OIDC, returning user')
  expect(await count('session read', () => visit.getSession())).not.toBeNull()
  const csrfToken = await visit.getCsrfToken()
  await count('sign-out', () => visit.post('/auth/signout', { csrfToken }))
  expect(await visit.getSession()).toBeNull()
}

async function countEmail(store: TestStore, count: Count): Promise<void> {
  const mailbox = captureEmails()
  const { open } = openApp(store, { providers: [mailbox.provider] })
  const signIn = async () => {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    const email = 'grace@example.com'
    await count('email request', () => visit.post('/auth/signin/mail', { csrfToken, email }))
    return { visit, url: mailbox.getLatestEmail().url }
  }
  const first = await signIn()
  await first.visit.get(first.url)
  const { visit, url } = await signIn()
  await count('email link, returning user', () => visit.get(url))
  expect(await visit.getSession()).toMatchObject({ user: { email: 'grace@example.com' } })
}

async function countCredentials(store: TestStore, count: Count): Promise<void> {
  const { open } = openApp(store, { providers: [credentials] })
  await store.createUser({ id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null })
  const submitPassword = async (flow: 'credentials, right' | 'credentials, wrong', password: string) => {
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    await count(flow, () =>
      visit.post('/auth/callback/credentials', { csrfToken, email: ada.email, password }),
    )
    return visit
  }
  for (let attempt = 0; attempt < 3; attempt++)
    expect(await (await submitPassword('credentials, wrong', 'wrong')).getSession()).toBeNull()
  for (let attempt = 0; attempt < 2; attempt++)
    expect(await (await submitPassword('credentials, right', ada.password)).getSession()).not.toBeNull()
}

async function countTwoFactor(store: TestStore, count: Count): Promise<void> {
  const app = createTwoFactorApp({ store, throttling: {}, trustedProxies: 0, secret: crypto.randomUUID() })
  const counted = { ...app, open: openWithAddress(app.config) }
  const user = { id: 'ada-1', name: 'Ada', email: ada.email, emailVerified: null }
  const { id } = await store.createUser(user)
  await app.api.importSecret(serverHead, id, { secret: importedSecret })
  const { visit, pending } = await count('two-factor sign-in, password', () => startSignIn(counted))
  await count('two-factor sign-in, page', () => visit.get(`/auth/two-factor/verify?pending=${pending}`))
  const code = computeCode(importedSecret)
  await count('two-factor sign-in, code', () => submit(visit, 'verify', { pending, code }))
  expect(await visit.getSession()).not.toBeNull()
}
