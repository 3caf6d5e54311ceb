import type { Connection, Query } from '../connection.js'
import type { Row } from '../schema.js'

interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: unknown[] }>
}

/** A D1 binding of a Worker's environment. */
export interface D1Database {
  prepare(sql: string): D1Statement
  batch(statements: never[]): Promise<{ results: unknown[] }[]>
}

/** Wraps a D1 database. D1 has no interactive transactions, but a batch is one transaction. */
export function wrapD1(database: D1Database): Connection {
  const prepareStatement = ({ sql, parameters }: Query) => database.prepare(sql).bind(...parameters)
  const toResult = ({ results }: { results: unknown[] }) => ({ rows: results as Row[] })
  return {
    run: async query => toResult(await prepareStatement(query).all()),
    transaction: async queries =>
      (await database.batch(queries.map(prepareStatement) as never[])).map(toResult),
  }
}
