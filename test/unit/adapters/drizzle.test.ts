import { withDrizzleRecords } from 'latchkey/adapters/drizzle'
import { AdapterError } from 'latchkey/errors'
import { expect, test } from 'vitest'

type Parameters3 = Parameters<typeof withDrizzleRecords>

/** `test/published/drizzle-records.test.ts` tests the records on databases. */
test('a table of another database is rejected with the option to set', () => {
  const create = () => withDrizzleRecords({}, {} as Parameters3[1], {} as Parameters3[2])
  expect(create).toThrow(AdapterError)
  expect(create).toThrow(/PostgreSQL or SQLite.*`records: SqlAdapter\(db\.\$client\)`/)
})
