import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { bigint, integer as pgInteger, pgTable, text as pgText, timestamp } from 'drizzle-orm/pg-core'
import { drizzle as onPostgres } from 'drizzle-orm/pg-proxy'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { drizzle as onSqlite } from 'drizzle-orm/sqlite-proxy'
import type { AuthConfig } from 'latchkey'
import type { Adapter } from 'latchkey/adapters'
import { createDrizzleRecords, withDrizzleRecords } from 'latchkey/adapters/drizzle'

const sqliteRecords = sqliteTable('latchkey_record', {
  kind: text('kind').notNull(),
  id: text('id').notNull(),
  userId: text('userId'),
  value: text('value').notNull(),
  count: integer('count'),
  version: integer('version').notNull(),
  expires: integer('expires', { mode: 'timestamp_ms' }),
})

const pgRecords = pgTable('records', {
  kind: pgText('kind').notNull(),
  id: pgText('id').notNull(),
  userId: pgText('user_id'),
  value: pgText('value').notNull(),
  count: pgInteger('count'),
  version: bigint('version', { mode: 'number' }).notNull(),
  expires: timestamp('expires', { mode: 'date', precision: 3, withTimezone: true }),
})

const { version: _, ...withoutVersion } = pgRecords

const query = async () => ({ rows: [] })
const pg = onPostgres(query, { schema: { pgRecords } })
const sqlite = onSqlite(query)

const adapter: Adapter = withDrizzleRecords(DrizzleAdapter(pg), pg, pgRecords)
export const config: AuthConfig = { adapter, providers: [] }
export const other: AuthConfig = {
  adapter: withDrizzleRecords(DrizzleAdapter(sqlite), sqlite, sqliteRecords),
  providers: [],
}

/** Records beside an adapter of another store. */
export const apart: AuthConfig = { records: createDrizzleRecords(sqlite, sqliteRecords), providers: [] }

export async function countExport(): Promise<number> {
  const { count, resetsAt } = await createDrizzleRecords(pg, pgRecords).incrementRecord('export', '1', 60_000)
  return resetsAt.getTime() + count
}

// In a transaction, the store has the same type.
export const inTransaction = pg.transaction(async tx => createDrizzleRecords(tx, pgRecords))

// TS2345: Property 'version' is missing
createDrizzleRecords(pg, withoutVersion)
// TS2353: 'query' does not exist in type 'DrizzleDatabase'
createDrizzleRecords({ query }, pgRecords)
// TS2554: Expected 3 arguments, but got 2
withDrizzleRecords(DrizzleAdapter(pg), pg)
