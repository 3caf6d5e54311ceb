import { is, type Table } from 'drizzle-orm'
import { MySqlTable, getTableConfig as mysqlConfig } from 'drizzle-orm/mysql-core'
import { PgTable, getTableConfig as pgConfig } from 'drizzle-orm/pg-core'
import { type SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core'

/** Returns the statements that `drizzle-kit push` executes, in the order of the references. */
export function createTables(tables: Record<string, Table>): string[] {
  return Object.values(tables).map(createTable)
}

function createTable(table: Table): string {
  const { name, columns, primaryKeys, foreignKeys } = getConfig(table)
  const quote = is(table, MySqlTable) ? (word: string) => `\`${word}\`` : (word: string) => `"${word}"`
  const list = (columns: readonly { name: string }[]) => columns.map(column => quote(column.name)).join(', ')
  const parts = [
    ...columns.map(column =>
      [
        quote(column.name),
        column.getSQLType(),
        column.notNull ? 'not null' : 'null',
        column.primary ? 'primary key' : '',
        column.isUnique ? 'unique' : '',
      ].join(' '),
    ),
    ...primaryKeys.map(key => `primary key (${list(key.columns)})`),
    ...foreignKeys.map(key => {
      const { columns: from, foreignColumns, foreignTable } = key.reference()
      const target = quote(getConfig(foreignTable).name)
      return `foreign key (${list(from)}) references ${target} (${list(foreignColumns)}) on delete ${key.onDelete ?? 'no action'}`
    }),
  ]
  return `create table ${quote(name)} (${parts.join(', ')})`
}

function getConfig(table: Table) {
  if (is(table, PgTable)) return pgConfig(table)
  if (is(table, MySqlTable)) return mysqlConfig(table)
  return sqliteConfig(table as SQLiteTable)
}
