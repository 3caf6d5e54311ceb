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
