import { CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { AdapterError } from '../../../errors.js'
import type { Connection, Query, Result } from '../connection.js'
import type { Dialect } from '../dialects/dialect.js'
import { mysql } from '../dialects/mysql.js'
import { postgres } from '../dialects/postgres.js'
import { sqlite } from '../dialects/sqlite.js'
import type { Row } from '../schema.js'

interface Executor {
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[]; numAffectedRows?: bigint | undefined }>
}

/** A `Kysely` over any driver; its tables are of no interest here. */
export interface KyselyInstance extends Executor {
  getExecutor(): QueryExecutor
  withoutPlugins(): KyselyInstance
  transaction(): { execute<T>(work: (transaction: Executor) => Promise<T>): Promise<T> }
}

export function kyselyConnection(given: KyselyInstance): Connection {
  const database = given.withoutPlugins()

  async function together(queries: readonly Query[]): Promise<Result[]> {
    return database.transaction().execute(async transaction => {
      const results: Result[] = []
      for (const query of queries) results.push(await run(transaction, query))
      return results
    })
  }
  return { run: query => run(database, query), together, close: async () => {} }
}

async function run(executor: Executor, query: Query): Promise<Result> {
  const { rows, numAffectedRows } = await executor.executeQuery(
    CompiledQuery.raw(query.sql, [...query.parameters]),
  )
  return { rows: rows as Row[], changes: numAffectedRows === undefined ? undefined : Number(numAffectedRows) }
}

/** A dialect is known by how it writes: whose class it is may differ between two copies of Kysely. */
export function dialectOf(database: KyselyInstance): Dialect {
  const written = sql`${sql.id('a')} ${1}`.compile(database).sql
  if (written === '"a" $1') return postgres
  if (written === '"a" ?') return sqlite
  if (written === '`a` ?') return mysql
  throw new AdapterError(
    'SqlAdapter knows SQLite, PostgreSQL and MySQL; this Kysely instance speaks another SQL.',
  )
}
