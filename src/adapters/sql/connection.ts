import type { Row } from './schema.js'

/** One statement with the values that it binds. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** It may take as long as it takes: a change of the schema, which visits each row and waits for others. */
  readonly takesLong?: true
}

export interface Result {
  readonly rows: readonly Row[]
  /** How many rows were written or deleted; only told where the dialect asks for it. */
  readonly changes?: number | undefined
}

export type Run = (query: Query) => Promise<Result>

/** All that the adapter needs of a driver. */
export interface Connection {
  readonly run: Run
  /**
   * All of these statements or none. They are given at once, so that a database behind HTTP can do it too, and so that
   * nothing of this process can stand between them.
   */
  together(queries: readonly Query[]): Promise<Result[]>
  /** Lets go of what the adapter opened itself; a connection of the app stays open. */
  close(): Promise<void>
}
