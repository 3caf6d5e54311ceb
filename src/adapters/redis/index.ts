import { AdapterError } from '../../errors.js'
import type { Adapter } from '../../types/adapter.js'
import type { AdapterSessionStore } from '../../types/adapter-session-store.js'
import { createAccountMethods, createAuthenticatorMethods } from './accounts.js'
import { type RedisClient, TimeoutClient } from './client.js'
import { RedisKeys } from './keys.js'
import { createRecordStore } from './records.js'
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
  NodeRedisSentinel,
  RedisClient,
} from './client.js'

/** Options of {@link RedisAdapter}. */
export interface RedisAdapterOptions {
  /** The prefix of all keys, so that several apps can share a database. Must not contain braces. @default 'latchkey' */
  prefix?: string | undefined
  /** Milliseconds to wait for a reply until a call rejects. @default 5000 */
  timeout?: number | undefined
}

/** Every method of {@link Adapter} except `listUsers`, and a session store that does not need users. */
export interface RedisAdapter extends Required<Omit<Adapter, 'listUsers'>>, Required<AdapterSessionStore> {
  /** Stores sessions, one-time tokens and counters without users, for `composeAdapters` with another adapter. */
  readonly sessionStore: Required<AdapterSessionStore>
}

/**
 * Stores users, accounts, sessions, one-time tokens, passkeys, counters and records in Redis (6.2 or newer) or Valkey, standalone
 * or as a cluster. The server deletes sessions, tokens and counters when they expire.
 *
 * `client` is a connected client of the package `redis` or `ioredis` (clusters included), Bun's client, or a custom object
 * with a `command` method. The app opens and closes it. To store only sessions, tokens and counters in Redis, use
 * `composeAdapters` of `latchkey/adapters/compose`. Every atomic operation is one command or one script on the server.
 *
 * @throws `AdapterError` immediately when `client` is not supported, `prefix` contains braces or `timeout` is not positive.
 * The methods reject with `AdapterError` when Redis does not respond within `timeout`, when a record already exists, and
 * when its user does not exist. They reject with the client's error when the server is unreachable.
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
  if (!(timeout > 0))
    throw new AdapterError(
      `\`timeout\` of RedisAdapter must be a positive number of milliseconds; it is ${timeout}.`,
    )
  const redis = new TimeoutClient(client, timeout)
  const keys = new RedisKeys(prefix)
  const users = createUserMethods(redis, keys)
  const records = createRecordStore(redis, keys)
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
    records,
    comparesIdsExactly: true,

    /** Looks up the user after the write: a later deletion of the user finds the session, and an earlier one is noticed here. */
    async createSession(session) {
      const created = await sessionStore.createSession(session)
      if (await users.getUser(session.userId)) return created
      await sessionStore.deleteSession(session.sessionToken)
      return throwNotFound(`user "${session.userId}"`)
    },

    async getSessionAndUser(sessionToken) {
      const session = await sessionStore.getSession(sessionToken)
      const user = session && (await users.getUser(session.userId))
      return session && user && { session, user }
    },

    /** Deletes the user first: a session without its user is not accepted. */
    async deleteUser(id) {
      const deletedUser = await users.deleteUser(id)
      await sessionStore.deleteSessionsByUserId(id)
      await records.deleteRecordsByUserId(id)
      return deletedUser
    },
  }
}
