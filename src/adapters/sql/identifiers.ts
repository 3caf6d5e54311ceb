import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { SqlOptions } from './options.js'
import { type TableKey, tableKeys } from './schema.js'

/** What a table is called, with its schema where one was given. */
export interface TableIdentifier {
  readonly schema: string | undefined
  readonly name: string
}

const defaultTableNames: Readonly<Record<TableKey | 'migrations', string>> = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  migrations: 'latchkey_migration',
}

/** What tables and columns are called in this database. */
export class Identifiers {
  readonly #options: SqlOptions
  readonly #fieldsByColumn = new Map<TableKey, ReadonlyMap<string, string>>()

  constructor(options: SqlOptions) {
    this.#options = options
    for (const table of tableKeys) {
      const fields = Object.entries(options.columns?.[table] ?? {})
      const byColumn = new Map(
        fields.flatMap(([field, column]) => (column ? [[column, field] as const] : [])),
      )
      if (byColumn.size < fields.length)
        throw new AdapterError(`Two fields of "${table}" have the same column, or one has none.`)
      this.#fieldsByColumn.set(table, byColumn)
    }
  }

  table(key: TableKey | 'migrations'): TableIdentifier {
    return { schema: this.#options.schema, name: this.#options.tables?.[key] ?? defaultTableNames[key] }
  }

  column(table: TableKey, field: string): string {
    return this.#options.columns?.[table]?.[field] ?? field
  }

  field(table: TableKey, column: string): string {
    return this.#fieldsByColumn.get(table)?.get(column) ?? column
  }
}

/** A table in a statement. */
export function toTableReference({ schema, name }: TableIdentifier): RawBuilder<unknown> {
  return schema === undefined ? sql.id(name) : sql.id(schema, name)
}
