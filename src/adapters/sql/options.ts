import type { TableKey } from './schema.js'

/** Names of tables; those that are left out keep their own. */
export type SqlTables = { readonly [Table in TableKey | 'migrations']?: string | undefined }

/** Names of columns by the fields of a record; those that are left out are called like the field. */
export type SqlColumns = {
  readonly [Table in TableKey]?: { readonly [field: string]: string | undefined } | undefined
}

/** Options of `SqlAdapter`. */
export interface SqlOptions {
  /**
   * What the tables are called. By default `users`, `accounts`, `sessions`, `verification_tokens`, `authenticators` and
   * `latchkey_migration`. {@link pgAdapterTables}, {@link drizzleTables} and {@link prismaTables} are the names of other
   * libraries.
   */
  readonly tables?: SqlTables | undefined
  /** What columns are called, by table and field. By default like the field; {@link snakeCaseColumns} is another way. */
  readonly columns?: SqlColumns | undefined
  /** The schema of PostgreSQL or the database of MySQL that has the tables. By default the one the connection is in. */
  readonly schema?: string | undefined
  /**
   * Whether the first use brings the tables up to date. By default true for a database that is a file of this process
   * (`file:`, an instance of libsql, better-sqlite3, node:sqlite or PGlite) unless `tables`, `columns` or `schema` say that
   * the tables are there; false elsewhere, where `npx latchkey migrate` or `adapter.migrate()` does it.
   */
  readonly migrate?: boolean | undefined
  /**
   * Whether a migration of PostgreSQL begins with `pg_advisory_xact_lock`, so that of many processes one does it and the others
   * wait. `false` for databases that speak its protocol and have no such function: the ledger then decides who is first, and
   * the others try again.
   *
   * @default true
   */
  readonly advisoryLock?: boolean | undefined
  /**
   * After how many milliseconds without a connection, or without an answer to a statement, a call rejects; `Infinity` waits
   * for ever. Only for what the adapter opens itself, a `postgres:` or `mysql:` URL, whose own parameters count instead:
   * `connect_timeout`, `query_timeout` and `statement_timeout` of PostgreSQL, `connectTimeout` of MySQL. Migrations take the
   * time they need.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined
}

/** Tables made for `@auth/pg-adapter` and `@auth/neon-adapter`. */
export const pgAdapterTables: SqlTables = { verificationTokens: 'verification_token' }

/** Tables made for `@auth/drizzle-adapter` as its guide has them, in PostgreSQL, MySQL and SQLite. */
export const drizzleTables: SqlTables = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
}

/** Tables made for `@auth/prisma-adapter` or `@auth/kysely-adapter` as their guides have them. */
export const prismaTables: SqlTables = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verificationTokens: 'VerificationToken',
  authenticators: 'Authenticator',
}

/** Columns in snake case, as `@auth/typeorm-adapter`, `@auth/sequelize-adapter` and many an app have them. */
export const snakeCaseColumns: SqlColumns = {
  users: { emailVerified: 'email_verified' },
  accounts: { userId: 'user_id', providerAccountId: 'provider_account_id' },
  sessions: { userId: 'user_id', sessionToken: 'session_token', startedAt: 'started_at' },
  authenticators: {
    userId: 'user_id',
    credentialID: 'credential_id',
    providerAccountId: 'provider_account_id',
    credentialPublicKey: 'credential_public_key',
    credentialDeviceType: 'credential_device_type',
    credentialBackedUp: 'credential_backed_up',
  },
}
