import type { Adapter } from 'latchkey/adapters'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, getToken } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { wrapAdapter } from '../../src/config/stores.js'
import { type AppSetup, ada, createTestApp, credentials, runRoundTrip, secret } from '../support/app.js'

class ObjectId {
  constructor(readonly hex: string) {}
  toString() {
    return this.hex
  }
  toJSON() {
    return this.hex
  }
}

const ids: readonly (readonly [unknown, string])[] = [
  [1, '1'],
  [0, '0'],
  [5n, '5'],
  [9007199254740993n, '9007199254740993'],
  [new ObjectId('65f0aa'), '65f0aa'],
  ['a', 'a'],
]

const notIds: readonly unknown[] = [
  {},
  [],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1.5,
  2 ** 53,
  true,
  false,
  Symbol('id'),
  new Date(0),
  () => 1,
  Object.create(null),
]

/** An adapter whose users have ids of another type, and which accepts no other. */
function createTypedAdapter(toId: (number: number) => unknown): { adapter: Adapter; received: unknown[] } {
  const { createUserWithAccount: _, ...memory } = MemoryAdapter()
  const typed = new Map<string, unknown>()
  const received: unknown[] = []
  const toText = (id: unknown) => {
    received.push(id)
    return String(id)
  }
  const toUser = <T>(user: T): T => {
    const id: unknown = Reflect.get(Object(user), 'id')
    return user && typeof id === 'string' ? { ...user, id: typed.get(id) } : user
  }
  const adapter: Adapter = {
    ...memory,
    createUser: async user => {
      const value = toId(typed.size + 1)
      typed.set(String(value), value)
      return toUser(await memory.createUser({ ...user, id: String(value) }))
    },
    getUser: async id => toUser(await memory.getUser(toText(id))),
    getUserByEmail: async email => toUser(await memory.getUserByEmail(email)),
    getUserByAccount: async key => toUser(await memory.getUserByAccount(key)),
    linkAccount: account => memory.linkAccount({ ...account, userId: toText(account.userId) }),
    createSession: session => memory.createSession({ ...session, userId: toText(session.userId) }),
    getSessionAndUser: async token => {
      const found = await memory.getSessionAndUser(token)
      return found && { ...found, user: toUser(found.user) }
    },
  }
  return { adapter, received }
}

async function signInWithPassword(id: unknown, setup: AppSetup = {}) {
  const received: unknown[] = []
  const { open, log } = createTestApp({
    ...setup,
    providers: [{ ...credentials, authorize: () => ({ id, name: 'Ada' }) as never }],
    callbacks: {
      jwt: ({ token, user, account }) => {
        if (user) received.push(token.sub, user.id, account?.providerAccountId)
        return token
      },
    },
  })
  const visit = open()
  await visit.signInWithCredentials({ email: 'ada@example.com' })
  return { received, session: await visit.getSession(), log }
}

describe('the id that `authorize` returns', () => {
  test.each(ids)('%o is the text %o', async (id, text) => {
    const { received, session } = await signInWithPassword(id)
    expect(received).toEqual([text, text, text])
    expect(session).not.toBeNull()
  })

  test.each([...notIds, ''].map(id => [id]))('%o is an error that names `authorize`', async id => {
    const { session, log } = await signInWithPassword(id)
    expect(session).toBeNull()
    expect(log.types()).toEqual(['CallbackRouteError'])
    expect(log.errors[0]?.message).toContain('`authorize` returned a user whose `id` is not an id: ')
  })
})

describe('the id that `profile()` returns', () => {
  async function signInWithProfile(id: unknown) {
    const app = createTestApp({ userId: 'account' })
    const { op } = app
    const { open, log } = createTestApp({
      op,
      userId: 'account',
      providers: [{ ...op.provider(), profile: () => ({ id, name: 'Ada' }) as never }],
      callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
    })
    const visit = open()
    await runRoundTrip(visit, op)
    return { session: await visit.getSession(), log }
  }

  test.each(ids)('%o is the text %o', async (id, text) => {
    expect((await signInWithProfile(id)).session).toMatchObject({ id: text })
  })

  test.each(notIds.map(id => [id]))('%o is an error that names `profile()`', async id => {
    const { session, log } = await signInWithProfile(id)
    expect(session).toBeNull()
    expect(log.types()).toEqual(['OAuthProfileParseError'])
    expect(log.errors[0]?.message).toContain('returned an `id` that is not an id: ')
  })
})

describe.each([
  ['a number', (number: number) => number, 'number'],
  ['a BigInt', (number: number) => BigInt(number), 'bigint'],
  ['an object with one text form', (number: number) => new ObjectId(`65f0aa${number}`), 'string'],
] as const)('an adapter whose user id is %s', (_, toId, argumentType) => {
  test.each(['jwt', 'database'] as const)('signs the same user in again (%s)', async strategy => {
    const { adapter, received } = createTypedAdapter(toId)
    const { open, op, log } = createTestApp({
      adapter,
      session: { strategy },
      callbacks: {
        session: ({ session, user, token }) => ({ ...session, id: user?.id ?? token?.sub }),
      },
    })
    const visit = open()
    await runRoundTrip(visit, op)
    const first = await visit.getSession()
    expect(first).toMatchObject({ id: String(toId(1)) })
    await visit.signOut()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toMatchObject({ id: String(toId(1)) })
    expect(log.types()).toEqual([])
    expect(new Set(received.map(id => typeof id))).toEqual(new Set([argumentType]))
  })
})

test.each(notIds.map(id => [id]))(
  'the user id %o of an adapter is an error that names the method',
  async id => {
    const { createUserWithAccount: _, ...memory } = MemoryAdapter()
    const adapter: Adapter = {
      ...memory,
      getUserByAccount: async () => ({ id, email: 'a@example.com', emailVerified: null }) as never,
    }
    const { open, op, log } = createTestApp({ adapter, session: { strategy: 'jwt' } })
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toBeNull()
    expect(log.types()).toEqual(['AdapterError'])
    expect(log.errors[0]?.message).toContain('`getUserByAccount` of the adapter returned a record whose `id`')
  },
)

test.each(ids)('`getToken` returns the numeric or other `sub` %o as the text %o', async (sub, text) => {
  if (typeof sub === 'bigint' || typeof sub === 'object') return
  const salt = 'authjs.session-token'
  const token = await encode({ token: { sub } as never, secret, salt })
  const headers = { cookie: `${salt}=${token}` }
  expect(await getToken({ req: { headers }, secret, secureCookie: false })).toMatchObject({ sub: text })
})

describe.each([
  ['number', (id: string) => Number(id)],
  ['bigint', (id: string) => BigInt(id)],
] as const)('a user of an adapter that refuses text for a %s', (type, toId) => {
  function createStrictAdapter() {
    const calls: unknown[] = []
    const getUser = async (id: unknown) => {
      calls.push(id)
      if (typeof id !== type) throw new TypeError(`Expected ${type}, got ${typeof id}.`)
      return id === toId('7') ? { id, email: ada.email, emailVerified: null } : null
    }
    const adapter = wrapAdapter({ ...MemoryAdapter(), getUser } as unknown as Adapter, {
      logger: createTestApp().log.logger,
      warnOnce: () => {},
    })
    return { adapter, calls }
  }

  test('is found by the text of a session before the type is known, and at once afterwards', async () => {
    const { adapter, calls } = createStrictAdapter()
    expect(await adapter.getUser('7')).toMatchObject({ id: '7' })
    calls.length = 0
    expect(await adapter.getUser('7')).toMatchObject({ id: '7' })
    expect(calls).toEqual([toId('7')])
  })

  test('that does not exist, or whose id is other text, is the failure of the adapter', async () => {
    const { adapter } = createStrictAdapter()
    for (const id of ['8', 'b0b1', '07'])
      await expect(adapter.getUser(id)).rejects.toMatchObject({ type: 'AdapterError' })
  })
})
