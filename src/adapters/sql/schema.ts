/** What a driver binds and gives back. */
export type Value = string | number | bigint | null

export type Row = Record<string, Value>

export interface Tables {
  users: Row
  accounts: Row
  sessions: Row
  verification_tokens: Row
  authenticators: Row
}

export type TableName = keyof Tables

/** Tables whose records leave out what is null: a token that was not given is absent from an account. */
export const sparse: ReadonlySet<TableName> = new Set<TableName>(['accounts', 'sessions'])

/** How a column's value is written: see `values.ts`. */
export type Kind = 'plain' | 'key' | 'date' | 'boolean' | 'json'

const ours: Readonly<Record<string, Kind>> = {
  id: 'key',
  email: 'key',
  userId: 'key',
  provider: 'key',
  providerAccountId: 'key',
  sessionToken: 'key',
  identifier: 'key',
  token: 'key',
  credentialID: 'key',
  emailVerified: 'date',
  expires: 'date',
  startedAt: 'date',
  credentialBackedUp: 'boolean',
  session_state: 'json',
}

/** Our own columns are known by name; those that the app added by the type that it declared. */
export function kindOf(column: string, declaredType: string): Kind {
  if (Object.hasOwn(ours, column)) return ours[column] ?? 'plain'
  if (/^bool/i.test(declaredType)) return 'boolean'
  if (/^(date|timestamp)/i.test(declaredType)) return 'date'
  return /^json/i.test(declaredType) ? 'json' : 'plain'
}
