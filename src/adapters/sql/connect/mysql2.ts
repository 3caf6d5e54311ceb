import type { Connection, Query, Run } from '../connection.js'
import type { Row } from '../schema.js'
import { mysqlDeadlines, orZero } from './deadlines.js'
import { impatient } from './impatient.js'
import { type Lent, lentTransaction, transaction } from './interactive.js'
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

interface MysqlDriver {
  createPool(config: { uri: string; connectTimeout: number }): MysqlPool & { end(): Promise<void> }
}

/** A pool of our own, which does not wait for its database for ever. */
export function openMysql(connectionString: string, timeout: number): Connection {
  const { createPool } = load<MysqlDriver>({
    name: 'mysql2',
    entry: 'mysql2/promise',
    keeps: 'a MySQL or MariaDB database',
  })
  const deadlines = mysqlDeadlines(connectionString, timeout)
  const uri = connectionString.replace(/^mariadb:/i, 'mysql:')
  const pool = createPool({ uri, connectTimeout: orZero(deadlines.connect) })
  return { ...impatient(() => lend(pool), deadlines), close: () => pool.end() }
}

async function lend(pool: MysqlPool): Promise<Lent> {
  const connection = await pool.getConnection()
  return {
    run: runner(connection),
    release: () => connection.release(),
    destroy: () => connection.destroy(),
  }
}

export function mysqlPool(pool: MysqlPool): Connection {
  const together = async (queries: readonly Query[]) => lentTransaction(await lend(pool), queries)
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
