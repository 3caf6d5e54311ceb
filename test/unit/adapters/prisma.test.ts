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
    expect(create).toThrow(/`LatchkeyRecord`.*docs\/guides\/prisma\.md.*npx prisma generate/)
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
