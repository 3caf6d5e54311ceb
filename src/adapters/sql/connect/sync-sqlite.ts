import type { Connection, Query, QueryResult } from '../connection.js'
import type { Row } from '../schema.js'

/** A synchronous SQLite connection of libsql, better-sqlite3 or node:sqlite. */
export interface SyncDatabase {
  prepare(sql: string): SyncStatement
  exec(sql: string): unknown
}

export interface SyncStatement {
  /** Whether the statement returns rows. `undefined` in node:sqlite, where `all` works for every statement. */
  readonly reader?: boolean
  all(...parameters: never[]): unknown[]
  run(...parameters: never[]): unknown
}

/** The size of the statement cache. The adapter has a few dozen statements, and one per set of written fields. */
const maxPreparedStatements = 200

type PreparedStatement = (parameters: readonly unknown[]) => readonly Row[]

/** Wraps a synchronous connection and prepares each statement once: preparing costs twice as much as running. */
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
   * Runs a transaction. Nothing is awaited, so no other statement of this process can run in between. `immediate` takes
   * the write lock at the start: no later statement can fail because of the lock, and a rejected start costs nothing.
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
 * Wraps a prepared statement so that it runs by `all` only or by `run` only. libsql 0.5 resets a statement at the start
 * of these two, but not of `get`: a `get` after an `all` runs again with the values of that `all`.
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
