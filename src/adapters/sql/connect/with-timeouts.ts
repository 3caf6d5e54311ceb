import { AdapterError } from '../../../errors.js'
import type { Connection, Query, QueryResult, RunQuery } from '../connection.js'
import { maxTimerMs, type Timeouts } from './timeouts.js'
import { type PooledConnection, wrapPool } from './transaction.js'

/**
 * Wraps a pool so that calls reject instead of waiting for a database that does not respond. A connection whose query
 * timed out is destroyed, because its late result would be taken for the result of another query.
 */
export function withTimeouts(acquire: () => Promise<PooledConnection>, timeouts: Timeouts): Connection {
  async function acquireTimed(): Promise<TimedConnection> {
    const acquiring = acquire()
    try {
      return new TimedConnection(await awaitWithTimeout(acquiring, timeouts.connectMs), timeouts.queryMs)
    } catch (error) {
      acquiring.then(releaseConnection, ignoreReportedError)
      throw error
    }
  }

  async function run(query: Query): Promise<QueryResult> {
    const connection = await acquireTimed()
    try {
      return await connection.run(query)
    } finally {
      connection.release()
    }
  }
  return wrapPool(run, acquireTimed)
}

/** An acquired connection. After a query timeout it rejects all queries, and `release` destroys it. */
class TimedConnection implements PooledConnection {
  #timeoutError: QueryTimeout | null = null

  constructor(
    readonly connection: PooledConnection,
    readonly timeoutMs: number,
  ) {}

  readonly run: RunQuery = async query => {
    if (this.#timeoutError) throw this.#timeoutError
    try {
      return await awaitWithTimeout(
        this.connection.run(query),
        query.noTimeout ? Number.POSITIVE_INFINITY : this.timeoutMs,
      )
    } catch (error) {
      if (error instanceof QueryTimeout) this.#timeoutError = error
      throw error
    }
  }

  release(): void {
    if (this.#timeoutError) this.connection.destroy()
    else this.connection.release()
  }

  destroy(): void {
    this.connection.destroy()
  }
}

class QueryTimeout extends AdapterError {}

async function awaitWithTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  if (milliseconds > maxTimerMs) return promise
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    const error = new QueryTimeout(`The database did not respond within ${milliseconds} ms.`)
    timer = setTimeout(() => reject(error), milliseconds)
  })
  try {
    return await Promise.race([promise, timedOut])
  } finally {
    clearTimeout(timer)
  }
}

function releaseConnection(connection: PooledConnection): void {
  connection.release()
}

const ignoreReportedError = () => {}
