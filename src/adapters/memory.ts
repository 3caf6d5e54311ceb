import { AdapterError } from '../errors.js'
import {
  type Adapter,
  type AdapterAccount,
  type AdapterAuthenticator,
  type AdapterSession,
  type AdapterUser,
  defaultUserLimit,
  type UserQuery,
  type VerificationToken,
} from '../types/adapter.js'
import { Collection } from './memory-collection.js'
import { createMemoryRecords } from './memory-records.js'

/**
 * Stores users, accounts, sessions, one-time tokens, passkeys and records in the memory of this process, for tests and first
 * steps. All records are lost when the process ends, and other processes do not see them.
 *
 * Implements every method of {@link Adapter}. Input and output are copies, and custom fields are stored.
 *
 * @throws `AdapterError`, by the methods, for what a database would reject:
 *
 * - a second user with the same id or email
 * - a second account with the same provider and account id
 * - an account or session of a user that does not exist
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from 'latchkey/adapters/memory'
 * import type { AuthConfig } from 'latchkey/types'
 *
 * export const config: AuthConfig = { adapter: MemoryAdapter(), providers: [] }
 * ```
 */
export function MemoryAdapter(): Required<Adapter> {
  const tables = createTables()
  const records = createMemoryRecords()
  return {
    storesSessionStart: true,
    comparesIdsExactly: true,
    ...createUserMethods(tables),
    ...createAccountMethods(tables),
    ...createSessionMethods(tables),
    ...createVerificationTokenMethods(tables),
    ...createAuthenticatorMethods(tables),
    deleteExpired: async before => ({
      sessions: tables.sessions.removeAll(({ expires }) => expires < before),
      verificationTokens: tables.verificationTokens.removeAll(({ expires }) => expires < before),
    }),
    ...createAttemptMethods(),
    async deleteUser(id) {
      await records.deleteRecordsByUserId(id)
      return removeUser(tables, id)
    },
    records,
  }
}

type Tables = ReturnType<typeof createTables>

function createTables() {
  return {
    users: new Collection<AdapterUser>('user', 'id'),
    accounts: new Collection<AdapterAccount>('account', 'provider', 'providerAccountId'),
    sessions: new Collection<AdapterSession>('session', 'sessionToken'),
    verificationTokens: new Collection<VerificationToken>('verification token', 'identifier', 'token'),
    authenticators: new Collection<AdapterAuthenticator>('authenticator', 'credentialID'),
  }
}

function createUserMethods(tables: Tables) {
  const { users, accounts, authenticators } = tables
  const findByEmail = (email: string) => (email ? users.find(user => user.email === email) : null)

  function assertEmailAvailable(user: Partial<AdapterUser>): void {
    const emailOwner = user.email ? findByEmail(user.email) : null
    if (emailOwner && emailOwner.id !== user.id)
      throw new AdapterError('Another user already has this email address.')
  }

  function insertUser(user: AdapterUser): AdapterUser {
    assertEmailAvailable(user)
    return users.insert({ ...user, id: user.id ?? crypto.randomUUID() })
  }

  return {
    createUser: async user => insertUser(user),
    getUser: async id => users.get(id),
    getUserByEmail: async email => findByEmail(email),
    async getUserByAccount({ provider, providerAccountId }) {
      const account = accounts.get(provider, providerAccountId)
      return account && users.get(account.userId)
    },
    listUsers: async query => listUsers(users, query),
    async updateUser(user) {
      assertEmailAvailable(user)
      return users.update(user) ?? throwNotFound(`user "${user.id}"`)
    },
    async createUserWithAccount(user, account, authenticator) {
      const created = insertUser(user)
      try {
        accounts.insert({ ...account, userId: created.id })
        if (authenticator) authenticators.insert({ ...authenticator, userId: created.id })
      } catch (error) {
        removeUser(tables, created.id)
        throw error
      }
      return created
    },
  } satisfies Adapter
}

function listUsers(
  users: Collection<AdapterUser>,
  { after, limit = defaultUserLimit, search = '' }: UserQuery,
): AdapterUser[] {
  const text = search.toLowerCase()
  const contains = (value: string | null | undefined) => value?.toLowerCase().includes(text) ?? false
  return users
    .filter(
      ({ id, name, email }) =>
        (after === undefined || id > after) && (text === '' || contains(name) || contains(email)),
    )
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}

function removeUser(tables: Tables, id: string): AdapterUser | null {
  const belongsToUser = ({ userId }: { userId: string }) => userId === id
  tables.accounts.removeAll(belongsToUser)
  tables.sessions.removeAll(belongsToUser)
  tables.authenticators.removeAll(belongsToUser)
  return tables.users.remove(id)
}

function createAccountMethods({ users, accounts }: Tables) {
  return {
    async linkAccount(account) {
      if (!users.get(account.userId)) throwNotFound(`user "${account.userId}"`)
      return accounts.insert(account)
    },
    unlinkAccount: async ({ provider, providerAccountId }) => accounts.remove(provider, providerAccountId),
    getAccount: async (providerAccountId, provider) => accounts.get(provider, providerAccountId),
    listAccountsByUserId: async userId => accounts.filter(account => account.userId === userId),
    updateAccount: async account => accounts.update(account),
  } satisfies Adapter
}

function createSessionMethods({ users, sessions }: Tables) {
  return {
    async createSession(session) {
      if (!users.get(session.userId)) throwNotFound(`user "${session.userId}"`)
      return sessions.insert(session)
    },
    async getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken)
      const user = session && users.get(session.userId)
      return session && user && { session, user }
    },
    updateSession: async session => sessions.update(session),
    deleteSession: async sessionToken => sessions.remove(sessionToken),
    listSessionsByUserId: async userId => sessions.filter(session => session.userId === userId),
    deleteSessionsByUserId: async (userId, { except } = {}) =>
      sessions.removeAll(session => session.userId === userId && session.sessionToken !== except),
  } satisfies Adapter
}

function createVerificationTokenMethods({ verificationTokens }: Tables) {
  return {
    createVerificationToken: async token => verificationTokens.insert(token),
    getVerificationToken: async ({ identifier, token }) => verificationTokens.get(identifier, token),
    useVerificationToken: async ({ identifier, token }) => verificationTokens.remove(identifier, token),
    async useChallenge(challenge) {
      const isFirst = !verificationTokens.has(challenge.identifier, challenge.token)
      if (isFirst) verificationTokens.insert(challenge)
      return isFirst
    },
  } satisfies Adapter
}

function createAuthenticatorMethods({ users, authenticators }: Tables) {
  return {
    async createAuthenticator(authenticator) {
      if (!users.get(authenticator.userId)) throwNotFound(`user "${authenticator.userId}"`)
      return authenticators.insert(authenticator)
    },
    getAuthenticator: async credentialID => authenticators.get(credentialID),
    listAuthenticatorsByUserId: async userId => authenticators.filter(record => record.userId === userId),
    updateAuthenticatorCounter: async (credentialID, counter) =>
      authenticators.update({ credentialID, counter }) ??
      throwNotFound(`authenticator ${JSON.stringify(credentialID)}`),
    async updateAuthenticator(changes, { ifCounter }) {
      const { counter } = authenticators.get(changes.credentialID) ?? {}
      return counter === ifCounter ? authenticators.update(changes) : null
    },
    deleteAuthenticator: async credentialID => authenticators.remove(credentialID),
  } satisfies Adapter
}

/** The counts of apps are apart from the records, which list their kinds. */
function createAttemptMethods() {
  const attempts = createMemoryRecords()
  return {
    countAttempt: (key, windowMs) => attempts.incrementRecord('attempt', key, windowMs),
  } satisfies Adapter
}

function throwNotFound(noun: string): never {
  throw new AdapterError(`The ${noun} does not exist.`)
}
