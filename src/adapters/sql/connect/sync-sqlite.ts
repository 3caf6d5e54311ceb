import type { Connection, Query, QueryResult } from '../connection.js'
import type { Row } from '../schema.js'

/** A synchronous SQLite connection, as libsql, better-sqlite3 and node:sqlite have it. */
export interface SyncDatabase {
  prepare(sql: string): SyncStatement
  exec(sql: string): unknown
}

export interface SyncStatement {
  /** Whether it gives rows; node:sqlite does not tell and does not mind. */
  readonly reader?: boolean
  all(...parameters: never[]): unknown[]
  run(...parameters: never[]): unknown
}

/** Prepared statements that are kept; the adapter has a few dozen, and one per set of fields that is written. */
const maxPreparedStatements = 200

type PreparedStatement = (parameters: readonly unknown[]) => readonly Row[]

/** A connection whose statements are prepared once: to prepare one costs twice as much as to run it. */
export function wrapSyncSqlite(database: SyncDatabase): Connection {
  const statements = new Map<string, PreparedStatement>()

  function prepare(sql: string): PreparedStatement {
    const run = toPreparedStatement(database.prepare(sql))
    if (statements.size >= maxPreparedStatements) statements.clear()
    statements.set(sql, run)
    return run
  }

  function run({ sql, parameters }: Query): QueryResult {
    return { rows: (statements.get(sql) ?? prepare(sql))(parameters) }
  }

  /**
   * Nothing of this process can come between, for nothing is awaited. `immediate` takes the write lock now: everything
   * after it can succeed, and a refusal costs nothing.
   */
  function transaction(queries: readonly Query[]): QueryResult[] {
    database.exec('begin immediate')
    try {
      const results = queries.map(run)
      database.exec('commit')
      return results
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }

  return {
    run: async query => run(query),
    transaction: async queries => transaction(queries),
    close: async () => statements.clear(),
  }
}

/**
 * A kept statement must be run by `all` alone or by `run` alone: libsql 0.5 resets it at the start of these two but not
 * of `get`, which after an `all` runs once more with the values of that `all`.
 */
function toPreparedStatement(statement: SyncStatement): PreparedStatement {
  const { reader } = statement
  if (reader === undefined) return parameters => statement.all(...(parameters as never[])) as Row[]
  if (reader) return parameters => statement.all(parameters as never) as Row[]
  return parameters => {
    statement.run(parameters as never)
    return []
  }
}
