import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, DeletedRows } from '../types/adapter.js'
import type { SessionStore } from '../types/session-store.js'
import { inTwoPlaces, keptSessions } from './legacy-sessions.js'

export type { SessionStore } from '../types/session-store.js'

/** The two stores of {@link compose}. */
export interface Composition {
  /** Keeps users, accounts and passkeys: any adapter with `getUser`. */
  users: Adapter
  /** Keeps sessions, and one-time tokens and counters where it can: `RedisAdapter(client)`, or a store of your own. */
  sessions: { readonly sessionStore: SessionStore }
  /**
   * Whether sessions that `users` kept until now go on. A session that is not found in front is then looked for behind,
   * so every unknown cookie costs the database a query: switch it off when `session.maxAge` has passed since the move.
   *
   * @default true, where `users` has `getSessionAndUser`
   */
  legacySessions?: boolean | undefined
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
 * have is not there. Sessions that `users` kept until now go on where they are, until they end ({@link
 * Composition.legacySessions}); new ones are only made in front. A store that cannot be reached rejects, and is never taken
 * for one that has no such session.
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
export function compose({ users, sessions, legacySessions = true }: Composition): Adapter {
  const store = sessions.sessionStore
  const behind = legacySessions && keptSessions(users) ? users : null
  return {
    ...(store.keepsSessionStart && { keepsSessionStart: true }),
    ...methodsOf(users, userMethods),
    ...methodsOf(store, sessionMethods),
    ...(store.createVerificationToken ? methodsOf(store, tokenMethods) : methodsOf(users, tokenMethods)),
    ...meeting(users, store),
    ...(behind && inTwoPlaces(store, behind)),
    async getSessionAndUser(sessionToken) {
      const session = await store.getSession(sessionToken)
      if (!session) return (await behind?.getSessionAndUser(sessionToken)) ?? null
      const user = await userOf(users, session.userId)
      return user && { session, user }
    },
  }
}

async function userOf(users: Adapter, id: string) {
  if (!users.getUser) throw new AdapterError('compose needs `getUser` of the adapter that keeps the users.')
  return users.getUser(id)
}

/** The methods in which both stores meet. */
function meeting(users: Adapter, store: SessionStore) {
  return {
    async createSession(session) {
      if (!(await userOf(users, session.userId))) throw new AdapterError('There is no such user.')
      return store.createSession(session)
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
