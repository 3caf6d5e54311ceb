import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import PostgresAdapter from '@auth/pg-adapter'
import { drizzle as drizzleOnSqlite } from 'drizzle-orm/better-sqlite3'
import { drizzle as drizzleOnPostgres } from 'drizzle-orm/node-postgres'
import Database from 'libsql'
import pg from 'pg'
import { SqlAdapter } from '../../dist/adapters/sql/index.js'
import { buildInsertStatements, buildSampleQueries, buildScanStatements, postgres, sqlite } from './rows.js'
import { drizzlePostgres, drizzleSqlite, pgAdapter } from './tables.js'

/**
 * @typedef {object} Store
 * @property {string} owner Package of the adapter.
 * @property {number} size Number of sessions.
 * @property {import('@auth/core/adapters').Adapter} adapter
 * @property {{ token: string }[]} sessions Random sessions.
 * @property {{ token: string }[]} [active] Sessions of active users.
 * @property {{ id: string, owner: string | number }[]} accounts Random accounts with their users.
 */

const plural = { users: 'users', accounts: 'accounts', sessions: 'sessions' }
const singular = { users: '"user"', accounts: 'account', sessions: 'session' }

const onSqlite = [
  { owner: 'Latchkey', tables: plural, make: db => SqlAdapter(db).migrate(), open: db => SqlAdapter(db) },
  {
    owner: 'Drizzle',
    tables: singular,
    make: db => db.exec(drizzleSqlite),
    open: client => DrizzleAdapter(drizzleOnSqlite({ client })),
  },
]

const onPostgres = [
  {
    owner: 'Latchkey',
    tables: plural,
    make: pool => SqlAdapter(pool).migrate(),
    open: pool => SqlAdapter(pool),
  },
  {
    owner: 'pg',
    tables: plural,
    countsUsers: true,
    make: pool => pool.query(pgAdapter),
    open: PostgresAdapter,
  },
  {
    owner: 'Drizzle',
    tables: singular,
    make: pool => pool.query(drizzlePostgres),
    open: client => DrizzleAdapter(drizzleOnPostgres({ client })),
  },
]

/** Number of active users, at each size. */
const activeUserCount = 1_000

/** Settings of `SqlAdapter('file:…')`, except for `synchronous`. */
const settings = ['journal_mode = wal', 'foreign_keys = on', 'cache_size = -65536', 'synchronous = off']

/** Creates one file for each size and adapter, all with the same driver and settings. */
export async function createSqliteStores(folder, sizes) {
  return createStores(onSqlite, sizes, async (kind, size) => {
    const path = join(folder, `${kind.owner}-${size}.db`)
    if (!existsSync(path)) await createSqliteFile(path, kind, size)
    const database = new Database(path)
    for (const setting of settings) database.exec(`pragma ${setting}`)
    const { sessions, accounts } = buildSampleQueries(kind)
    const queryRows = sql => database.prepare(sql).all()
    const store = {
      adapter: kind.open(database),
      sessions: queryRows(sessions),
      accounts: queryRows(accounts),
    }

    // Loads the whole file into memory, if it fits, and the pages of active sessions last.
    for (const sql of buildScanStatements(kind)) queryRows(sql)
    if (kind.owner !== 'Latchkey') return store
    const active = queryRows(buildSampleQueries(kind, activeUserCount).sessions)
    for (const { token } of active) await store.adapter.getSessionAndUser(token)
    return { ...store, active }
  })
}

/** Creates a file. It gets its final name only when it is complete. */
async function createSqliteFile(path, kind, size) {
  const part = `${path}.part`
  const database = new Database(part)
  for (const setting of ['journal_mode = off', 'synchronous = off', 'cache_size = -2000000'])
    database.exec(`pragma ${setting}`)
  await kind.make(database)
  database.exec('pragma foreign_keys = off')
  database.exec('begin')
  for (const statement of buildInsertStatements({ ...kind, dialect: sqlite }, size)) database.exec(statement)
  database.exec('commit')
  database.close()
  renameSync(part, path)
}

/** Creates one database for each size and adapter, with one connection. */
export async function createPostgresStores({ url }, sizes) {
  const server = new pg.Client(url('postgres'))
  await server.connect()
  const stores = await createStores(onPostgres, sizes, async (kind, size) => {
    const name = `${kind.owner}_${size}`.toLowerCase()
    await server.query(`create database ${name}`)
    const pool = new pg.Pool({ connectionString: url(name), max: 1, idleTimeoutMillis: 0 })
    // For example when the server stops while the pool is closing.
    pool.on('error', () => {})
    await kind.make(pool)
    await pool.query(`set session_replication_role = replica; set synchronous_commit = off`)
    for (const statement of buildInsertStatements({ ...kind, dialect: postgres }, size))
      await pool.query(statement)
    await pool.query('reset all')
    await pool.query('vacuum analyze')
    const { sessions, accounts } = buildSampleQueries(kind)
    return {
      adapter: kind.open(pool),
      sessions: (await pool.query(sessions)).rows,
      accounts: (await pool.query(accounts)).rows,
      close: () => pool.end(),
    }
  })
  await server.query('checkpoint')
  await server.end()
  return stores
}

async function createStores(kinds, sizes, fill) {
  const stores = []
  for (const kind of kinds)
    for (const size of sizes) {
      const startedAt = performance.now()
      stores.push({ owner: kind.owner, size, ...(await fill(kind, size)) })
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.error(`${kind.owner}: ${size} sessions in ${seconds} s`)
    }
  return stores
}
