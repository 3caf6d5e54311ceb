import type { Row } from './schema.js'

/** One statement with the values that it binds. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** It may take as long as it takes: a change of the schema, which visits each row and waits for others. */
  readonly noTimeout?: true
}

export interface QueryResult {
  readonly rows: readonly Row[]
  /** How many rows were written or deleted; only told where the dialect asks for it. */
  readonly affectedRows?: number | undefined
}

export type RunQuery = (query: Query) => Promise<QueryResult>

/** All that the adapter needs of a driver. */
export interface Connection {
  readonly run: RunQuery
  /**
   * All of these statements or none. They are given at once, so that a database behind HTTP can do it too, and so that
   * nothing of this process can stand between them.
   */
  transaction(queries: readonly Query[]): Promise<QueryResult[]>
  /** Lets go of what the adapter opened itself; a connection of the app stays open. */
  close(): Promise<void>
}
