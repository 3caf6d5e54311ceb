import type { RawBuilder } from 'kysely'
import type { Query, QueryResult } from './connection.js'
import type { DatabaseHandle } from './dialects/dialect.js'

/** Runs a query with the values of its key. */
export type PreparedQuery<T> = (...key: readonly string[]) => Promise<T>

/** A position in a statement where each call binds its value. */
export class Placeholder {
  constructor(
    readonly index: number,
    readonly write: (value: string) => unknown,
    readonly canStore: (key: string) => boolean,
  ) {}
}

/** A statement that is compiled on first use. Building and compiling cost more than the query itself. */
export class Statement {
  readonly #build: () => RawBuilder<unknown>
  readonly #handle: DatabaseHandle
  #compiled: Query | undefined

  constructor(handle: DatabaseHandle, build: () => RawBuilder<unknown>) {
    this.#handle = handle
    this.#build = build
  }

  /** Returns `null` for a key that no row can have: some databases would fail, others would match a different key's row. */
  bind(key: readonly string[]): Query | null {
    this.#compiled ??= this.#build().compile(this.#handle.dialect.compiler)
    const { sql, parameters } = this.#compiled
    const values: unknown[] = []
    for (const parameter of parameters) {
      if (!(parameter instanceof Placeholder)) values.push(parameter)
      else {
        const value = key[parameter.index]
        if (typeof value !== 'string' || !parameter.canStore(value)) return null
        values.push(parameter.write(value))
      }
    }
    return { sql, parameters: values }
  }

  async run(key: readonly string[]): Promise<QueryResult> {
    const query = this.bind(key)
    return query ? this.#handle.connection.run(query) : { rows: [], affectedRows: 0 }
  }
}
