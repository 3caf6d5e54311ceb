import type { Row } from './schema.js'

/** A statement and its bound values. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Disables the timeout: a schema change visits each row and waits for other transactions. */
  readonly noTimeout?: true
}

export interface QueryResult {
  readonly rows: readonly Row[]
  /** The number of rows written or deleted; absent unless the dialect needs it. */
  readonly affectedRows?: number | undefined
}

export type RunQuery = (query: Query) => Promise<QueryResult>

/** The interface between the adapter and a driver. */
export interface Connection {
  readonly run: RunQuery
  /**
   * Runs all of the statements or none. They are passed together because a database over HTTP needs that, and because no
   * other statement of this process can then run between them.
   */
  transaction(queries: readonly Query[]): Promise<QueryResult[]>
  /** Closes a connection that the adapter opened. Absent for a connection of the app, which stays open. */
  close?(): Promise<void>
}
