import { CompiledQuery, type QueryExecutor, sql } from 'kysely'
import { AdapterError } from '../../../errors.js'
import type { Connection, RunQuery } from '../connection.js'
import type { Dialect } from '../dialects/dialect.js'
import { mysql } from '../dialects/mysql.js'
import { postgres } from '../dialects/postgres.js'
import { sqlite } from '../dialects/sqlite.js'
import type { Row } from '../schema.js'
import { runInOrder } from './transaction.js'

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
  return {
    run: createRunner(database),
    transaction: async queries =>
      database.transaction().execute(executor => runInOrder(createRunner(executor), queries)),
  }
}

function createRunner(executor: Executor): RunQuery {
  return async ({ sql, parameters }) => {
    const query = CompiledQuery.raw(sql, [...parameters])
    const { rows, numAffectedRows } = await executor.executeQuery(query)
    return {
      rows: rows as Row[],
      affectedRows: numAffectedRows === undefined ? undefined : Number(numAffectedRows),
    }
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
