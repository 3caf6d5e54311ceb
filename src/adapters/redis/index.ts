import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import type { AdapterSessionStore } from '../../types/adapter-session-store.js'
import { createAccountMethods, createAuthenticatorMethods } from './accounts.js'
import { Redis, type RedisClient } from './client.js'
import { RedisKeys } from './keys.js'
import { createSessionMethods } from './sessions.js'
import { createAttemptMethods, createVerificationTokenMethods } from './tokens.js'
import { createUserMethods, throwNotFound } from './users.js'

export type { AdapterSessionStore } from '../../types/adapter-session-store.js'
export type {
  BunRedisClient,
  CommandClient,
  IoRedisClient,
  NodeRedisClient,
  NodeRedisCluster,
  RedisClient,
} from './client.js'

/** How {@link RedisAdapter} names and waits. */
export interface RedisAdapterOptions {
  /** What all keys begin with, so that several apps can share a database. No braces. @default 'latchkey' */
  prefix?: string | undefined
  /** After how many milliseconds without an answer a call rejects. @default 5000 */
  timeout?: number | undefined
}

/** Every method of the {@link Adapter} port, and the part of it that needs no users. */
export interface RedisAdapter extends Required<Adapter>, Required<AdapterSessionStore> {
  /** Sessions, one-time tokens and counters without users: what `composeAdapters` puts in front of another adapter. */
  readonly sessionStore: Required<AdapterSessionStore>
}

/**
 * Keeps users, accounts, sessions, one-time tokens, passkeys and counters in Redis (6.2 or newer) or Valkey, alone or as
 * a cluster. Sessions, tokens and counters are deleted by the server when they end.
 *
 * `client` is a connected client of the package `redis` or `ioredis`, also one for a cluster, Bun's, or an object of yours
 * with a `command`; the app opens and closes it. In front of another adapter that keeps the users, use `composeAdapters` of
 * `latchkey/adapters/compose`. What a method promises in one step is one command or one script on the server.
 *
 * @throws `AdapterError` at once for a client it does not know. The methods reject with one when Redis does not answer in
 * time and when a record exists already or its user does not; with the client's own error when the server cannot be
 * reached.
 *
 * @example
 * ```ts
 * import { RedisAdapter } from 'latchkey/adapters/redis'
 * import type { AuthConfig } from 'latchkey/types'
 * import { createClient } from 'redis'
 *
 * const client = await createClient({ url: 'redis://localhost:6379' }).on('error', console.error).connect()
 *
 * export const config: AuthConfig = { adapter: RedisAdapter(client), providers: [] }
 * ```
 */
export function RedisAdapter(client: RedisClient, options: RedisAdapterOptions = {}): RedisAdapter {
  const { prefix = 'latchkey', timeout = 5_000 } = options
  if (!(timeout > 0)) throw new AdapterError('The timeout of RedisAdapter is a number of milliseconds.')
  const redis = new Redis(client, timeout)
  const keys = new RedisKeys(prefix)
  const users = createUserMethods(redis, keys)
  const sessionStore = {
    storesSessionStart: true,
    ...createSessionMethods(redis, keys),
    ...createVerificationTokenMethods(redis, keys),
    ...createAttemptMethods(redis, keys),
  } satisfies AdapterSessionStore

  return {
    ...users,
    ...createAccountMethods(redis, keys),
    ...createAuthenticatorMethods(redis, keys),
    ...sessionStore,
    sessionStore,

    async createSession(session) {
      if (!(await users.getUser(session.userId))) throwNotFound('user')
      return sessionStore.createSession(session)
    },

    async getSessionAndUser(sessionToken) {
      const session = await sessionStore.getSession(sessionToken)
      const user = session && (await users.getUser(session.userId))
      return session && user && { session, user }
    },

    /** Without the user a session opens nothing, so it may be the one that goes last. */
    async deleteUser(id) {
      const deletedUser = await users.deleteUser(id)
      await sessionStore.deleteSessionsByUserId(id)
      return deletedUser
    },
  }
}
