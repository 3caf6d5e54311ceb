import { AdapterError } from '../../errors.js'
import type { AdapterSession } from '../../types/adapter.js'
import type { AdapterSessionStore } from '../../types/adapter-session-store.js'
import type { TimeoutClient } from './client.js'
import {
  decodeEntity,
  decodeValue,
  encodeEntity,
  encodeValue,
  roundTripEntity,
  toMilliseconds,
} from './hash-codec.js'
import { type RedisKeys, toSessionMember } from './keys.js'
import { deleteSessionScript, insertWithExpiryScript, updateIfExistsScript } from './scripts.js'
import { SessionIndex } from './session-index.js'

/** Creates the session methods. A session is a record that Redis deletes when it expires; an index lists it by user. */
export function createSessionMethods(redis: TimeoutClient, keys: RedisKeys) {
  const sessionIndex = new SessionIndex(redis, keys)

  return {
    ...createUserSessionMethods(redis, keys),

    async createSession(session) {
      await sessionIndex.add(session.userId, session.sessionToken, session.expires)
      const args = [toMilliseconds(session.expires), ...encodeEntity(session)]
      const isNew = await insertWithExpiryScript.run(redis, {
        keys: [keys.session(session.sessionToken)],
        args,
      })
      if (!isNew) throw new AdapterError('This session already exists.')
      return roundTripEntity(session)
    },

    getSession: async sessionToken =>
      decodeEntity<AdapterSession>(await redis.runForList('HGETALL', keys.session(sessionToken))),

    async updateSession(session) {
      const key = keys.session(session.sessionToken)
      const userId = session.userId ?? decodeValue(await redis.run('HGET', key, 'userId'))
      if (typeof userId !== 'string') return null
      if (session.expires) await sessionIndex.add(userId, session.sessionToken, session.expires)
      const expiresAt = session.expires ? toMilliseconds(session.expires) : ''
      return decodeEntity<AdapterSession>(
        await updateIfExistsScript.runForList(redis, {
          keys: [key],
          args: [expiresAt, ...encodeEntity(session)],
        }),
      )
    },

    async deleteSession(sessionToken) {
      const input = { keys: [keys.session(sessionToken)], args: [''] }
      const deleted = decodeEntity<AdapterSession>(await deleteSessionScript.runForList(redis, input))
      if (deleted) await sessionIndex.remove(deleted.userId, [toSessionMember(sessionToken)])
      return deleted
    },

    /** Does nothing: Redis deletes expired records. */
    deleteExpired: async () => ({ sessions: 0, verificationTokens: 0 }),
  } satisfies Partial<AdapterSessionStore>
}

function createUserSessionMethods(redis: TimeoutClient, keys: RedisKeys) {
  const sessionIndex = new SessionIndex(redis, keys)

  const readByMember = async (member: string) =>
    decodeEntity<AdapterSession>(await redis.runForList('HGETALL', keys.sessionByMember(member)))

  async function deleteIfOwned(userId: string, member: string): Promise<boolean> {
    const input = { keys: [keys.sessionByMember(member)], args: [encodeValue(userId)] }
    const deleted = await deleteSessionScript.runForList(redis, input)
    return deleted.length > 0
  }

  return {
    async listSessionsByUserId(userId) {
      const sessions = await Promise.all((await sessionIndex.listMembers(userId)).map(readByMember))
      return sessions.filter(session => session?.userId === userId).filter(session => session !== null)
    },

    /** Keeps members without a session in the index: a concurrent call may be about to create that session. */
    async deleteSessionsByUserId(userId, { except } = {}) {
      const exceptMember = except === undefined ? null : toSessionMember(except)
      const members = (await sessionIndex.listMembers(userId)).filter(member => member !== exceptMember)
      const wasDeleted = await Promise.all(members.map(member => deleteIfOwned(userId, member)))
      const deleted = members.filter((_, i) => wasDeleted[i])
      await sessionIndex.remove(userId, deleted)
      return deleted.length
    },
  } satisfies Partial<AdapterSessionStore>
}
