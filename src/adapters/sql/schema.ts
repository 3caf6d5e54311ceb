/** A value that a driver binds or returns. */
export type Value = string | number | bigint | boolean | Uint8Array | Date | null | readonly unknown[]

export type Row = Readonly<Record<string, Value>>

/** The keys of the tables. `SqlOptions.tables` sets their names in the database. */
export const tableKeys = [
  'users',
  'accounts',
  'sessions',
  'verificationTokens',
  'authenticators',
  'records',
] as const

export type TableId = (typeof tableKeys)[number]

/** Tables whose records omit null fields: an account does not have the tokens that the provider did not return. */
export const tablesOmittingNulls: ReadonlySet<TableId> = new Set<TableId>(['accounts', 'sessions'])

/** The meaning of a column. Together with the declared type it determines how values are written. */
export type ColumnKind = 'key' | 'text' | 'integer' | 'boolean' | 'date' | 'json' | 'custom'

/** The column type in a migration. A key has a maximum length in bytes. */
export type ColumnType = { readonly maxKeyBytes: number } | 'text' | 'integer' | 'boolean' | 'date'

/** The kinds of the built-in columns; all other columns are custom columns of the app. */
const columnKinds: Readonly<Record<TableId, Readonly<Record<string, ColumnKind>>>> = {
  users: { id: 'key', email: 'key', emailVerified: 'date', name: 'text', image: 'text' },
  accounts: {
    id: 'key',
    userId: 'key',
    provider: 'key',
    providerAccountId: 'key',
    type: 'text',
    expires_at: 'integer',
    session_state: 'json',
  },
  sessions: {
    id: 'key',
    userId: 'key',
    sessionToken: 'key',
    expires: 'date',
    startedAt: 'date',
  },
  verificationTokens: { identifier: 'key', token: 'key', expires: 'date' },
  authenticators: {
    id: 'key',
    userId: 'key',
    credentialID: 'key',
    providerAccountId: 'text',
    counter: 'integer',
    credentialBackedUp: 'boolean',
  },
  records: {
    kind: 'key',
    id: 'key',
    userId: 'key',
    value: 'text',
    count: 'integer',
    version: 'integer',
    expires: 'date',
  },
}

export function getColumnKind(table: TableId, field: string): ColumnKind {
  const tableKinds = columnKinds[table]
  return Object.hasOwn(tableKinds, field) ? (tableKinds[field] ?? 'custom') : 'custom'
}
