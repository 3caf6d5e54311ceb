import type { Redis } from './client.js'
import { milliseconds } from './fields.js'
import { type Keys, sessionName } from './keys.js'
import { noteUntil } from './scripts.js'

/**
 * Which sessions a user has, by the names of their records. In a cluster it does not lie where they do and is not written
 * in one step with them, so it is always written first: it may name a session that is not there, and never lacks one
 * that is.
 */
export class SessionList {
  constructor(
    readonly redis: Redis,
    readonly keys: Keys,
  ) {}

  of(userId: string): Promise<string[]> {
    return this.redis.list('ZRANGE', this.keys.sessionsOf(userId), '0', '-1')
  }

  async note(userId: string, sessionToken: string, expires: Date): Promise<void> {
    const args = [Date.now(), milliseconds(expires), sessionName(sessionToken)]
    await noteUntil.run(this.redis, { keys: [this.keys.sessionsOf(userId)], args })
  }

  async forget(userId: string, names: readonly string[]): Promise<void> {
    if (names.length > 0) await this.redis.run('ZREM', this.keys.sessionsOf(userId), ...names)
  }
}
