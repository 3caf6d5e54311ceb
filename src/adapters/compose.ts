import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, DeletedRows } from '../types/adapter.js'
import type { SessionStore } from '../types/session-store.js'

export type { SessionStore } from '../types/session-store.js'

/** The two stores of {@link compose}. */
export interface Composition {
  /** Keeps users, accounts and passkeys: any adapter with `getUser`. */
  users: Adapter
  /** Keeps sessions, and one-time tokens and counters where it can: `RedisAdapter(client)`, or a store of your own. */
  sessions: { readonly sessionStore: SessionStore }
}

const userMethods = [
  'createUser',
  'createUserWithAccount',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'linkAccount',
  'unlinkAccount',
  'getAccount',
  'updateAccount',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const satisfies AdapterMethod[]

const sessionMethods = [
  'updateSession',
  'deleteSession',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'countAttempt',
] as const satisfies AdapterMethod[]

const tokenMethods = [
  'createVerificationToken',
  'getVerificationToken',
  'useVerificationToken',
  'useChallenge',
] as const satisfies AdapterMethod[]

/**
 * One adapter of two: sessions, one-time tokens and counters in a fast store, users, accounts and passkeys where they are.
 *
 * A session is read in two steps, the session from the one and its user from the other. A method that `users` does not
 * have is not there. Sessions that `users` kept until now are not looked for: their owners sign in once more.
 *
 * @example
 * ```ts
 * import { compose } from 'latchkey/adapters/compose'
 * import { RedisAdapter } from 'latchkey/adapters/redis'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import type { AuthConfig } from 'latchkey/types'
 * import { createClient } from 'redis'
 *
 * const client = await createClient().on('error', console.error).connect()
 *
 * export const config: AuthConfig = {
 *   adapter: compose({ users: SqlAdapter('file:app.db'), sessions: RedisAdapter(client) }),
 *   session: { strategy: 'database' },
 *   providers: [],
 * }
 * ```
 */
export function compose({ users, sessions }: Composition): Adapter {
  const store = sessions.sessionStore
  return {
    ...(store.keepsSessionStart && { keepsSessionStart: true }),
    ...methodsOf(users, userMethods),
    ...methodsOf(store, sessionMethods),
    ...(store.createVerificationToken ? methodsOf(store, tokenMethods) : methodsOf(users, tokenMethods)),
    ...meeting(users, store),
  }
}

/** The methods in which both stores meet. */
function meeting(users: Adapter, store: SessionStore) {
  async function userOf(id: string) {
    if (!users.getUser) throw new AdapterError('compose needs `getUser` of the adapter that keeps the users.')
    return users.getUser(id)
  }

  return {
    async createSession(session) {
      if (!(await userOf(session.userId))) throw new AdapterError('There is no such user.')
      return store.createSession(session)
    },

    async getSessionAndUser(sessionToken) {
      const session = await store.getSession(sessionToken)
      const user = session && (await userOf(session.userId))
      return session && user && { session, user }
    },

    /** Without the user a session opens nothing, so it may be the one that goes last. */
    ...(users.deleteUser && {
      async deleteUser(id: string) {
        await users.deleteUser?.(id)
        await store.deleteSessionsByUserId(id)
      },
    }),

    async deleteExpired(before) {
      const counts = [await users.deleteExpired?.(before), await store.deleteExpired?.(before)]
      const sum = (of: keyof DeletedRows) => counts.reduce((total, count) => total + (count?.[of] ?? 0), 0)
      return { sessions: sum('sessions'), verificationTokens: sum('verificationTokens') }
    },
  } satisfies Adapter
}

/** The methods that are there, each bound to its object: an adapter may be the instance of a class. */
function methodsOf<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const found = names.flatMap(name => {
    const method = from[name]
    return typeof method === 'function' ? [[name, method.bind(from)]] : []
  })
  return Object.fromEntries(found) as Pick<T, K>
}
