/// <reference lib="esnext.disposable" preserve="true" />
import type { Adapter } from '../../types/adapter.js'
import { accountMethods } from './accounts.js'
import { authenticatorMethods } from './authenticators.js'
import { type Database, openFile } from './database.js'
import { Lazy } from './lazy.js'
import { fileOf } from './location.js'
import { retryWhileLocked } from './retry.js'
import { sessionMethods } from './sessions.js'
import { inSteps } from './sweep.js'
import { userMethods } from './users.js'
import { verificationMethods } from './verification-tokens.js'

/** Every method of the {@link Adapter} port, and a way to let go of the database. */
export interface SqlAdapter extends Required<Adapter> {
  /** Closes the connection; later calls reject. Only needed where the process goes on without the adapter. */
  close(): Promise<void>
  /** The same as {@link SqlAdapter.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Keeps users, accounts, sessions, one-time tokens and passkeys in an SQL database.
 *
 * `connection` names a SQLite file: `file:app.db` relative to the working directory, `file:///srv/app.db` absolute. It
 * needs the packages `libsql` and `kysely`. The first call opens the file, creates what is missing in it (the tables
 * `users`, `accounts`, `sessions`, `verification_tokens`, `authenticators` and `latchkey_migration`) and learns which
 * columns there are: add columns of your own to keep further fields, others are not kept. Several processes may share
 * the file. Nobody is half created: a user and its first account come in one transaction.
 *
 * @throws `AdapterError` at once when `connection` is not a `file:` URL. The methods reject with one when libsql is not
 * installed, when the file cannot be opened, when another process keeps it locked for five seconds, and when a value
 * cannot be stored; with the driver's own error when a unique or foreign key refuses a record.
 *
 * @example
 * ```ts
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import type { AuthConfig } from 'latchkey/types'
 *
 * export const config: AuthConfig = { adapter: SqlAdapter('file:app.db'), providers: [] }
 * ```
 */
export function SqlAdapter(connection: string): SqlAdapter {
  const file = fileOf(connection)
  const database = new Lazy(
    async () => methodsOf(await openFile(file)),
    ({ db }) => db.destroy(),
  )
  const close = () => database.close()

  /** Each method does all or nothing, so all of them can be tried again. */
  function run<T>(call: (methods: Methods) => Promise<T>): Promise<T> {
    return retryWhileLocked(async () => call(await database.get()))
  }

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
      const sweep = (table: Perishable) => inSteps(limit => run(to => to[table].removeExpired(before, limit)))
      return { sessions: await sweep('sessions'), verificationTokens: await sweep('verificationTokens') }
    },
    createAuthenticator: authenticator => run(to => to.createAuthenticator(authenticator)),
    getAuthenticator: credentialID => run(to => to.getAuthenticator(credentialID)),
    listAuthenticatorsByUserId: userId => run(to => to.listAuthenticatorsByUserId(userId)),
    updateAuthenticatorCounter: (id, counter) => run(to => to.updateAuthenticatorCounter(id, counter)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The tables whose rows expire. */
type Perishable = 'sessions' | 'verificationTokens'

type Methods = ReturnType<typeof methodsOf>

function methodsOf(database: Database) {
  return {
    db: database.db,
    sessions: database.sessions,
    verificationTokens: database.verificationTokens,
    ...userMethods(database),
    ...accountMethods(database),
    ...sessionMethods(database),
    ...verificationMethods(database),
    ...authenticatorMethods(database),
  }
}
