import { AdapterError } from '../errors.js'
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../types/adapter.js'
import { Collection } from './memory-collection.js'

/**
 * Keeps users, accounts, sessions, one-time tokens and passkeys in the memory of this process: for tests and
 * first steps. Everything is gone when the process ends, and a second process knows nothing of it.
 *
 * Every method of the {@link Adapter} port is there. What goes in and what comes out are copies; fields of your own
 * are kept. Rejects with `AdapterError` what a database would refuse: a second user with the same id or address, a
 * second account with the same provider and account id, an account or session of a user that does not exist.
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
  return {
    keepsSessionStart: true,
    ...userMethods(tables),
    ...accountMethods(tables),
    ...sessionMethods(tables),
    ...verificationMethods(tables),
    ...authenticatorMethods(tables),
    deleteExpired: async before => ({
      sessions: tables.sessions.removeAll(({ expires }) => expires < before),
      verificationTokens: tables.verificationTokens.removeAll(({ expires }) => expires < before),
    }),
    ...attemptMethods(),
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

function userMethods(tables: Tables) {
  const { users, accounts, authenticators } = tables
  const byEmail = (email: string) => (email ? users.find(user => user.email === email) : null)

  function refuseTakenEmail(user: Partial<AdapterUser>): void {
    const owner = user.email ? byEmail(user.email) : null
    if (owner && owner.id !== user.id) throw new AdapterError('Another user has this e-mail address.')
  }

  function create(user: AdapterUser): AdapterUser {
    refuseTakenEmail(user)
    return users.insert({ ...user, id: user.id ?? crypto.randomUUID() })
  }

  return {
    createUser: async user => create(user),
    getUser: async id => users.get(id),
    getUserByEmail: async email => byEmail(email),
    async getUserByAccount({ provider, providerAccountId }) {
      const account = accounts.get(provider, providerAccountId)
      return account && users.get(account.userId)
    },
    async updateUser(user) {
      refuseTakenEmail(user)
      return users.update(user) ?? missing('user')
    },
    deleteUser: async id => removeUser(tables, id),
    async createUserWithAccount(user, account, passkey) {
      const created = create(user)
      try {
        accounts.insert({ ...account, userId: created.id })
        if (passkey) authenticators.insert({ ...passkey, userId: created.id })
      } catch (error) {
        removeUser(tables, created.id)
        throw error
      }
      return created
    },
  } satisfies Adapter
}

function removeUser(tables: Tables, id: string): AdapterUser | null {
  const isTheirs = ({ userId }: { userId: string }) => userId === id
  tables.accounts.removeAll(isTheirs)
  tables.sessions.removeAll(isTheirs)
  tables.authenticators.removeAll(isTheirs)
  return tables.users.remove(id)
}

function accountMethods({ users, accounts }: Tables) {
  return {
    async linkAccount(account) {
      if (!users.get(account.userId)) missing('user')
      return accounts.insert(account)
    },
    unlinkAccount: async ({ provider, providerAccountId }) => accounts.remove(provider, providerAccountId),
    getAccount: async (providerAccountId, provider) => accounts.get(provider, providerAccountId),
    updateAccount: async account => accounts.update(account),
  } satisfies Adapter
}

function sessionMethods({ users, sessions }: Tables) {
  return {
    async createSession(session) {
      if (!users.get(session.userId)) missing('user')
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

function verificationMethods({ verificationTokens }: Tables) {
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

function authenticatorMethods({ users, authenticators }: Tables) {
  return {
    async createAuthenticator(authenticator) {
      if (!users.get(authenticator.userId)) missing('user')
      return authenticators.insert(authenticator)
    },
    getAuthenticator: async credentialID => authenticators.get(credentialID),
    listAuthenticatorsByUserId: async userId => authenticators.filter(one => one.userId === userId),
    updateAuthenticatorCounter: async (credentialID, counter) =>
      authenticators.update({ credentialID, counter }) ?? missing('authenticator'),
  } satisfies Adapter
}

function attemptMethods() {
  const windows = new Map<string, { count: number; resets: number }>()

  return {
    async countAttempt(key, window) {
      const now = Date.now()
      const open = windows.get(key)
      const { count, resets } = open && open.resets > now ? open : { count: 0, resets: now + window }
      if (windows.size >= 1_000)
        for (const [name, { resets }] of windows) if (resets <= now) windows.delete(name)
      windows.set(key, { count: count + 1, resets })
      return { count: count + 1, resets: new Date(resets) }
    },
  } satisfies Adapter
}

function missing(what: string): never {
  throw new AdapterError(`There is no such ${what}.`)
}
