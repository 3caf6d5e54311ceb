import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, DeletedCounts } from '../types/adapter.js'
import type { AdapterSessionStore } from '../types/adapter-session-store.js'
import type { RecordStore } from '../types/record-store.js'
import { createPreviousSessionMethods, supportsSessions } from './previous-adapter-sessions.js'

export type { AdapterSessionStore } from '../types/adapter-session-store.js'

/** The two stores of {@link composeAdapters}. */
export interface ComposeOptions {
  /** Stores users, accounts and passkeys: any adapter with `getUser`. */
  users: Adapter
  /** Stores sessions, and one-time tokens and counters if it supports them: `RedisAdapter(client)` or a custom store. */
  sessions: { readonly sessionStore: AdapterSessionStore }
  /** Stores records. @default `records` of `users` */
  records?: RecordStore | undefined
  /**
   * Whether existing sessions in `users` stay valid. A session that `sessions` does not have is then looked up in `users`.
   * Every unknown cookie therefore costs one database query. Set it to `false` when `session.maxAge` has passed since the
   * migration.
   *
   * @default true if `users` has `getSessionAndUser`
   */
  readSessionsFromUsers?: boolean | undefined
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
  'listAccountsByUserId',
  'listUsers',
  'updateAccount',
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
  'updateAuthenticator',
  'deleteAuthenticator',
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
 * Combines two stores into one adapter. `sessions` stores sessions, one-time tokens and counters; `users` stores users,
 * accounts and passkeys.
 *
 * A session read takes two steps: the session from `sessions`, then its user from `users`. The adapter has only the user
 * methods that `users` has. Existing sessions in `users` stay there until they expire
 * ({@link ComposeOptions.readSessionsFromUsers}); new ones are created in `sessions`. If a store is unreachable, the call
 * rejects. It is never reported as a missing session.
 *
 * @throws `AdapterError`, by the methods: when `users` lacks a required method such as `getUser`, and from `createSession`
 * when the user does not exist.
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
export function composeAdapters({
  users,
  sessions,
  records,
  readSessionsFromUsers = true,
}: ComposeOptions): Adapter {
  const sessionStore = sessions.sessionStore
  const previousAdapter = readSessionsFromUsers && supportsSessions(users) ? users : null
  return {
    ...(sessionStore.storesSessionStart && { storesSessionStart: true }),
    ...(users.comparesIdsExactly && { comparesIdsExactly: true }),
    ...((records ?? users.records) && { records: records ?? users.records }),
    ...pickMethods(users, userMethodNames),
    ...pickMethods(sessionStore, sessionMethodNames),
    ...(sessionStore.createVerificationToken
      ? pickMethods(sessionStore, tokenMethodNames)
      : pickMethods(users, tokenMethodNames)),
    ...createCrossStoreMethods(users, sessionStore),
    ...(previousAdapter && createPreviousSessionMethods(sessionStore, previousAdapter)),
    async getSessionAndUser(sessionToken) {
      const session = await sessionStore.getSession(sessionToken)
      if (!session) return (await previousAdapter?.getSessionAndUser(sessionToken)) ?? null
      const user = await findUser(users, session.userId)
      return user && { session, user }
    },
  }
}

async function findUser(users: Adapter, id: string) {
  if (!users.getUser) throw new AdapterError('composeAdapters requires `getUser` on the `users` adapter.')
  return users.getUser(id)
}

/** Creates the methods that use both stores. */
function createCrossStoreMethods(users: Adapter, sessionStore: AdapterSessionStore) {
  return {
    async createSession(session) {
      if (!(await findUser(users, session.userId)))
        throw new AdapterError(`The user "${session.userId}" does not exist.`)
      return sessionStore.createSession(session)
    },

    /** Deletes the user first: a session without its user is not accepted. */
    ...(users.deleteUser && {
      async deleteUser(id: string) {
        await users.deleteUser?.(id)
        await sessionStore.deleteSessionsByUserId(id)
      },
    }),

    async deleteExpired(before) {
      const counts = [await users.deleteExpired?.(before), await sessionStore.deleteExpired?.(before)]
      const sumCounts = (table: keyof DeletedCounts) =>
        counts.reduce((total, count) => total + (count?.[table] ?? 0), 0)
      return { sessions: sumCounts('sessions'), verificationTokens: sumCounts('verificationTokens') }
    },
  } satisfies Adapter
}

/** Returns the methods that exist, each bound to its object because an adapter may be the instance of a class. */
function pickMethods<T extends object, K extends keyof T>(source: T, methodNames: readonly K[]): Pick<T, K> {
  const methods = methodNames.flatMap(name => {
    const method = source[name]
    return typeof method === 'function' ? [[name, method.bind(source)]] : []
  })
  return Object.fromEntries(methods) as Pick<T, K>
}
