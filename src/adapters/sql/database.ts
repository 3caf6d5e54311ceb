import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../types/adapter.js'
import type { RecordRow } from '../record-rows.js'
import type { DatabaseHandle } from './dialects/dialect.js'
import type { Identifiers } from './identifiers.js'
import type { TableId } from './schema.js'
import { Table } from './table.js'

/** An open database and its tables. */
export interface DatabaseTables extends DatabaseHandle {
  readonly users: Table<AdapterUser>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSession>
  readonly verificationTokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
  readonly records: Table<RecordRow>
}

/** Reads which columns the tables have. */
export async function introspect(handle: DatabaseHandle, identifiers: Identifiers): Promise<DatabaseTables> {
  const { connection, dialect } = handle
  const introspectTable = async <T extends object>(key: TableId) => {
    const { rows } = await connection.run(dialect.buildColumnsQuery(identifiers.table(key)))
    return new Table<T>(handle, { key, identifiers, columns: rows.map(dialect.toColumnInfo) })
  }
  const database = {
    ...handle,
    users: await introspectTable<AdapterUser>('users'),
    accounts: await introspectTable<AdapterAccount>('accounts'),
    sessions: await introspectTable<AdapterSession>('sessions'),
    verificationTokens: await introspectTable<VerificationToken>('verificationTokens'),
    authenticators: await introspectTable<AdapterAuthenticator>('authenticators'),
    records: await introspectTable<RecordRow>('records'),
  }
  database.users.mapping.getOrThrow('id')
  return database
}
