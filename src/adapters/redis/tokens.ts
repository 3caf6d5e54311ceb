import { AdapterError } from '../../errors.js'
import type { VerificationToken } from '../../types/adapter.js'
import type { SessionStore } from '../../types/session-store.js'
import type { Redis } from './client.js'
import { copy, decode, encode, milliseconds } from './fields.js'
import type { Keys } from './keys.js'
import { count } from './scripts.js'

/** One-time tokens are texts, for which Redis has a command that reads and deletes in one step. */
export function tokenMethods(redis: Redis, keys: Keys) {
  const read = (text: unknown) =>
    typeof text === 'string' ? decode<VerificationToken>(JSON.parse(text)) : null

  async function keepOnce(key: string, text: string, expires: Date): Promise<boolean> {
    const until = String(milliseconds(expires))
    return (await redis.run('SET', key, text, 'NX', 'PXAT', until)) !== null
  }

  return {
    async createVerificationToken(record) {
      const key = keys.token(record.identifier, record.token)
      const isNew = await keepOnce(key, JSON.stringify(encode(record)), record.expires)
      if (!isNew) throw new AdapterError('This verification token exists already.')
      return copy(record)
    },
    getVerificationToken: async ({ identifier, token }) =>
      read(await redis.run('GET', keys.token(identifier, token))),
    useVerificationToken: async ({ identifier, token }) =>
      read(await redis.run('GETDEL', keys.token(identifier, token))),
    useChallenge: ({ identifier, token, expires }) =>
      keepOnce(keys.challenge(identifier, token), '', expires),
  } satisfies Partial<SessionStore>
}

/** Counters that Redis deletes at the end of their window. */
export function attemptMethods(redis: Redis, keys: Keys) {
  return {
    async countAttempt(key, window) {
      if (!(window >= 1)) throw new AdapterError('The window of countAttempt is a number of milliseconds.')
      const given = { keys: [keys.attempts(key)], args: [Math.ceil(window)] }
      const [attempts, end] = await count.list(redis, given)
      return { count: Number(attempts), resets: new Date(Number(end)) }
    },
  } satisfies Partial<SessionStore>
}
