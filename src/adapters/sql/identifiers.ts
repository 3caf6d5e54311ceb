import { type RawBuilder, sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { SqlOptions } from './options.js'
import { type TableId, tableKeys } from './schema.js'

/** A table's name, and its schema if one is configured. */
export interface QualifiedTableName {
  readonly schema: string | undefined
  readonly name: string
}

const defaultTableNames: Readonly<Record<TableId | 'migrations', string>> = {
  users: 'users',
  accounts: 'accounts',
  sessions: 'sessions',
  verificationTokens: 'verification_tokens',
  authenticators: 'authenticators',
  records: 'latchkey_record',
  migrations: 'latchkey_migration',
}

/** Resolves the names of tables and columns in this database. */
export class Identifiers {
  readonly #options: SqlOptions
  readonly #fieldsByColumn = new Map<TableId, ReadonlyMap<string, string>>()

  constructor(options: SqlOptions) {
    this.#options = options
    for (const table of tableKeys) {
      const fields = Object.entries(options.columns?.[table] ?? {})
      const byColumn = new Map(
        fields.flatMap(([field, column]) => (column ? [[column, field] as const] : [])),
      )
      if (byColumn.size < fields.length)
        throw new AdapterError(
          `\`columns.${table}\` of SqlAdapter is invalid: two fields have the same column, or one has an empty name.`,
        )
      this.#fieldsByColumn.set(table, byColumn)
    }
  }

  table(key: TableId | 'migrations'): QualifiedTableName {
    return { schema: this.#options.schema, name: this.#options.tables?.[key] ?? defaultTableNames[key] }
  }

  column(table: TableId, field: string): string {
    return this.#options.columns?.[table]?.[field] ?? field
  }

  field(table: TableId, column: string): string {
    return this.#fieldsByColumn.get(table)?.get(column) ?? column
  }
}

/** Returns the SQL identifier of a table. */
export function toTableReference({ schema, name }: QualifiedTableName): RawBuilder<unknown> {
  return schema === undefined ? sql.id(name) : sql.id(schema, name)
}
