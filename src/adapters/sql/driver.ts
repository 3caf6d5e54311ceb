import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Turns } from './turns.js'

/** A synchronous SQLite connection, as libsql and better-sqlite3 have it. */
export interface SyncDatabase {
  prepare(sql: string): SyncStatement
  close(): void
}

interface SyncStatement {
  /** Whether it gives rows. */
  readonly reader: boolean
  all<R>(parameters: readonly unknown[]): R[]
  run(parameters: readonly unknown[]): { changes: number | bigint }
}

/**
 * Kysely's SQLite dialect over a driver of our own. Kysely's prepares every statement anew, which costs twice as much as
 * running it, begins transactions that fail in their middle when another process writes, and wakes every waiting query
 * at each release.
 */
export function syncDialect(database: SyncDatabase): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SyncDriver(database),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SyncDriver implements Driver {
  readonly #connection: SyncConnection
  readonly #turns = new Turns()

  constructor(readonly database: SyncDatabase) {
    this.#connection = new SyncConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#turns.pass()
  }

  /** `immediate` takes the write lock now: everything after it can succeed, and a refusal costs nothing. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#connection.forget()
    this.database.close()
  }
}

/** Prepared statements that are kept; the adapter has a few dozen, and one per set of fields that is written. */
const keptStatements = 200

class SyncConnection implements DatabaseConnection {
  readonly #statements = new Map<string, { statement: SyncStatement; reader: boolean }>()

  constructor(readonly database: SyncDatabase) {}

  /**
   * A kept statement must be run by `all` alone or by `run` alone: libsql 0.5 resets it at the start of these two but not
   * of `get`, which after an `all` runs once more with the values of that `all`.
   */
  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, reader } = this.#statements.get(sql) ?? this.#prepare(sql)
    if (reader) return { rows: statement.all<R>(parameters) }
    return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  forget(): void {
    this.#statements.clear()
  }

  #prepare(sql: string) {
    const statement = this.database.prepare(sql)
    const prepared = { statement, reader: statement.reader }
    if (this.#statements.size >= keptStatements) this.forget()
    this.#statements.set(sql, prepared)
    return prepared
  }
}
