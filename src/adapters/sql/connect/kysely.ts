import { CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { AdapterError } from '../../../errors.js'
import type { Connection, Query, QueryResult } from '../connection.js'
import type { Dialect } from '../dialects/dialect.js'
import { mysql } from '../dialects/mysql.js'
import { postgres } from '../dialects/postgres.js'
import { sqlite } from '../dialects/sqlite.js'
import type { Row } from '../schema.js'

interface Executor {
  executeQuery(query: CompiledQuery): Promise<{ rows: unknown[]; numAffectedRows?: bigint | undefined }>
}

/** A `Kysely` instance with any driver and any table types. */
export interface KyselyInstance extends Executor {
  getExecutor(): QueryExecutor
  withoutPlugins(): KyselyInstance
  transaction(): { execute<T>(work: (transaction: Executor) => Promise<T>): Promise<T> }
}

export function wrapKysely(instance: KyselyInstance): Connection {
  const database = instance.withoutPlugins()

  async function transaction(queries: readonly Query[]): Promise<QueryResult[]> {
    return database.transaction().execute(async executor => {
      const results: QueryResult[] = []
      for (const query of queries) results.push(await run(executor, query))
      return results
    })
  }
  return { run: query => run(database, query), transaction, close: async () => {} }
}

async function run(executor: Executor, query: Query): Promise<QueryResult> {
  const { rows, numAffectedRows } = await executor.executeQuery(
    CompiledQuery.raw(query.sql, [...query.parameters]),
  )
  return {
    rows: rows as Row[],
    affectedRows: numAffectedRows === undefined ? undefined : Number(numAffectedRows),
  }
}

/** Detects the dialect by the SQL that it compiles. `instanceof` fails if two copies of Kysely are installed. */
export function detectDialect(database: KyselyInstance): Dialect {
  const compiled = sql`${sql.id('a')} ${1}`.compile(database).sql
  if (compiled === '"a" $1') return postgres
  if (compiled === '"a" ?') return sqlite
  if (compiled === '`a` ?') return mysql
  throw new AdapterError(
    `SqlAdapter does not support the dialect of this Kysely instance, which compiles to ${compiled}. Use SQLite, PostgreSQL or MySQL.`,
  )
}
