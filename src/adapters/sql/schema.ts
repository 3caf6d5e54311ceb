/** What a driver binds and gives back. */
export type Value = string | number | bigint | boolean | Uint8Array | Date | null | readonly unknown[]

export type Row = Readonly<Record<string, Value>>

/** The tables by the names that records have here; what they are called in the database is up to the app. */
export const tableKeys = ['users', 'accounts', 'sessions', 'verificationTokens', 'authenticators'] as const

export type TableKey = (typeof tableKeys)[number]

/** Tables whose records leave out what is null: a token that was not given is absent from an account. */
export const tablesOmittingNulls: ReadonlySet<TableKey> = new Set<TableKey>(['accounts', 'sessions'])

/** What a column means: how its value is written follows from that and from its declared type. */
export type ColumnKind = 'key' | 'text' | 'integer' | 'boolean' | 'date' | 'json' | 'custom'

/** What a migration asks for: a key has the greatest length in bytes that it may need. */
export type ColumnType = { readonly maxKeyBytes: number } | 'text' | 'integer' | 'boolean' | 'date'

/** The columns that the adapter knows; all others are the app's own. */
const columnKinds: Readonly<Record<TableKey, Readonly<Record<string, ColumnKind>>>> = {
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
  sessions: { id: 'key', userId: 'key', sessionToken: 'key', expires: 'date', startedAt: 'date' },
  verificationTokens: { identifier: 'key', token: 'key', expires: 'date' },
  authenticators: {
    id: 'key',
    userId: 'key',
    credentialID: 'key',
    providerAccountId: 'text',
    counter: 'integer',
    credentialBackedUp: 'boolean',
  },
}

export function getColumnKind(table: TableKey, field: string): ColumnKind {
  const tableKinds = columnKinds[table]
  return Object.hasOwn(tableKinds, field) ? (tableKinds[field] ?? 'custom') : 'custom'
}
