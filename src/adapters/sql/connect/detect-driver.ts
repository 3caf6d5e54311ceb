import type { Connection } from '../connection.js'
import type { Dialect } from '../dialects/dialect.js'
import { mysql } from '../dialects/mysql.js'
import { postgres } from '../dialects/postgres.js'
import { sqlite } from '../dialects/sqlite.js'
import { createUnknownConnectionError, parseScheme, parseSqlitePath } from './connection-string.js'
import { type D1Database, wrapD1 } from './d1.js'
import { type DurableObjectStorage, wrapDurableObject } from './durable-object.js'
import { detectDialect, type KyselyInstance, wrapKysely } from './kysely.js'
import { connectLibsql } from './libsql.js'
import {
  connectMysql,
  type MysqlCallbackClient,
  type MysqlConnection,
  type MysqlPool,
  wrapMysql,
} from './mysql2.js'
import {
  connectPg,
  type NeonHttp,
  type PgClient,
  type Pglite,
  type PgPool,
  type PostgresJs,
  wrapNeonHttp,
  wrapPgClient,
  wrapPglite,
  wrapPgPool,
  wrapPostgresJs,
} from './postgres.js'
import { type SyncDatabase, wrapSyncSqlite } from './sync-sqlite.js'

/**
 * A connection string, or a connection of the app: a `Kysely` instance or a driver instance.
 *
 * - SQLite: a `Database` of `libsql` or `better-sqlite3`, a `DatabaseSync` of `node:sqlite`, a D1 binding, `ctx.storage`
 *   of a Durable Object
 * - PostgreSQL: a `Pool` or connected `Client` of `pg`, a `PGlite`, the `sql` of `postgres`, a `Pool` or the `neon()` of
 *   `@neondatabase/serverless`
 * - MySQL and MariaDB: a pool or connection of `mysql2`, with promises or callbacks
 */
export type SqlConnection =
  | string
  | KyselyInstance
  | SyncDatabase
  | D1Database
  | DurableObjectStorage
  | PgPool
  | PgClient
  | Pglite
  | PostgresJs
  | NeonHttp
  | MysqlPool
  | MysqlConnection
  | MysqlCallbackClient

/** A driver that is known before the connection is opened. */
export interface DetectedDriver {
  /** Whether the database runs in this process. Its tables are then created on first use. */
  readonly isEmbedded: boolean
  readonly dialect: Dialect
  /** Opens the connection. `timeout` in milliseconds applies only to connections that the adapter opens. */
  open(timeout: number): Connection
}

interface Driver {
  /** The members that identify its instances; the first driver of the list that matches is used. */
  readonly members: readonly string[]
  readonly isEmbedded?: true
  readonly dialect: Dialect | ((connection: never) => Dialect)
  open(connection: never): Connection
}

/** Detects the driver by the instance's members, so that no driver is imported and any version works. */
export function detectDriver(connection: SqlConnection): DetectedDriver {
  if (typeof connection === 'string') return detectByScheme(connection)
  const driver = drivers.find(({ members }) => hasMembers(connection, members))
  if (!driver) throw createUnknownConnectionError(connection)
  const { dialect, isEmbedded = false } = driver
  return {
    isEmbedded,
    dialect: typeof dialect === 'function' ? dialect(connection as never) : dialect,
    open: () => driver.open(connection as never),
  }
}

const drivers: readonly Driver[] = [
  { members: ['withoutPlugins', 'getExecutor'], dialect: detectDialect, open: wrapKysely },
  { members: ['query', 'transaction', 'waitReady'], isEmbedded: true, dialect: postgres, open: wrapPglite },
  { members: ['unsafe', 'begin'], dialect: postgres, open: wrapPostgresJs },
  { members: ['query', 'transaction'], dialect: postgres, open: wrapNeonHttp },
  { members: ['prepare', 'batch'], dialect: sqlite, open: wrapD1 },
  { members: ['sql', 'transactionSync'], isEmbedded: true, dialect: sqlite, open: wrapDurableObject },
  { members: ['prepare', 'exec'], isEmbedded: true, dialect: sqlite, open: wrapSyncSqlite },
  {
    members: ['execute', 'promise'],
    dialect: mysql,
    open: (connection: MysqlCallbackClient) => wrapMysql(connection.promise()),
  },
  { members: ['execute', 'query'], dialect: mysql, open: wrapMysql },
  { members: ['query', 'connect', 'totalCount'], dialect: postgres, open: wrapPgPool },
  { members: ['query', 'connect'], dialect: postgres, open: wrapPgClient },
]

function hasMembers(connection: unknown, members: readonly string[]): boolean {
  const isObject = (typeof connection === 'object' || typeof connection === 'function') && connection !== null
  return isObject && members.every(member => member in connection)
}

function detectByScheme(url: string): DetectedDriver {
  const scheme = parseScheme(url)
  if (scheme === 'postgres:' || scheme === 'postgresql:')
    return { isEmbedded: false, dialect: postgres, open: timeout => connectPg(url, timeout) }
  if (scheme === 'mysql:' || scheme === 'mariadb:')
    return { isEmbedded: false, dialect: mysql, open: timeout => connectMysql(url, timeout) }
  const file = parseSqlitePath(url)
  return { isEmbedded: true, dialect: sqlite, open: () => connectLibsql(file) }
}
