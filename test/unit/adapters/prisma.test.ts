import type { Adapter } from 'latchkey/adapters'
import { withPrismaRecords } from 'latchkey/adapters/prisma'
import { AdapterError } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'

/** `test/published/prisma-records.test.ts` tests the records on databases. */
describe('a client of Prisma without the model of records', () => {
  const client = { $transaction: async () => [] }

  test.each([
    ['no model', client],
    ['another model of this name', { ...client, latchkeyRecord: { findMany: async () => [] } }],
  ])('with %s is rejected with the commands to run', (_, prisma) => {
    const create = () => withPrismaRecords({}, prisma as Parameters<typeof withPrismaRecords>[1])
    expect(create).toThrow(AdapterError)
    expect(create).toThrow(/`LatchkeyRecord`.*npx latchkey generate prisma --write.*npx prisma generate/)
  })
})

describe('an adapter with records', () => {
  const store = { $transaction: async () => [], latchkeyRecord: createModel() }
  const users = { getUser: async (id: string) => ({ id, email: 'ada@example.com', emailVerified: null }) }
  const add = (adapter: Adapter) => withPrismaRecords(adapter, store)

  test('keeps them when an app spreads it to override a method', async () => {
    const spread: Adapter = { ...add(users), getUserByEmail: async () => null }
    expect(Object.keys(spread).sort()).toEqual(['getUser', 'getUserByEmail', 'records'])
    expect(await spread.getUser?.('1')).toMatchObject({ id: '1' })
    expect(spread.records?.getRecord).toBeTypeOf('function')
  })

  test('can be frozen, and an instance of a class', async () => {
    class Users {
      readonly #users = users

      getUser(id: string) {
        return this.#users.getUser(id)
      }
    }
    for (const adapter of [Object.freeze({ ...users }), new Users()]) {
      expect(await add(adapter).getUser?.('1')).toMatchObject({ id: '1' })
      expect('getUser' in add(adapter)).toBe(true)
      expect('createUser' in add(adapter)).toBe(false)
    }
  })
})

describe('a step that another process prevented', () => {
  const createError = (code: string | undefined, originalCode?: string) =>
    Object.assign(new Error('failed'), { code, meta: { driverAdapterError: { cause: { originalCode } } } })
  const record = { kind: 'test', id: '1', userId: null, value: 'a', expires: null }

  test.each([
    ['a write conflict', createError('P2034')],
    ['a deadlock of PostgreSQL', createError('P2010', '40P01')],
    ['a deadlock of MySQL', createError(undefined, '1213')],
    ['another upsert of the same record', createError('P2002')],
  ])('by %s is repeated', async (_, error) => {
    const failures = [error, error]
    const { records, calls } = createStore('upsert', async () => {
      const failure = failures.pop()
      if (failure) throw failure
    })
    await records?.putRecord(record)
    expect(calls()).toBe(3)
  })

  test('is not repeated after another error, or if the record exists', async () => {
    const failing = createStore('upsert', async () => await Promise.reject(createError('P2010', '22001')))
    await expect(failing.records?.putRecord(record)).rejects.toThrow('failed')
    expect(failing.calls()).toBe(1)
    const existing = createStore('create', async () => await Promise.reject(createError('P2002')))
    expect(await existing.records?.putRecord(record, { ifVersion: null })).toBe(false)
    expect(existing.calls()).toBe(1)
  })

  function createStore(method: string, run: () => Promise<unknown>) {
    let calls = 0
    const counted = async () => {
      calls++
      return await run()
    }
    const client = { $transaction: async () => [], latchkeyRecord: { ...createModel(), [method]: counted } }
    return { records: withPrismaRecords({}, client).records, calls: () => calls }
  }
})

/** A model with the methods of the client. They are not called. */
function createModel() {
  const names = [
    'findFirst',
    'findUnique',
    'findMany',
    'groupBy',
    'create',
    'upsert',
    'updateMany',
    'deleteMany',
  ]
  return Object.fromEntries(names.map(name => [name, async () => []]))
}
