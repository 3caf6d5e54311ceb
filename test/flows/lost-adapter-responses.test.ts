import { inspect } from 'node:util'
import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { SqlAdapter } from 'latchkey/adapters/sql'
import Passkey from 'latchkey/providers/passkey'
import Database from 'libsql'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPlainAdapter, createTestApp, getLocation, origin, runRoundTrip } from '../support/app.js'
import { captureEmails } from '../support/captured-emails.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { graceElsewhere } from '../support/two-providers.js'

type Store = Required<Omit<Adapter, 'countAttempt'>> & Adapter

function createSqliteAdapter(): Store {
  const database = new Database(':memory:')
  onTestFinished(() => void database.close())
  return SqlAdapter(database)
}

/** An adapter whose connection is lost once, after a call was executed. */
function createLosingAdapter(adapter: Adapter) {
  const lost: string[] = []
  let left = Number.POSITIVE_INFINITY
  const around = new Proxy(adapter, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const answer: unknown = await Reflect.apply(method, target, args)
        if (--left !== 0) return answer
        lost.push(String(name))
        throw new Error('the connection was lost')
      }
    },
  })
  const loseAt = (call: number): void => {
    left = call
  }
  return { adapter: around, lost, loseAt }
}

/** A way to sign in, with one browser and one authenticator. */
type Way = (world: World) => Promise<void>

function makeWorld(store: Adapter, strategy: 'jwt' | 'database') {
  const { adapter, lost, loseAt } = createLosingAdapter(store)
  const [op, other] = [
    createMaliciousProvider(),
    createMaliciousProvider({ issuer: 'https://other.example' }),
  ]
  const [links, codes] = [captureEmails(), captureEmails({ oneTimeCode: true })]
  const { open } = createTestApp({
    op,
    adapter,
    providers: [
      op.provider(),
      other.provider({ id: 'other' }),
      links.provider,
      { ...codes.provider, id: 'code' },
      Passkey(),
    ],
    session: { strategy },
  })
  return {
    store,
    op,
    other,
    links,
    codes,
    lost,
    loseAt,
    visit: open(),
    device: new SoftAuthenticator(origin),
  }
}

type World = ReturnType<typeof makeWorld>

const email = String(grace.email)

/** Signs in with the passkey, or registers it if that fails. */
async function signInByPasskey({ visit, device }: World): Promise<void> {
  const known = await requestOptions(visit, { action: 'authenticate', email })
  await send(visit, { action: 'authenticate', data: device.authenticate(known.options) })
  if (await visit.getSession()) return
  const { options } = await requestOptions(visit, { action: 'register', email })
  await send(visit, { action: 'register', data: device.register(options) })
}

const ways: Readonly<Record<string, Way>> = {
  'a provider': async ({ visit, op }) => void (await runRoundTrip(visit, op, { as: grace })),
  'a magic link': async ({ visit, links }) => {
    await visit.signIn('mail', { email })
    const [sentEmail] = links.emails.slice(-1)
    if (sentEmail) await visit.get(sentEmail.url)
  },
  'a one-time code': async ({ visit, codes }) => {
    await visit.signIn('code', { email })
    const [sentEmail] = codes.emails.slice(-1)
    const csrfToken = await visit.getCsrfToken()
    if (sentEmail) await visit.post('/auth/callback/code', { csrfToken, token: sentEmail.token })
  },
  'a passkey': signInByPasskey,
}

/** Ignores the error of a step, as a visitor does. */
async function ignoreFailure(step: () => Promise<unknown>): Promise<void> {
  await step().catch(() => {})
}

const stores: readonly (readonly [string, () => Adapter])[] = [
  ['MemoryAdapter', MemoryAdapter],
  ['MemoryAdapter with Auth.js methods only', () => createPlainAdapter(MemoryAdapter())],
  ['SqlAdapter', createSqliteAdapter],
  ['SqlAdapter with Auth.js methods only', () => createPlainAdapter(createSqliteAdapter())],
]

describe.each(stores)('a lost response of an adapter call, %s', (_, make) => {
  const cases = Object.keys(ways).flatMap(name =>
    (['jwt', 'database'] as const).map(kind => [name, kind] as const),
  )

  test.each(cases)('a sign-in with %s (%s) succeeds the next time, as one user', async (name, strategy) => {
    const way = ways[name]
    if (!way) throw new Error('No such way.')
    const lost = new Set<string>()
    for (let call = 1; ; call++) {
      const world = makeWorld(make(), strategy)
      world.loseAt(call)
      await ignoreFailure(() => way(world))
      if (world.lost.length === 0) break
      for (const method of world.lost) lost.add(method)
      const before = await world.store.getUserByEmail?.(email)
      await world.visit.signOut()
      await way(world)
      expect(await world.visit.getSession(), `${world.lost}`).toMatchObject({ user: { email } })
      const now = await world.store.getUserByEmail?.(email)
      if (before) expect(now?.id, `${world.lost}`).toBe(before.id)
    }
    expect(lost.size).toBeGreaterThanOrEqual(3)
  })

  test.each(['jwt', 'database'] as const)(
    'linking a second account (%s) succeeds the next time',
    async strategy => {
      for (let call = 1; ; call++) {
        const { visit, op, other, store, lost, loseAt } = makeWorld(make(), strategy)
        await runRoundTrip(visit, op, { as: grace })
        const connect = () => runRoundTrip(visit, other, { provider: 'other', as: graceElsewhere })
        loseAt(call)
        await ignoreFailure(connect)
        if (lost.length === 0) break
        await connect()
        const owner = await store.getUserByAccount?.({
          provider: 'other',
          providerAccountId: graceElsewhere.sub,
        })
        expect(owner?.email, `${lost}`).toBe(email)
        expect(await visit.getSession()).toMatchObject({ user: { email } })
      }
    },
  )

  test('a sign-out succeeds the next time', async () => {
    for (let call = 1; ; call++) {
      const { visit, op, lost, loseAt } = makeWorld(make(), 'database')
      await runRoundTrip(visit, op, { as: grace })
      const thief = visit.cloneWithCookies()
      await visit.getCsrfToken()
      loseAt(call)
      await visit.signOut()
      if (lost.length === 0) break
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
      expect(await thief.getSession()).toBeNull()
    }
  })
})

test('a user with the same email is not mistaken for the user that could not be created', async () => {
  const store = createPlainAdapter(MemoryAdapter())
  const rival = { id: 'rival', email, emailVerified: null }
  const { adapter } = createLosingAdapter(store)
  const late: Adapter = {
    ...adapter,
    async createUser() {
      await store.createUser?.(rival)
      throw new Error('the connection was lost')
    },
  }
  const { op, open } = createTestApp({ adapter: late })
  const visit = open()
  expect(getLocation(await runRoundTrip(visit, op, { as: grace }))).toContain('error=OAuthAccountNotLinked')
  expect(await visit.getSession()).toBeNull()
  expect(await store.getUserByAccount?.({ provider: 'op', providerAccountId: String(grace.sub) })).toBeNull()
})

test('a lookup that fails after the creation failed is logged, although the email is that of another user', async () => {
  const store = createPlainAdapter(MemoryAdapter())
  const logged: Error[] = []
  const failing: Adapter = {
    ...store,
    async createUser() {
      await store.createUser?.({ id: 'rival', email, emailVerified: null })
      throw new Error('the email exists')
    },
    async getUser() {
      throw new Error('the lookup timed out')
    },
  }
  const logger = { error: (error: Error) => void logged.push(error) }
  const { op, open } = createTestApp({ adapter: failing, logger })
  expect(getLocation(await runRoundTrip(open(), op, { as: grace }))).toContain('error=OAuthAccountNotLinked')
  expect(logged.map(({ cause }) => inspect(cause))).toEqual([expect.stringContaining('the lookup timed out')])
})
