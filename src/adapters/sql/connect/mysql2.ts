import type { Connection, RunQuery } from '../connection.js'
import type { Row } from '../schema.js'
import { loadDriver } from './load-driver.js'
import { parseMysqlTimeouts, toDriverTimeout } from './timeouts.js'
import { type PooledConnection, wrapClient, wrapPool } from './transaction.js'
import { withTimeouts } from './with-timeouts.js'

interface ExecuteOptions {
  sql: string
  values: never[]
  rowsAsArray: false
  nestTables: false
}

/** A connection of `mysql2/promise`. */
export interface MysqlConnection {
  execute(options: ExecuteOptions): Promise<readonly [unknown, unknown]>
  query(options: ExecuteOptions): Promise<readonly [unknown, unknown]>
}

/** A pool of `mysql2/promise`. */
export interface MysqlPool extends MysqlConnection {
  getConnection(): Promise<MysqlConnection & { release(): void; destroy(): void }>
}

/** A connection or pool of `mysql2` with the callback API. */
export interface MysqlCallbackClient<T extends MysqlConnection = MysqlConnection> {
  promise(): T
}

/** Statements without parameters use `query`: not every server can prepare transaction and schema statements. */
function createRunner(connection: MysqlConnection): RunQuery {
  return async ({ sql, parameters }) => {
    const options: ExecuteOptions = {
      sql,
      values: [...parameters] as never[],
      rowsAsArray: false,
      nestTables: false,
    }
    const [result] = await (parameters.length > 0 ? connection.execute(options) : connection.query(options))
    return Array.isArray(result)
      ? { rows: result as Row[] }
      : { rows: [], affectedRows: getAffectedRows(result) }
  }
}

function getAffectedRows(result: unknown): number {
  return (result as { affectedRows?: number } | null)?.affectedRows ?? 0
}

interface MysqlDriver {
  createPool(config: { uri: string; connectTimeout: number }): MysqlPool & { end(): Promise<void> }
}

/** Opens a pool with timeouts. */
export function connectMysql(connectionString: string, timeout: number): Connection {
  const { createPool } = loadDriver<MysqlDriver>({
    name: 'mysql2',
    entry: 'mysql2/promise',
    purpose: 'a MySQL or MariaDB database',
    minMajor: 2,
  })
  const timeouts = parseMysqlTimeouts(connectionString, timeout)
  const uri = connectionString.replace(/^mariadb:/i, 'mysql:')
  const pool = createPool({ uri, connectTimeout: toDriverTimeout(timeouts.connectMs) })
  return { ...withTimeouts(() => acquireConnection(pool), timeouts), close: () => pool.end() }
}

async function acquireConnection(pool: MysqlPool): Promise<PooledConnection> {
  const connection = await pool.getConnection()
  return {
    run: createRunner(connection),
    release: () => connection.release(),
    destroy: () => connection.destroy(),
  }
}

/** Wraps a pool or a connection. */
export function wrapMysql(connection: MysqlConnection | MysqlPool): Connection {
  const run = createRunner(connection)
  return 'getConnection' in connection ? wrapPool(run, () => acquireConnection(connection)) : wrapClient(run)
}
