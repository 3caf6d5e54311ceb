import type { TimeoutClient } from './client.js'
import { toMilliseconds } from './hash-codec.js'
import { type RedisKeys, toSessionMember } from './keys.js'
import { addToExpiringIndexScript } from './scripts.js'

/**
 * Lists the sessions of a user by the members of their records. In a cluster the index may be in a different slot, so the
 * two writes are not atomic. The index is always written first: it may list a session that does not exist, but it never
 * misses one that does.
 */
export class SessionIndex {
  constructor(
    readonly redis: TimeoutClient,
    readonly keys: RedisKeys,
  ) {}

  listMembers(userId: string): Promise<string[]> {
    return this.redis.runForList('ZRANGE', this.keys.userSessions(userId), '0', '-1')
  }

  async add(userId: string, sessionToken: string, expires: Date): Promise<void> {
    const args = [Date.now(), toMilliseconds(expires), toSessionMember(sessionToken)]
    await addToExpiringIndexScript.run(this.redis, { keys: [this.keys.userSessions(userId)], args })
  }

  async remove(userId: string, members: readonly string[]): Promise<void> {
    if (members.length > 0) await this.redis.run('ZREM', this.keys.userSessions(userId), ...members)
  }
}
