import type { Query, Result, Run } from '../connection.js'

const begin: Query = { sql: 'begin', parameters: [] }
const commit: Query = { sql: 'commit', parameters: [] }
const rollback: Query = { sql: 'rollback', parameters: [] }

/** A connection that a pool lends. */
export interface Lent {
  readonly run: Run
  release(): void
  /** Hangs up: whatever it was doing, nobody gets it again. */
  destroy(): void
}

/** A transaction on a connection that goes back afterwards, or away when something failed. */
export async function lentTransaction(lent: Lent, queries: readonly Query[]): Promise<Result[]> {
  try {
    const results = await transaction(lent.run, queries)
    lent.release()
    return results
  } catch (error) {
    lent.destroy()
    throw error
  }
}

/** A transaction on a connection that nobody else uses meanwhile. */
export async function transaction(run: Run, queries: readonly Query[]): Promise<Result[]> {
  await run(begin)
  try {
    const results: Result[] = []
    for (const query of queries) results.push(await run(query))
    await run(commit)
    return results
  } catch (error) {
    const theFirstFailureCounts = () => {}
    await run(rollback).catch(theFirstFailureCounts)
    throw error
  }
}
