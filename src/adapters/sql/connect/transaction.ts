import type { Query, QueryResult, RunQuery } from '../connection.js'

const begin: Query = { sql: 'begin', parameters: [] }
const commit: Query = { sql: 'commit', parameters: [] }
const rollback: Query = { sql: 'rollback', parameters: [] }

/** A connection that a pool lends. */
export interface PooledConnection {
  readonly run: RunQuery
  release(): void
  /** Hangs up: whatever it was doing, nobody gets it again. */
  destroy(): void
}

/** A transaction on a connection that goes back afterwards, or away when something failed. */
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

/** A transaction on a connection that nobody else uses meanwhile. */
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
