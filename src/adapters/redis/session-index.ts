import type { Redis } from './client.js'
import { toMilliseconds } from './hash-codec.js'
import { type RedisKeys, toSessionName } from './keys.js'
import { indexUntil } from './scripts.js'

/**
 * Which sessions a user has, by the names of their records. In a cluster it does not lie where they do and is not written
 * in one step with them, so it is always written first: it may name a session that is not there, and never lacks one
 * that is.
 */
export class SessionIndex {
  constructor(
    readonly redis: Redis,
    readonly keys: RedisKeys,
  ) {}

  listNames(userId: string): Promise<string[]> {
    return this.redis.runForList('ZRANGE', this.keys.userSessions(userId), '0', '-1')
  }

  async add(userId: string, sessionToken: string, expires: Date): Promise<void> {
    const args = [Date.now(), toMilliseconds(expires), toSessionName(sessionToken)]
    await indexUntil.run(this.redis, { keys: [this.keys.userSessions(userId)], args })
  }

  async remove(userId: string, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.redis.run('ZREM', this.keys.userSessions(userId), ...names)
  }
}
