import { copyFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { type Client, createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import {
  bigint,
  integer as pgInteger,
  primaryKey as pgKey,
  pgTable,
  text as pgText,
  timestamp,
} from 'drizzle-orm/pg-core'
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Adapter } from 'latchkey/adapters'
import { withDrizzleRecords } from 'latchkey/adapters/drizzle'
import type { TestStore, TestStoreKind } from '../../support/test-store.js'
import type { OrmDatabase } from '../orm-database.js'
import { createFolder } from '../temp-folder.js'
import { createTables } from './drizzle/create-tables.js'
import * as pgTables from './drizzle/pg-tables.js'
import * as sqliteTables from './drizzle/sqlite-tables.js'
import { createPostgresPool } from './pools.js'

const sqliteRecords = sqliteTable(
  'latchkey_record',
  {
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    userId: text('userId'),
    value: text('value').notNull(),
    count: integer('count'),
    version: integer('version').notNull(),
    expires: integer('expires', { mode: 'timestamp_ms' }),
  },
  table => [primaryKey({ columns: [table.kind, table.id] })],
)

const pgRecords = pgTable(
  'latchkey_record',
  {
    kind: pgText('kind').notNull(),
    id: pgText('id').notNull(),
    userId: pgText('userId'),
    value: pgText('value').notNull(),
    count: pgInteger('count'),
    version: bigint('version', { mode: 'number' }).notNull(),
    expires: timestamp('expires', { mode: 'date', precision: 3, withTimezone: true }),
  },
  table => [pgKey({ columns: [table.kind, table.id] })],
)

/** The tables of users have no default for the id: the adapter then stores the id that it receives. */
const sqliteUsers = sqliteTable('user', {
  id: text('id').primaryKey(),
  name: text('name'),
  email: text('email').unique(),
  emailVerified: integer('emailVerified', { mode: 'timestamp_ms' }),
  image: text('image'),
})
const pgUsers = pgTable('user', {
  id: pgText('id').primaryKey(),
  name: pgText('name'),
  email: pgText('email').unique(),
  emailVerified: timestamp('emailVerified', { mode: 'date' }),
  image: pgText('image'),
})

const onSqlite = { ...sqliteTables, usersTable: sqliteUsers }
const onPg = { ...pgTables, usersTable: pgUsers }

export async function openPostgres(): Promise<OrmDatabase> {
  const pool = await createPostgresPool()
  for (const statement of createTables({ ...onPg, pgRecords })) await pool.query(statement)
  return {
    open() {
      const db = onPostgres(pool)
      return withDrizzleRecords(DrizzleAdapter(db, onPg) as Adapter, db, pgRecords)
    },
    empty: () =>
      pool.query('delete from "user"; delete from "verificationToken"; delete from latchkey_record'),
    close: () => pool.end(),
  }
}

/** Creates an adapter on a SQLite file. */
function openFile(file: string, clients: Client[]): Adapter {
  const client = createClient({ url: `file:${file}` })
  clients.push(client)
  const db = onLibsql(client)
  return withDrizzleRecords(DrizzleAdapter(db, onSqlite) as Adapter, db, sqliteRecords)
}

async function createFile(file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` })
  await client.executeMultiple(createTables({ ...onSqlite, sqliteRecords }).join(';'))
  client.close()
}

export async function openSqlite(): Promise<OrmDatabase> {
  const folder = await createFolder('drizzle-records')
  const file = `${folder}/app.db`
  await createFile(file)
  const clients: Client[] = []
  const own = createClient({ url: `file:${file}` })
  clients.push(own)
  return {
    open: () => openFile(file, clients),
    empty: () =>
      own.executeMultiple('delete from user; delete from verificationToken; delete from latchkey_record'),
    async close() {
      for (const client of clients) client.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Creates stores in SQLite files. */
export async function openStores(): Promise<TestStoreKind & { close(): Promise<void> }> {
  const folder = await createFolder('drizzle-stores')
  const template = `${folder}/template.db`
  await createFile(template)
  const clients: Client[] = []
  return {
    name: '`withDrizzleRecords` on SQLite',
    // The adapter of Drizzle cannot list the accounts of a user.
    isBesideRecords: true,
    create() {
      const file = `${folder}/${clients.length}.db`
      copyFileSync(template, file)
      return openFile(file, clients) as TestStore
    },
    async close() {
      for (const client of clients) client.close()
      await rm(folder, { recursive: true })
    },
  }
}
