import type { TableId } from './schema.js'

/** Names of tables. A table that is left out keeps its default name. */
export type SqlTables = { readonly [Table in TableId | 'migrations']?: string | undefined }

/** Names of columns, by table and field. A field that is left out has a column of the same name. */
export type SqlColumns = {
  readonly [Table in TableId]?: { readonly [field: string]: string | undefined } | undefined
}

/** Options of `SqlAdapter`. */
export interface SqlOptions {
  /**
   * The table names. Defaults: `users`, `accounts`, `sessions`, `verification_tokens`, `authenticators`,
   * `latchkey_record` and `latchkey_migration`. {@link pgAdapterTables}, {@link drizzleTables} and {@link prismaTables} are the table names of
   * other libraries.
   */
  readonly tables?: SqlTables | undefined
  /** The column names, by table and field. Defaults to the field's name; see {@link snakeCaseColumns} for snake case. */
  readonly columns?: SqlColumns | undefined
  /** The PostgreSQL schema or MySQL database that contains the tables. Defaults to the connection's current one. */
  readonly schema?: string | undefined
  /**
   * Whether the first call migrates the tables. Defaults to true for an embedded database (`file:`, an instance of libsql,
   * better-sqlite3, node:sqlite or PGlite) if none of `tables`, `columns` and `schema` is set. Otherwise defaults to false:
   * run `npx latchkey migrate` or call `adapter.migrate()`.
   */
  readonly migrate?: boolean | undefined
  /**
   * Whether a PostgreSQL migration starts with `pg_advisory_xact_lock`, so that one process migrates and the others wait.
   * Set it to `false` for databases that use the PostgreSQL protocol without that function. The migrations table then
   * decides which process is first, and the others retry.
   *
   * @default true
   */
  readonly advisoryLock?: boolean | undefined
  /**
   * Milliseconds to wait for a connection, and for the result of a statement, until the call rejects. `Infinity` disables
   * the timeout. It applies only to connections that the adapter opens (a `postgres:` or `mysql:` URL). URL parameters take
   * precedence: `connect_timeout`, `query_timeout` and `statement_timeout` for PostgreSQL, `connectTimeout` for MySQL.
   * Migrations have no timeout.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined
}

/** Table names of `@auth/pg-adapter` and `@auth/neon-adapter`. */
export const pgAdapterTables: SqlTables = { verificationTokens: 'verification_token' }

/** Table names from the guide of `@auth/drizzle-adapter` for PostgreSQL, MySQL and SQLite. */
export const drizzleTables: SqlTables = {
  users: 'user',
  accounts: 'account',
  sessions: 'session',
  verificationTokens: 'verificationToken',
  authenticators: 'authenticator',
}

/** Table names from the guides of `@auth/prisma-adapter` and `@auth/kysely-adapter`. */
export const prismaTables: SqlTables = {
  users: 'User',
  accounts: 'Account',
  sessions: 'Session',
  verificationTokens: 'VerificationToken',
  authenticators: 'Authenticator',
}

/** Column names in snake case, as in `@auth/typeorm-adapter`, `@auth/sequelize-adapter` and many apps. */
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
  records: { userId: 'user_id' },
}
