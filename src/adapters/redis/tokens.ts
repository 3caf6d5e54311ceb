import { AdapterError } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { AdapterSessionStore } from '../../types/adapter-session-store.js'
import type { TimeoutClient } from './client.js'
import { decodeEntity, encodeEntity, roundTripEntity, toMilliseconds } from './hash-codec.js'
import type { RedisKeys } from './keys.js'
import { incrementInWindowScript } from './scripts.js'

/** Creates the token methods. Tokens are strings because `GETDEL` reads and deletes a string atomically. */
export function createVerificationTokenMethods(redis: TimeoutClient, keys: RedisKeys) {
  const parseToken = (text: unknown) =>
    typeof text === 'string' ? decodeEntity<VerificationToken>(JSON.parse(text)) : null

  async function setIfAbsent(key: string, text: string, expires: Date): Promise<boolean> {
    const expiresAt = String(toMilliseconds(expires))
    return (await redis.run('SET', key, text, 'NX', 'PXAT', expiresAt)) !== null
  }

  return {
    async createVerificationToken(record) {
      const key = keys.token(record.identifier, record.token)
      const isNew = await setIfAbsent(key, JSON.stringify(encodeEntity(record)), record.expires)
      if (!isNew) throw new AdapterError('This verification token already exists.')
      return roundTripEntity(record)
    },
    getVerificationToken: async ({ identifier, token }) =>
      parseToken(await redis.run('GET', keys.token(identifier, token))),
    useVerificationToken: async ({ identifier, token }) =>
      parseToken(await redis.run('GETDEL', keys.token(identifier, token))),
    useChallenge: ({ identifier, token, expires }) =>
      setIfAbsent(keys.challenge(identifier, token), '', expires),
  } satisfies Partial<AdapterSessionStore>
}

/** Creates the methods for counters, which Redis deletes at the end of their window. */
export function createAttemptMethods(redis: TimeoutClient, keys: RedisKeys) {
  return {
    async countAttempt(key, windowMs) {
      if (!(windowMs >= 1))
        throw new AdapterError(
          `The window of \`countAttempt\` must be at least 1 millisecond; it is ${windowMs}.`,
        )
      const input = { keys: [keys.attempts(key)], args: [Math.ceil(windowMs)] }
      const [count, resetsAt] = await incrementInWindowScript.runForList(redis, input)
      return { count: Number(count), resetsAt: new Date(Number(resetsAt)) }
    },
  } satisfies Partial<AdapterSessionStore>
}
