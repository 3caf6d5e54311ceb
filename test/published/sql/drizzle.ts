import { rm } from 'node:fs/promises'
import { DrizzleAdapter } from '@auth/drizzle-adapter'
import { PGlite } from '@electric-sql/pglite'
import { createClient } from '@libsql/client'
import { drizzle as onLibsql } from 'drizzle-orm/libsql'
import { drizzle as onMysql } from 'drizzle-orm/mysql2'
import { drizzle as onPostgres } from 'drizzle-orm/node-postgres'
import { drizzle as onPglite } from 'drizzle-orm/pglite'
import {
  type AdapterCheckOptions,
  extraUserColumns,
  type OpenStore,
  type Trial,
  withBothOptions,
} from '../adapter-trial.js'
import { createFolder } from '../temp-folder.js'
import { createTables } from './drizzle/create-tables.js'
import * as mysqlTables from './drizzle/mysql-tables.js'
import * as pgTables from './drizzle/pg-tables.js'
import * as sqliteTables from './drizzle/sqlite-tables.js'
import { createMariadbPool, createPostgresPool } from './pools.js'

const adapter = '@auth/drizzle-adapter'
/** On MariaDB, the tables of the guide store the session expiry in whole seconds. */
const limits: AdapterCheckOptions = { ids: 'generated', extraUserColumns }

export const trials: Trial[] = [
  { adapter, store: 'SQLite (libsql)', limits, open: openLibsql },
  { adapter, store: 'PGlite', limits, open: openPglite },
  { adapter, store: 'PostgreSQL', needs: 'postgres', limits, open: openPostgres },
  ...withBothOptions(
    {
      adapter,
      store: 'MariaDB',
      needs: 'mysql',
      limits: { ...limits, dates: 'seconds' },
      open: () => openMariadb('utf8mb4_general_ci'),
    },
    { words: 'and `utf8mb4_nopad_bin`', open: () => openMariadb('utf8mb4_nopad_bin') },
  ),
]

const emptyPostgres = 'delete from "user"; delete from "verificationToken"'

async function openLibsql(): Promise<OpenStore> {
  const folder = await createFolder('drizzle')
  const client = createClient({ url: `file:${folder}/app.db` })
  await client.executeMultiple(createTables(sqliteTables).join(';'))
  return {
    adapter: DrizzleAdapter(onLibsql(client), sqliteTables),
    empty: () => client.executeMultiple(emptyPostgres),
    async close() {
      client.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openPglite(): Promise<OpenStore> {
  const client = await PGlite.create()
  await client.exec(createTables(pgTables).join(';'))
  return {
    adapter: DrizzleAdapter(onPglite(client), pgTables),
    empty: () => client.exec(emptyPostgres),
    close: () => client.close(),
  }
}

async function openPostgres(): Promise<OpenStore> {
  const pool = await createPostgresPool()
  await pool.query(createTables(pgTables).join(';'))
  return {
    adapter: DrizzleAdapter(onPostgres(pool), pgTables),
    empty: () => pool.query(emptyPostgres),
    close: () => pool.end(),
  }
}

async function openMariadb(collation: string): Promise<OpenStore> {
  const pool = await createMariadbPool(collation)
  for (const statement of createTables(mysqlTables)) await pool.query(statement)
  return {
    adapter: DrizzleAdapter(onMysql(pool), mysqlTables),
    async empty() {
      await pool.query('delete from user')
      await pool.query('delete from verificationToken')
    },
    close: () => pool.end(),
  }
}
