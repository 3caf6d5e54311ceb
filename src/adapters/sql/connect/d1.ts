import type { Connection, Query } from '../connection.js'
import type { Row } from '../schema.js'

interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: unknown[] }>
}

/** A D1 database, as a Worker's environment has it. */
export interface D1Database {
  prepare(sql: string): D1Statement
  batch(statements: never[]): Promise<{ results: unknown[] }[]>
}

/** D1 has no transaction that stays open, but a batch is one. */
export function wrapD1(database: D1Database): Connection {
  const prepareStatement = ({ sql, parameters }: Query) => database.prepare(sql).bind(...parameters)
  const toResult = ({ results }: { results: unknown[] }) => ({ rows: results as Row[] })
  return {
    run: async query => toResult(await prepareStatement(query).all()),
    transaction: async queries =>
      (await database.batch(queries.map(prepareStatement) as never[])).map(toResult),
    close: async () => {},
  }
}
