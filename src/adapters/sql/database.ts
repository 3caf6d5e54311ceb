import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../types/adapter.js'
import type { Opened } from './dialects/dialect.js'
import type { Names } from './names.js'
import type { TableKey } from './schema.js'
import { Table } from './table.js'

/** The tables of an open database. */
export interface Database extends Opened {
  readonly users: Table<AdapterUser>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSession>
  readonly verificationTokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
}

/** Learns which columns there are. */
export async function describe(opened: Opened, names: Names): Promise<Database> {
  const { connection, dialect } = opened
  const table = async <T extends object>(key: TableKey) => {
    const { rows } = await connection.run(dialect.columnsOf(names.table(key)))
    return new Table<T>(opened, { key, names, facts: rows.map(dialect.factsOf) })
  }
  const database = {
    ...opened,
    users: await table<AdapterUser>('users'),
    accounts: await table<AdapterAccount>('accounts'),
    sessions: await table<AdapterSession>('sessions'),
    verificationTokens: await table<VerificationToken>('verificationTokens'),
    authenticators: await table<AdapterAuthenticator>('authenticators'),
  }
  database.users.columns.of('id')
  return database
}
