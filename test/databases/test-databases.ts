import { randomBytes } from 'node:crypto'
import { PGlite } from '@electric-sql/pglite'
import type { SqlAdapter, SqlConnection, SqlOptions } from 'latchkey/adapters/sql'
import { SqlAdapter as openAdapter } from 'latchkey/adapters/sql'
import mysql from 'mysql2/promise'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type CreateAdapter, extraUserColumns } from '../contract/sqlite-file-adapter.js'

/** An empty PostgreSQL schema or MariaDB database. */
export interface TestDatabase {
  readonly name: string
  /** The connection string, or an empty string for PGlite. */
  readonly url: string
  run(sql: string): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

export function createName(): string {
  return `t_${randomBytes(6).toString('hex')}`
}

/** Creates a PostgreSQL schema. `url` selects it with `search_path`. */
export async function createSchema(server: string): Promise<TestDatabase> {
  const name = createName()
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${name}`)
  const client = new pg.Client(url.href)
  client.on('error', () => {})
  await client.connect()
  await client.query(`create schema ${name}`)
  return {
    name,
    url: url.href,
    run: async sql => (await client.query<Record<string, unknown>>(sql)).rows,
    async drop() {
      await client.query(`drop schema ${name} cascade`)
      await client.end()
    },
  }
}

/** Creates a PostgreSQL database, for clients without `search_path`. Disconnect them before dropping it. */
export async function createEmptyPostgresDatabase(
  server: string,
): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const name = createName()
  const url = new URL(server)
  const client = new pg.Client(url.href)
  await client.connect()
  await client.query(`create database ${name}`)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async drop() {
      await client.query(`drop database ${name}`)
      await client.end()
    },
  }
}

/** Creates a schema in a separate PGlite database. */
async function createPglite(): Promise<TestDatabase & { readonly database: PGlite }> {
  const name = createName()
  const database = await PGlite.create()
  await database.exec(`create schema ${name}`)
  return {
    name,
    database,
    url: '',
    run: async sql => (await database.query<Record<string, unknown>>(sql)).rows,
    drop: () => database.close(),
  }
}

export async function createDatabase(server: string): Promise<TestDatabase> {
  const name = createName()
  const url = new URL(server)
  url.pathname = `/${name}`
  const connection = await mysql.createConnection({ uri: server, multipleStatements: true })
  await connection.query(`create database ${name}; use ${name}`)
  return {
    name,
    url: url.href,
    async run(sql) {
      const [rows] = await connection.query(sql)
      return Array.isArray(rows) ? (rows as Record<string, unknown>[]) : []
    },
    async drop() {
      await connection.query(`drop database ${name}`)
      await connection.end()
    },
  }
}

/** A connection of a driver, and a function that closes it. */
export interface ConnectionInput {
  readonly connection: SqlConnection
  readonly options?: SqlOptions
  end?(): PromiseLike<unknown>
}

const clearedTables = [
  'authenticators',
  'sessions',
  'accounts',
  'users',
  'verification_tokens',
  'latchkey_record',
]

/**
 * Creates adapters for the contract tests. They share one migrated database with the extra columns of the contract, which is
 * cleared for each test, because creating the tables again is slow.
 */
export function createAdapterFactory<S extends TestDatabase>(
  make: () => Promise<S>,
  give: (store: S) => Promise<ConnectionInput>,
): CreateAdapter {
  const opened: (() => Promise<void>)[] = []
  let ready: Promise<{ store: S; adapter: SqlAdapter }> | undefined

  async function open(store: S): Promise<SqlAdapter> {
    const { connection, options, end } = await give(store)
    const adapter = openAdapter(connection, options)
    opened.push(async () => {
      await adapter.close()
      await end?.()
    })
    return adapter
  }

  async function begin() {
    const store = await make()
    const adapter = await open(store)
    await adapter.migrate()
    for (const column of extraUserColumns)
      await store.run(`alter table ${store.name}.users add column ${column} text`)
    return { store, adapter }
  }

  afterAll(async () => {
    for (const close of opened) await close()
    await (await ready)?.store.drop()
  })

  return async () => {
    ready ??= begin()
    const { store, adapter } = await ready
    for (const table of clearedTables) await store.run(`delete from ${store.name}.${table}`)
    return { adapter, reopen: () => open(store) }
  }
}

/** Registers an `afterAll` hook, so it must be called at the top level of a test file. */
export function createOnPglite(): CreateAdapter {
  return createAdapterFactory(createPglite, async ({ name, database }) => ({
    connection: database,
    options: { schema: name },
  }))
}
