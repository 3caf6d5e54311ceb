import { entityKind, type SQLWrapper } from 'drizzle-orm'
import { AdapterError } from '../../errors.js'

/** A database of Drizzle: what `drizzle()` returned. */
export interface DrizzleDatabase {
  readonly select: (...args: never[]) => unknown
  readonly selectDistinct: (...args: never[]) => unknown
  readonly insert: (...args: never[]) => unknown
  readonly update: (...args: never[]) => unknown
  readonly delete: (...args: never[]) => unknown
}

/** The table of records in a schema of Drizzle, by the keys of its columns. The names in the database may differ. */
export interface RecordsTable {
  readonly kind: object
  readonly id: object
  readonly userId: object
  readonly value: object
  readonly count: object
  readonly version: object
  readonly expires: object
}

/** The columns of a table. */
export type RecordColumns = Readonly<Record<keyof RecordsTable, SQLWrapper & { readonly name: string }>>

/** A statement that is being built. It runs when it is awaited. */
export interface Statement extends PromiseLike<unknown[]> {
  from(table: object): Statement
  where(condition: unknown): Statement
  orderBy(column: unknown): Statement
  limit(count: number): Statement
  offset(count: number): Statement
  set(values: object): Statement
  values(rows: object): Statement
  onConflictDoNothing(): Statement
  onConflictDoUpdate(options: { readonly target: readonly unknown[]; readonly set: object }): Statement
  returning(columns?: object): Statement
}

/** The methods of a database that begin a statement. */
export interface StatementBuilder {
  select(columns?: object): Statement
  selectDistinct(columns: object): Statement
  insert(table: object): Statement
  update(table: object): Statement
  delete(table: object): Statement
}

/** Drizzle marks its classes, because an app may have several copies of it. */
const supportedKinds: ReadonlySet<unknown> = new Set(['PgTable', 'SQLiteTable'])

/** @throws `AdapterError` if a table is not one of PostgreSQL or SQLite */
export function assertSupportedTable(table: RecordsTable): void {
  const kind: unknown = Reflect.get(table.constructor, entityKind)
  if (supportedKinds.has(kind)) return
  throw new AdapterError(
    `The table of records is not a table of Drizzle for PostgreSQL or SQLite, but ${String(kind ?? table.constructor.name)}. On MySQL, set \`records: SqlAdapter(db.$client)\` instead.`,
  )
}
