import type { Connection, Query } from '../connection.js'
import type { Row } from '../schema.js'

interface D1Statement {
  bind(...values: unknown[]): D1Statement
  all(): Promise<{ results: unknown[] }>
}

/** A D1 database, as a Worker's environment has it. */
export interface D1 {
  prepare(sql: string): D1Statement
  batch(statements: never[]): Promise<{ results: unknown[] }[]>
}

/** D1 has no transaction that stays open, but a batch is one. */
export function d1(database: D1): Connection {
  const statement = ({ sql, parameters }: Query) => database.prepare(sql).bind(...parameters)
  const rowsOf = ({ results }: { results: unknown[] }) => ({ rows: results as Row[] })
  return {
    run: async query => rowsOf(await statement(query).all()),
    together: async queries => (await database.batch(queries.map(statement) as never[])).map(rowsOf),
    close: async () => {},
  }
}
