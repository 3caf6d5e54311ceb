import type { Connection, Query, QueryResult } from '../connection.js'
import type { Row } from '../schema.js'

/** The storage of a Durable Object whose class has SQLite: `ctx.storage`. */
export interface DurableObjectStorage {
  readonly sql: { exec(sql: string, ...bindings: never[]): { toArray(): unknown[] } }
  transactionSync<T>(closure: () => T): T
}

/** Wraps the storage of a Durable Object. A transaction is synchronous, so no other statement of the object can run in it. */
export function wrapDurableObject(storage: DurableObjectStorage): Connection {
  const run = ({ sql, parameters }: Query): QueryResult => ({
    rows: storage.sql.exec(sql, ...(parameters as never[])).toArray() as Row[],
  })
  return {
    run: async query => run(query),
    transaction: async queries => storage.transactionSync(() => queries.map(run)),
  }
}
