import type { Connection, Query, Result, Run } from '../connection.js'
import type { Row } from '../schema.js'
import { transaction } from './interactive.js'
import { load } from './load.js'
import { Turns } from './turns.js'

interface Execution {
  sql: string
  values: never[]
  rowsAsArray: false
  nestTables: false
}

/** A connection of `mysql2/promise`. */
export interface MysqlConnection {
  execute(options: Execution): Promise<readonly [unknown, unknown]>
  query(options: Execution): Promise<readonly [unknown, unknown]>
}

/** A pool of `mysql2/promise`. */
export interface MysqlPool extends MysqlConnection {
  getConnection(): Promise<MysqlConnection & { release(): void; destroy(): void }>
}

/** A connection or pool of `mysql2`, with callbacks. */
export interface MysqlCallbacks<T extends MysqlConnection = MysqlConnection> {
  promise(): T
}

/** Statements about transactions and the schema are not prepared by every server. */
function runner(connection: MysqlConnection): Run {
  return async ({ sql, parameters }) => {
    const options: Execution = {
      sql,
      values: [...parameters] as never[],
      rowsAsArray: false,
      nestTables: false,
    }
    const [answer] = await (parameters.length > 0 ? connection.execute(options) : connection.query(options))
    return Array.isArray(answer) ? { rows: answer as Row[] } : { rows: [], changes: changesOf(answer) }
  }
}

function changesOf(answer: unknown): number {
  return (answer as { affectedRows?: number } | null)?.affectedRows ?? 0
}

export function openMysql(connectionString: string): Connection {
  type Own = MysqlPool & { end(): Promise<void> }
  const { createPool } = load<{ createPool: (uri: string) => Own }>({
    name: 'mysql2',
    entry: 'mysql2/promise',
    keeps: 'a MySQL or MariaDB database',
  })
  const pool = createPool(connectionString.replace(/^mariadb:/, 'mysql:'))
  return { ...mysqlPool(pool), close: () => pool.end() }
}

export function mysqlPool(pool: MysqlPool): Connection {
  async function together(queries: readonly Query[]): Promise<Result[]> {
    const connection = await pool.getConnection()
    try {
      const results = await transaction(runner(connection), queries)
      connection.release()
      return results
    } catch (error) {
      connection.destroy()
      throw error
    }
  }
  return { run: runner(pool), together, close: async () => {} }
}

export function mysqlConnection(connection: MysqlConnection): Connection {
  const turns = new Turns()
  const run = runner(connection)
  return {
    run: query => turns.next(() => run(query)),
    together: queries => turns.next(() => transaction(run, queries)),
    close: async () => {},
  }
}
