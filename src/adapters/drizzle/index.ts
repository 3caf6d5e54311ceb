import type { Adapter } from '../../types/adapter.js'
import type { RecordStore } from '../../types/record-store.js'
import { addRecords } from '../add-records.js'
import { createTableRecords } from '../table-records.js'
import { assertSupportedTable } from './record-table.js'
import { createDrizzleStatements } from './statements.js'
import type { DrizzleDatabase, RecordsTable } from './types.js'

export type { DrizzleDatabase, RecordsTable } from './types.js'

/**
 * Creates a record store on a database of Drizzle, for the option `records`. {@link withDrizzleRecords} adds it to an adapter.
 *
 * Each method is one atomic step in the database.
 *
 * @param db what `drizzle()` returned, for PostgreSQL or SQLite
 * @param table the table of records in your schema (docs/guides/drizzle.md)
 *
 * @throws `AdapterError` if the table is not one of PostgreSQL or SQLite
 *
 * @example
 * ```ts
 * import { createDrizzleRecords, type DrizzleDatabase, type RecordsTable } from 'latchkey/adapters/drizzle'
 *
 * declare const db: DrizzleDatabase // drizzle(pool)
 * declare const latchkeyRecords: RecordsTable // of your schema
 *
 * const records = createDrizzleRecords(db, latchkeyRecords)
 * const { count, resetsAt } = await records.incrementRecord('export', 'user-1', 60_000)
 * ```
 */
export function createDrizzleRecords(db: DrizzleDatabase, table: RecordsTable): RecordStore {
  assertSupportedTable(table)
  return createTableRecords(createDrizzleStatements(db, table))
}

/**
 * Adds a record store on the same database to the adapter of Drizzle. Two-factor authentication, passwords, the account page and
 * throttling then store their records in your database, and `drizzle-kit` owns all tables.
 *
 * `deleteUser` also deletes the records of the user.
 *
 * @param adapter `DrizzleAdapter(db)` of `@auth/drizzle-adapter`, or another adapter
 * @param db what `drizzle()` returned, for PostgreSQL or SQLite
 * @param table the table of records in your schema (docs/guides/drizzle.md)
 *
 * @throws `AdapterError` if the table is not one of PostgreSQL or SQLite
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey'
 * import type { Adapter } from 'latchkey/adapters'
 * import { type DrizzleDatabase, type RecordsTable, withDrizzleRecords } from 'latchkey/adapters/drizzle'
 * import GitHub from 'latchkey/providers/github'
 *
 * declare const db: DrizzleDatabase // drizzle(pool)
 * declare const latchkeyRecords: RecordsTable // of your schema
 * declare const DrizzleAdapter: (db: DrizzleDatabase) => Adapter // @auth/drizzle-adapter
 *
 * export const config: AuthConfig = {
 *   adapter: withDrizzleRecords(DrizzleAdapter(db), db, latchkeyRecords),
 *   providers: [GitHub],
 * }
 * ```
 */
export function withDrizzleRecords(adapter: Adapter, db: DrizzleDatabase, table: RecordsTable): Adapter {
  return addRecords(adapter, createDrizzleRecords(db, table))
}
