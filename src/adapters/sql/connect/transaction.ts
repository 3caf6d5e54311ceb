import type { Connection, Query, QueryResult, RunQuery } from '../connection.js'

const begin: Query = { sql: 'begin', parameters: [] }
const commit: Query = { sql: 'commit', parameters: [] }
const rollback: Query = { sql: 'rollback', parameters: [] }

/** A connection that was acquired from a pool. */
export interface PooledConnection {
  readonly run: RunQuery
  release(): void
  /** Closes the connection, which never returns to the pool. */
  destroy(): void
}

/** Wraps a pool. Each transaction has a connection of its own. */
export function wrapPool(run: RunQuery, acquire: () => Promise<PooledConnection>): Connection {
  return { run, transaction: async queries => runPooledTransaction(await acquire(), queries) }
}

/** Wraps a single connection. Calls wait until all earlier calls have settled, so that no statement runs in a transaction of another call. */
export function wrapClient(run: RunQuery): Connection {
  let last: Promise<unknown> = Promise.resolve()
  function runExclusive<T>(task: () => Promise<T>): Promise<T> {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }
  return {
    run: query => runExclusive(() => run(query)),
    transaction: queries => runExclusive(() => runTransaction(run, queries)),
  }
}

/** Runs a transaction, then releases the connection, or destroys it if a statement failed. */
async function runPooledTransaction(
  connection: PooledConnection,
  queries: readonly Query[],
): Promise<QueryResult[]> {
  try {
    const results = await runTransaction(connection.run, queries)
    connection.release()
    return results
  } catch (error) {
    connection.destroy()
    throw error
  }
}

/** Runs a transaction on a connection that no other call uses at the same time. */
async function runTransaction(run: RunQuery, queries: readonly Query[]): Promise<QueryResult[]> {
  await run(begin)
  try {
    const results = await runInOrder(run, queries)
    await run(commit)
    return results
  } catch (error) {
    const ignoreRollbackError = () => {}
    await run(rollback).catch(ignoreRollbackError)
    throw error
  }
}

/** Runs statements one after another. */
export async function runInOrder(run: RunQuery, queries: readonly Query[]): Promise<QueryResult[]> {
  const results: QueryResult[] = []
  for (const query of queries) results.push(await run(query))
  return results
}
