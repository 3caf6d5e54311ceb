import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, DeletedRows } from '../types/adapter.js'
import type { AdapterSessionStore } from '../types/adapter-session-store.js'
import { hasLegacySessions, withLegacyFallback } from './legacy-sessions.js'

export type { AdapterSessionStore } from '../types/adapter-session-store.js'

/** The two stores of {@link composeAdapters}. */
export interface ComposeOptions {
  /** Keeps users, accounts and passkeys: any adapter with `getUser`. */
  users: Adapter
  /** Keeps sessions, and one-time tokens and counters where it can: `RedisAdapter(client)`, or a store of your own. */
  sessions: { readonly sessionStore: AdapterSessionStore }
  /**
   * Whether sessions that `users` kept until now go on. A session that is not found in front is then looked for behind,
   * so every unknown cookie costs the database a query: switch it off when `session.maxAge` has passed since the move.
   *
   * @default true, where `users` has `getSessionAndUser`
   */
  legacySessions?: boolean | undefined
}

const userMethodNames = [
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

const sessionMethodNames = [
  'updateSession',
  'deleteSession',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'countAttempt',
] as const satisfies AdapterMethod[]

const tokenMethodNames = [
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
 * import { composeAdapters } from 'latchkey/adapters/compose'
 * import { RedisAdapter } from 'latchkey/adapters/redis'
 * import { SqlAdapter } from 'latchkey/adapters/sql'
 * import type { AuthConfig } from 'latchkey/types'
 * import { createClient } from 'redis'
 *
 * const client = await createClient().on('error', console.error).connect()
 *
 * export const config: AuthConfig = {
 *   adapter: composeAdapters({ users: SqlAdapter('file:app.db'), sessions: RedisAdapter(client) }),
 *   session: { strategy: 'database' },
 *   providers: [],
 * }
 * ```
 */
export function composeAdapters({ users, sessions, legacySessions = true }: ComposeOptions): Adapter {
  const sessionStore = sessions.sessionStore
  const legacyAdapter = legacySessions && hasLegacySessions(users) ? users : null
  return {
    ...(sessionStore.storesSessionStart && { storesSessionStart: true }),
    ...pickMethods(users, userMethodNames),
    ...pickMethods(sessionStore, sessionMethodNames),
    ...(sessionStore.createVerificationToken
      ? pickMethods(sessionStore, tokenMethodNames)
      : pickMethods(users, tokenMethodNames)),
    ...createCrossStoreMethods(users, sessionStore),
    ...(legacyAdapter && withLegacyFallback(sessionStore, legacyAdapter)),
    async getSessionAndUser(sessionToken) {
      const session = await sessionStore.getSession(sessionToken)
      if (!session) return (await legacyAdapter?.getSessionAndUser(sessionToken)) ?? null
      const user = await findUser(users, session.userId)
      return user && { session, user }
    },
  }
}

async function findUser(users: Adapter, id: string) {
  if (!users.getUser)
    throw new AdapterError('composeAdapters needs `getUser` of the adapter that keeps the users.')
  return users.getUser(id)
}

/** The methods in which both stores meet. */
function createCrossStoreMethods(users: Adapter, sessionStore: AdapterSessionStore) {
  return {
    async createSession(session) {
      if (!(await findUser(users, session.userId))) throw new AdapterError('There is no such user.')
      return sessionStore.createSession(session)
    },

    /** Without the user a session opens nothing, so it may be the one that goes last. */
    ...(users.deleteUser && {
      async deleteUser(id: string) {
        await users.deleteUser?.(id)
        await sessionStore.deleteSessionsByUserId(id)
      },
    }),

    async deleteExpired(before) {
      const counts = [await users.deleteExpired?.(before), await sessionStore.deleteExpired?.(before)]
      const sumCounts = (table: keyof DeletedRows) =>
        counts.reduce((total, count) => total + (count?.[table] ?? 0), 0)
      return { sessions: sumCounts('sessions'), verificationTokens: sumCounts('verificationTokens') }
    },
  } satisfies Adapter
}

/** The methods that are there, each bound to its object: an adapter may be the instance of a class. */
function pickMethods<T extends object, K extends keyof T>(source: T, methodNames: readonly K[]): Pick<T, K> {
  const methods = methodNames.flatMap(name => {
    const method = source[name]
    return typeof method === 'function' ? [[name, method.bind(source)]] : []
  })
  return Object.fromEntries(methods) as Pick<T, K>
}
