import type { Connection } from '../connection.js'
import type { Dialect } from '../dialects/dialect.js'
import { mysql } from '../dialects/mysql.js'
import { postgres } from '../dialects/postgres.js'
import { sqlite } from '../dialects/sqlite.js'
import { type D1, d1 } from './d1.js'
import { dialectOf, type KyselyInstance, kyselyConnection } from './kysely.js'
import { openLibsql } from './libsql.js'
import { fileOf, schemeOf, unknownConnection } from './location.js'
import {
  type MysqlCallbacks,
  type MysqlConnection,
  type MysqlPool,
  mysqlConnection,
  mysqlPool,
  openMysql,
} from './mysql2.js'
import {
  type NeonHttp,
  neonHttp,
  openPg,
  type PgClient,
  type Pglite,
  type PgPool,
  type PostgresJs,
  pgClient,
  pglite,
  pgPool,
  postgresJs,
} from './postgres.js'
import { type SyncDatabase, syncConnection } from './sync.js'

/**
 * A connection string, or a connection of the app: a `Kysely`, or an instance of a driver.
 *
 * - SQLite: a `Database` of `libsql` or `better-sqlite3`, a `DatabaseSync` of `node:sqlite`, a D1 binding
 * - PostgreSQL: a `Pool` or connected `Client` of `pg`, a `PGlite`, the `sql` of `postgres`, a `Pool` or the `neon()` of
 *   `@neondatabase/serverless`
 * - MySQL and MariaDB: a pool or connection of `mysql2`, with promises or callbacks
 */
export type SqlConnection =
  | string
  | KyselyInstance
  | SyncDatabase
  | D1
  | PgPool
  | PgClient
  | Pglite
  | PostgresJs
  | NeonHttp
  | MysqlPool
  | MysqlConnection
  | MysqlCallbacks

/** How a connection is opened, known before anything is done. */
export interface Opening {
  /** The database is a file of this process: its tables are made by the first use. */
  readonly isEmbedded: boolean
  readonly dialect: Dialect
  /** What the adapter opens itself waits no longer than so many milliseconds. */
  open(timeout: number): Connection
}

interface Driver {
  /** What its instances have; the first driver of the list counts. */
  readonly members: readonly string[]
  readonly isEmbedded?: true
  readonly dialect: Dialect | ((given: never) => Dialect)
  open(given: never): Connection
}

/** Recognises what was given by what it has: no driver is imported for it, and any version of one will do. */
export function openingOf(given: SqlConnection): Opening {
  if (typeof given === 'string') return byScheme(given)
  const driver = drivers.find(({ members }) => has(given, members))
  if (!driver) throw unknownConnection(given)
  const { dialect, isEmbedded = false } = driver
  return {
    isEmbedded,
    dialect: typeof dialect === 'function' ? dialect(given as never) : dialect,
    open: () => driver.open(given as never),
  }
}

const drivers: readonly Driver[] = [
  { members: ['withoutPlugins', 'getExecutor'], dialect: dialectOf, open: kyselyConnection },
  { members: ['query', 'transaction', 'waitReady'], isEmbedded: true, dialect: postgres, open: pglite },
  { members: ['unsafe', 'begin'], dialect: postgres, open: postgresJs },
  { members: ['query', 'transaction'], dialect: postgres, open: neonHttp },
  { members: ['prepare', 'batch'], dialect: sqlite, open: d1 },
  { members: ['prepare', 'exec'], isEmbedded: true, dialect: sqlite, open: syncConnection },
  {
    members: ['execute', 'promise'],
    dialect: mysql,
    open: (given: MysqlCallbacks) => mysqlOf(given.promise()),
  },
  { members: ['execute', 'query'], dialect: mysql, open: mysqlOf },
  { members: ['query', 'connect', 'totalCount'], dialect: postgres, open: pgPool },
  { members: ['query', 'connect'], dialect: postgres, open: pgClient },
]

function has(given: unknown, members: readonly string[]): boolean {
  const isThing = (typeof given === 'object' || typeof given === 'function') && given !== null
  return isThing && members.every(member => member in given)
}

function mysqlOf(given: MysqlConnection): Connection {
  return isPool(given) ? mysqlPool(given) : mysqlConnection(given)
}

function isPool(given: MysqlConnection): given is MysqlPool {
  return 'getConnection' in given
}

function byScheme(url: string): Opening {
  const scheme = schemeOf(url)
  if (scheme === 'postgres:' || scheme === 'postgresql:')
    return { isEmbedded: false, dialect: postgres, open: timeout => openPg(url, timeout) }
  if (scheme === 'mysql:' || scheme === 'mariadb:')
    return { isEmbedded: false, dialect: mysql, open: timeout => openMysql(url, timeout) }
  const file = fileOf(url)
  return { isEmbedded: true, dialect: sqlite, open: () => openLibsql(file) }
}
