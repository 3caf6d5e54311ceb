import { entityKind, type SQLWrapper } from 'drizzle-orm'
import { AdapterError } from '../../errors.js'
import type { RecordsTable } from './types.js'

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
