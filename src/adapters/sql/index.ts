/// <reference lib="esnext.disposable" preserve="true" />
import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import { accountMethods } from './accounts.js'
import { authenticatorMethods } from './authenticators.js'
import { openingOf, type SqlConnection } from './connect/open.js'
import { type Database, describe } from './database.js'
import type { Dialect } from './dialects/dialect.js'
import { Lazy } from './lazy.js'
import { type Migrated, migrate, type Place, plan } from './migrate.js'
import { Names } from './names.js'
import type { SqlOptions } from './options.js'
import { retryWhileLocked } from './retry.js'
import { sessionMethods } from './sessions.js'
import { inSteps } from './sweep.js'
import { userMethods } from './users.js'
import { verificationMethods } from './verification-tokens.js'

export type { SqlConnection } from './connect/open.js'
export type { Migrated } from './migrate.js'
export type { SqlColumns, SqlOptions, SqlTables } from './options.js'
export { drizzleTables, pgAdapterTables, prismaTables, snakeCaseColumns } from './options.js'

/** Every method of the {@link Adapter} port but the counter, and a way to let go of the database. */
export interface SqlAdapter extends Required<Omit<Adapter, 'countAttempt'>> {
  /**
   * Brings the tables up to date and says what was done; with `dryRun` says what would be done and does nothing. It may
   * be called by many processes at once, and again after one was killed.
   */
  migrate(options?: { readonly dryRun?: boolean | undefined }): Promise<Migrated>
  /**
   * Closes the connection that the adapter opened itself; later calls reject. A connection of the app stays open. Only
   * needed where the process goes on without the adapter.
   */
  close(): Promise<void>
  /** The same as {@link SqlAdapter.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Keeps users, accounts, sessions, one-time tokens and passkeys in an SQL database.
 *
 * `connection` is a connection string, an instance of a driver or of `Kysely` ({@link SqlConnection}):
 *
 * - `file:app.db` names a SQLite file relative to the working directory, `file:///srv/app.db` absolute (package `libsql`)
 * - `postgres://user:password@host/database` is a PostgreSQL database (package `pg`)
 * - `mysql://…` and `mariadb://…` are a MySQL or MariaDB database (package `mysql2`)
 *
 * All of them need the package `kysely`. The first call opens a connection string, and in a file also makes the tables
 * that are missing (`users`, `accounts`, `sessions`, `verification_tokens`, `authenticators` and `latchkey_migration`);
 * elsewhere `npx latchkey migrate` does that. It learns which columns there are: add columns of your own to keep further
 * fields, others are not kept. Several processes may share the database. Nobody is half created: a user and its first
 * account come in one transaction.
 *
 * @throws `AdapterError` at once when `connection` is nothing it knows. The methods reject with one when the driver is not
 * installed, when the file cannot be opened, when a table is missing, when another process keeps the database locked for
 * five seconds, when a database behind a connection string does not answer in time, when the disk is full, and when a value
 * cannot be stored; with the driver's own error when a unique or foreign key refuses a
 * record or the database cannot be reached.
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
  const store = new Store(connection, options)
  const run = <T>(call: (methods: Methods) => Promise<T>): Promise<T> => store.run(call)
  const close = () => store.close()

  return {
    keepsSessionStart: true,
    createUser: user => run(to => to.createUser(user)),
    createUserWithAccount: (user, account, passkey) =>
      run(to => to.createUserWithAccount(user, account, passkey)),
    getUser: id => run(to => to.getUser(id)),
    getUserByEmail: email => run(to => to.getUserByEmail(email)),
    getUserByAccount: key => run(to => to.getUserByAccount(key)),
    updateUser: user => run(to => to.updateUser(user)),
    deleteUser: id => run(to => to.deleteUser(id)),
    linkAccount: account => run(to => to.linkAccount(account)),
    unlinkAccount: key => run(to => to.unlinkAccount(key)),
    getAccount: (providerAccountId, provider) => run(to => to.getAccount(providerAccountId, provider)),
    updateAccount: account => run(to => to.updateAccount(account)),
    createSession: session => run(to => to.createSession(session)),
    getSessionAndUser: sessionToken => run(to => to.getSessionAndUser(sessionToken)),
    updateSession: session => run(to => to.updateSession(session)),
    deleteSession: sessionToken => run(to => to.deleteSession(sessionToken)),
    listSessionsByUserId: userId => run(to => to.listSessionsByUserId(userId)),
    deleteSessionsByUserId: (userId, options) => run(to => to.deleteSessionsByUserId(userId, options)),
    createVerificationToken: token => run(to => to.createVerificationToken(token)),
    getVerificationToken: key => run(to => to.getVerificationToken(key)),
    useVerificationToken: key => run(to => to.useVerificationToken(key)),
    useChallenge: challenge => run(to => to.useChallenge(challenge)),
    async deleteExpired(before) {
      const sweep = (table: Perishable) => inSteps(limit => run(to => to.perishable[table](before, limit)))
      return { sessions: await sweep('sessions'), verificationTokens: await sweep('verificationTokens') }
    },
    createAuthenticator: authenticator => run(to => to.createAuthenticator(authenticator)),
    getAuthenticator: credentialID => run(to => to.getAuthenticator(credentialID)),
    listAuthenticatorsByUserId: userId => run(to => to.listAuthenticatorsByUserId(userId)),
    updateAuthenticatorCounter: (id, counter) => run(to => to.updateAuthenticatorCounter(id, counter)),
    migrate: ({ dryRun = false } = {}) => store.migrate(dryRun ? plan : migrate),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** A database that is opened by its first use. */
class Store {
  readonly #place: Lazy<Place>
  readonly #methods: Lazy<Methods>
  readonly #dialect: Dialect

  constructor(connection: SqlConnection, options: SqlOptions) {
    const { dialect, isEmbedded, open } = openingOf(connection)
    const { timeout = 5_000, advisoryLock = true } = options
    const lock = advisoryLock ? dialect.lock : []
    if (!(timeout > 0)) throw new AdapterError('The timeout of SqlAdapter is a number of milliseconds.')
    const names = new Names(options)
    const isOurs = !options.tables && !options.columns && !options.schema
    const migrates = options.migrate ?? (isEmbedded && isOurs)
    this.#dialect = dialect
    this.#place = new Lazy(
      async () => ({ opened: { dialect, connection: open(timeout) }, names, lock }),
      ({ opened }) => opened.connection.close(),
    )
    this.#methods = new Lazy(
      async () => this.#describe(migrates),
      async () => {},
    )
  }

  /** Each method does all or nothing, so all of them can be tried again. */
  run<T>(call: (methods: Methods) => Promise<T>): Promise<T> {
    return retryWhileLocked(async () => call(await this.#methods.get()), this.#dialect)
  }

  migrate(work: typeof migrate): Promise<Migrated> {
    return retryWhileLocked(async () => work(await this.#place.get()), this.#dialect)
  }

  async close(): Promise<void> {
    await this.#methods.close()
    await this.#place.close()
  }

  async #describe(migrates: boolean): Promise<Methods> {
    const place = await this.#place.get()
    if (migrates) await migrate(place)
    return methodsOf(await describe(place.opened, place.names))
  }
}

/** The tables whose rows expire. */
type Perishable = 'sessions' | 'verificationTokens'

type Methods = ReturnType<typeof methodsOf>

function methodsOf(database: Database) {
  return {
    ...userMethods(database),
    ...accountMethods(database),
    ...sessionMethods(database),
    ...verificationMethods(database),
    ...authenticatorMethods(database),
    perishable: {
      sessions: database.sessions.removeExpired(),
      verificationTokens: database.verificationTokens.removeExpired(),
    },
  }
}
