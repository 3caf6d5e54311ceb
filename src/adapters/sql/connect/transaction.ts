import type { Query, QueryResult, RunQuery } from '../connection.js'

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

/** Runs a transaction, then releases the connection, or destroys it if a statement failed. */
export async function runPooledTransaction(
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
export async function runTransaction(run: RunQuery, queries: readonly Query[]): Promise<QueryResult[]> {
  await run(begin)
  try {
    const results: QueryResult[] = []
    for (const query of queries) results.push(await run(query))
    await run(commit)
    return results
  } catch (error) {
    const ignoreRollbackError = () => {}
    await run(rollback).catch(ignoreRollbackError)
    throw error
  }
}
