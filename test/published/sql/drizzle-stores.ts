import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { type Client, createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { pgTable, text as pgText, timestamp } from 'drizzle-orm/pg-core'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Adapter } from 'latchkey/adapters'
import { withDrizzleRecords } from 'latchkey/adapters/drizzle'
import type { TestStore, TestStoreKind } from '../../support/test-store.js'
import { fullDiskStatements, type OrmDatabase } from '../orm-database.js'
import { createFolder } from '../temp-folder.js'
import * as pgTables from './generated/postgresql.js'
import * as sqliteTables from './generated/sqlite.js'
import { createPostgresPool } from './pools.js'

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
  emailVerified: timestamp('emailVerified', { mode: 'date', precision: 3, withTimezone: true }),
  image: pgText('image'),
})

const onSqlite = {
  usersTable: sqliteUsers,
  accountsTable: sqliteTables.accounts,
  sessionsTable: sqliteTables.sessions,
  verificationTokensTable: sqliteTables.verificationTokens,
  authenticatorsTable: sqliteTables.authenticators,
}
const onPg = {
  usersTable: pgUsers,
  accountsTable: pgTables.accounts,
  sessionsTable: pgTables.sessions,
  verificationTokensTable: pgTables.verificationTokens,
  authenticatorsTable: pgTables.authenticators,
}

/** Returns the statements of the first migration of drizzle-kit for a schema of `latchkey generate`. A second one would be empty. */
async function createMigration(dialect: 'postgresql' | 'sqlite'): Promise<string[]> {
  // drizzle-kit reads the folder of migrations relative to the current one.
  const folder = await createFolder('drizzle-kit')
  const schema = join(import.meta.dirname, 'generated', `${dialect}.ts`)
  const run = async () => {
    const kit = join(import.meta.dirname, 'node_modules/drizzle-kit/bin.cjs')
    const command = [kit, 'generate', '--dialect', dialect]
    const options = ['--schema', schema, '--out', 'out', '--name', 'tables']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...command, ...options], {
      cwd: folder,
    })
    return `${stdout}${stderr}`
  }
  await run()
  const script = await readFile(join(folder, 'out/0000_tables.sql'), 'utf8')
  const second = await run()
  if (!second.includes('No schema changes')) throw new Error(`A second migration is not empty: ${second}`)
  await rm(folder, { recursive: true })
  return script.split('--> statement-breakpoint')
}

export async function openPostgres(): Promise<OrmDatabase> {
  const pool = await createPostgresPool()
  for (const statement of await createMigration('postgresql')) await pool.query(statement)
  const open = () => {
    const db = onPostgres(pool)
    return withDrizzleRecords(DrizzleAdapter(db, onPg) as Adapter, db, pgTables.latchkeyRecords)
  }
  return {
    open,
    async openOnFullDisk() {
      for (const statement of fullDiskStatements.postgresql) await pool.query(statement)
      return open()
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
  return openClient(client)
}

function openClient(client: Client): Adapter {
  const db = onLibsql(client)
  return withDrizzleRecords(DrizzleAdapter(db, onSqlite) as Adapter, db, sqliteTables.latchkeyRecords)
}

async function createFile(file: string): Promise<void> {
  const client = createClient({ url: `file:${file}` })
  await client.executeMultiple((await createMigration('sqlite')).join(''))
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
    async openOnFullDisk() {
      const limited = createClient({ url: `file:${file}` })
      clients.push(limited)
      await limited.execute('pragma max_page_count = 1')
      return openClient(limited)
    },
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
