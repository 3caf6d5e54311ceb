import { Kysely } from 'kysely'
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../types/adapter.js'
import { syncDialect } from './driver.js'
import { openLibsql } from './libsql.js'
import { migrate } from './migrations.js'
import type { TableName, Tables } from './schema.js'
import { Table } from './table.js'

/** The tables of an open database. */
export interface Database {
  readonly db: Kysely<Tables>
  readonly users: Table<AdapterUser>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSession>
  readonly verificationTokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
}

/** Opens a SQLite file, brings its tables up to date and learns which columns they have. */
export async function openFile(file: string): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: syncDialect(openLibsql(file)) })
  try {
    await migrate(db.withTables())
    return await describe(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
}

async function describe(db: Kysely<Tables>): Promise<Database> {
  const tables = await db.introspection.getTables()
  const columns = (name: TableName) => tables.find(table => table.name === name)?.columns ?? []
  return {
    db,
    users: new Table(db, 'users', columns('users')),
    accounts: new Table(db, 'accounts', columns('accounts')),
    sessions: new Table(db, 'sessions', columns('sessions')),
    verificationTokens: new Table(db, 'verification_tokens', columns('verification_tokens')),
    authenticators: new Table(db, 'authenticators', columns('authenticators')),
  }
}
