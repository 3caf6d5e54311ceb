/// <reference lib="esnext.disposable" preserve="true" />
import { sql } from 'kysely'
import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import { retryOnContention } from '../retry-on-contention.js'
import { createAccountMethods } from './accounts.js'
import { createAuthenticatorMethods } from './authenticators.js'
import { detectDriver, type SqlConnection } from './connect/detect-driver.js'
import { type DatabaseTables, introspect } from './database.js'
import { deleteInBatches } from './delete-in-batches.js'
import type { Dialect } from './dialects/dialect.js'
import { Identifiers } from './identifiers.js'
import { LazyResource } from './lazy-resource.js'
import { type MigrationResult, type MigrationTarget, migrate, planMigrations } from './migrate.js'
import type { SqlOptions } from './options.js'
import { createRecordStore, RecordTable } from './records.js'
import { createSessionCreator, createSessionMethods } from './sessions.js'
import { SchemaError } from './table-mapping.js'
import { createUserMethods } from './users.js'
import { createVerificationTokenMethods } from './verification-tokens.js'

export type { SqlConnection } from './connect/detect-driver.js'
export type { MigrationResult } from './migrate.js'
export type { SqlColumns, SqlOptions, SqlTables } from './options.js'
export { drizzleTables, pgAdapterTables, prismaTables, snakeCaseColumns } from './options.js'

/** Every method of {@link Adapter} except `countAttempt`, plus migrations and closing the database. */
export interface SqlAdapter extends Required<Omit<Adapter, 'countAttempt'>> {
  /**
   * Migrates the tables and returns what was done. With `dryRun` it changes nothing and returns what would be done. Many
   * processes may call it at the same time, and again after a crash.
   */
  migrate(options?: { readonly dryRun?: boolean | undefined }): Promise<MigrationResult>
  /**
   * Closes the connection that the adapter opened; later calls reject. A connection of the app stays open. Only needed if
   * the process continues without the adapter.
   */
  close(): Promise<void>
  /** Calls {@link SqlAdapter.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Stores users, accounts, sessions, one-time tokens and passkeys in an SQL database.
 *
 * `connection` is a connection string, a driver instance or a `Kysely` instance ({@link SqlConnection}):
 *
 * - `file:app.db` names a SQLite file relative to the working directory, `file:///srv/app.db` absolute (package `libsql`)
 * - `postgres://user:password@host/database` is a PostgreSQL database (package `pg`)
 * - `mysql://…` and `mariadb://…` are a MySQL or MariaDB database (package `mysql2`)
 *
 * All of them require the package `kysely`. The first call opens a connection string. For a SQLite file it also creates
 * missing tables: `users`, `accounts`, `sessions`, `verification_tokens`, `authenticators`, `latchkey_record` and `latchkey_migration`. For
 * other databases, run `npx latchkey migrate`. The first call also reads which columns exist. To store additional fields,
 * add columns for them; fields without a column are not stored. Several processes may share the database. A user and its
 * first account are created in one transaction.
 *
 * @throws `AdapterError` immediately when `connection` is not supported. The methods reject with `AdapterError` when:
 *
 * - the driver is not installed, the file cannot be opened, or a table is missing
 * - another process keeps the database locked for five seconds
 * - a database behind a connection string does not respond within the timeout
 * - the disk is full, or a value cannot be stored
 *
 * They reject with the driver's error when a unique or foreign key rejects a record or the database is unreachable.
 *
 * @example
 * ```ts
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import type { AuthConfig } from 'latchkey/types'
 *
 * export const config: AuthConfig = { adapter: SqlAdapter('file:app.db'), providers: [] }
 * ```
 *
 * @example
 * ```ts
 * import { SqlAdapter, drizzleTables } from 'latchkey/adapters/sql'
 *
 * export const adapter = SqlAdapter('postgres://app@localhost/app', { tables: drizzleTables })
 * ```
 */
export function SqlAdapter(connection: SqlConnection, options: SqlOptions = {}): SqlAdapter {
  const database = new LazyDatabase(connection, options)
  const run = <T>(operation: (methods: Methods) => Promise<T>): Promise<T> => database.run(operation)
  const close = () => database.close()

  return {
    storesSessionStart: true,
    comparesIdsExactly: true,
    createUser: user => run(methods => methods.createUser(user)),
    createUserWithAccount: (user, account, authenticator) =>
      run(methods => methods.createUserWithAccount(user, account, authenticator)),
    getUser: id => run(methods => methods.getUser(id)),
    getUserByEmail: email => run(methods => methods.getUserByEmail(email)),
    getUserByAccount: key => run(methods => methods.getUserByAccount(key)),
    listUsers: query => run(methods => methods.listUsers(query)),
    updateUser: user => run(methods => methods.updateUser(user)),
    deleteUser: id => run(methods => methods.deleteUser(id)),
    linkAccount: account => run(methods => methods.linkAccount(account)),
    unlinkAccount: key => run(methods => methods.unlinkAccount(key)),
    getAccount: (providerAccountId, provider) =>
      run(methods => methods.getAccount(providerAccountId, provider)),
    listAccountsByUserId: userId => run(methods => methods.listAccountsByUserId(userId)),
    updateAccount: account => run(methods => methods.updateAccount(account)),
    createSession: createSessionCreator(database.dialect, run),
    getSessionAndUser: sessionToken => run(methods => methods.getSessionAndUser(sessionToken)),
    updateSession: session => run(methods => methods.updateSession(session)),
    deleteSession: sessionToken => run(methods => methods.deleteSession(sessionToken)),
    listSessionsByUserId: userId => run(methods => methods.listSessionsByUserId(userId)),
    deleteSessionsByUserId: (userId, options) =>
      run(methods => methods.deleteSessionsByUserId(userId, options)),
    createVerificationToken: token => run(methods => methods.createVerificationToken(token)),
    getVerificationToken: key => run(methods => methods.getVerificationToken(key)),
    useVerificationToken: key => run(methods => methods.useVerificationToken(key)),
    useChallenge: challenge => run(methods => methods.useChallenge(challenge)),
    async deleteExpired(before) {
      const deleteExpiredRows = (table: ExpiringTable) =>
        deleteInBatches(limit => run(methods => methods.expiredRowDeleters[table](before, limit)))
      return {
        sessions: await deleteExpiredRows('sessions'),
        verificationTokens: await deleteExpiredRows('verificationTokens'),
      }
    },
    createAuthenticator: authenticator => run(methods => methods.createAuthenticator(authenticator)),
    getAuthenticator: credentialID => run(methods => methods.getAuthenticator(credentialID)),
    listAuthenticatorsByUserId: userId => run(methods => methods.listAuthenticatorsByUserId(userId)),
    updateAuthenticatorCounter: (id, counter) =>
      run(methods => methods.updateAuthenticatorCounter(id, counter)),
    updateAuthenticator: (changes, condition) =>
      run(methods => methods.updateAuthenticator(changes, condition)),
    deleteAuthenticator: credentialID => run(methods => methods.deleteAuthenticator(credentialID)),
    records: createRecordStore(operation => run(methods => operation(methods.recordTable))),
    migrate: ({ dryRun = false } = {}) => database.migrate(dryRun ? planMigrations : migrate),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A database that is opened on first use. */
class LazyDatabase {
  readonly #openedDatabase: LazyResource<MigrationTarget>
  readonly #methods: LazyResource<Methods>
  readonly dialect: Dialect

  constructor(connection: SqlConnection, options: SqlOptions) {
    assertSupportedKysely()
    const { dialect, isEmbedded, open } = detectDriver(connection)
    const { timeout = 5_000, advisoryLock = true } = options
    const lockStatements = advisoryLock ? dialect.lockStatements : []
    if (!(timeout > 0))
      throw new AdapterError(
        `\`timeout\` of SqlAdapter must be a positive number of milliseconds; it is ${timeout}.`,
      )
    const identifiers = new Identifiers(options)
    const usesDefaultNames = !options.tables && !options.columns && !options.schema
    const migratesOnFirstUse = options.migrate ?? (isEmbedded && usesDefaultNames)
    this.dialect = dialect
    this.#openedDatabase = new LazyResource(
      async () => ({ database: { dialect, connection: open(timeout) }, identifiers, lockStatements }),
      async ({ database }) => database.connection.close?.(),
    )
    this.#methods = new LazyResource(
      async () => this.#openDatabase(migratesOnFirstUse),
      async () => {},
    )
  }

  /** Runs an operation and retries it while the database is locked. Every method is atomic, so a retry is safe. */
  run<T>(operation: (methods: Methods) => Promise<T>): Promise<T> {
    return retryOnContention(() => this.#runOnce(operation), this.dialect)
  }

  /** Runs an operation. If a table was missing when the columns were read, the next call reads them again. */
  async #runOnce<T>(operation: (methods: Methods) => Promise<T>): Promise<T> {
    const methods = this.#methods.get()
    try {
      return await operation(await methods)
    } catch (error) {
      if (error instanceof SchemaError) this.#methods.discard(methods)
      throw error
    }
  }

  migrate(operation: typeof migrate): Promise<MigrationResult> {
    return retryOnContention(async () => operation(await this.#openedDatabase.get()), this.dialect)
  }

  async close(): Promise<void> {
    await this.#methods.close()
    await this.#openedDatabase.close()
  }

  async #openDatabase(migratesOnFirstUse: boolean): Promise<Methods> {
    const target = await this.#openedDatabase.get()
    if (migratesOnFirstUse) await migrate(target)
    return createMethods(await introspect(target.database, target.identifiers))
  }
}

/** The peer range allows any version, because an app may use an older Kysely without this adapter. Versions without `sql.lit`, before 0.24, fail here. */
function assertSupportedKysely(): void {
  if (typeof sql.lit === 'function') return
  throw new AdapterError(
    'SqlAdapter requires "kysely" 0.24 or newer. An older version is installed. Update it: npm install kysely@latest',
  )
}

/** The tables whose rows expire. */
type ExpiringTable = 'sessions' | 'verificationTokens'

type Methods = ReturnType<typeof createMethods>

function createMethods(database: DatabaseTables) {
  return {
    ...createUserMethods(database),
    ...createAccountMethods(database),
    ...createSessionMethods(database),
    ...createVerificationTokenMethods(database),
    ...createAuthenticatorMethods(database),
    recordTable: new RecordTable(database),
    expiredRowDeleters: {
      sessions: database.sessions.prepareDeleteExpired(),
      verificationTokens: database.verificationTokens.prepareDeleteExpired(),
    },
  }
}
