import { AdapterError } from '../../errors.js'
import type { AdapterSession } from '../../types/adapter.js'
import type { SessionStore } from '../../types/session-store.js'
import type { Redis } from './client.js'
import { copy, decode, decodeValue, encode, encodeValue, milliseconds } from './fields.js'
import { type Keys, sessionName } from './keys.js'
import { amend, insertUntil, take } from './scripts.js'
import { SessionList } from './session-list.js'

/** A session is a record that Redis deletes at its end; beside it each user has a list of theirs. */
export function sessionMethods(redis: Redis, keys: Keys) {
  const list = new SessionList(redis, keys)

  return {
    ...ownedSessionMethods(redis, keys),

    async createSession(session) {
      await list.note(session.userId, session.sessionToken, session.expires)
      const args = [milliseconds(session.expires), ...encode(session)]
      const isNew = await insertUntil.run(redis, { keys: [keys.session(session.sessionToken)], args })
      if (!isNew) throw new AdapterError('This session exists already.')
      return copy(session)
    },

    getSession: async sessionToken =>
      decode<AdapterSession>(await redis.list('HGETALL', keys.session(sessionToken))),

    async updateSession(session) {
      const key = keys.session(session.sessionToken)
      const owner = session.userId ?? decodeValue(await redis.run('HGET', key, 'userId'))
      if (typeof owner !== 'string') return null
      if (session.expires) await list.note(owner, session.sessionToken, session.expires)
      const end = session.expires ? milliseconds(session.expires) : ''
      return decode<AdapterSession>(await amend.list(redis, { keys: [key], args: [end, ...encode(session)] }))
    },

    async deleteSession(sessionToken) {
      const given = { keys: [keys.session(sessionToken)], args: [''] }
      const gone = decode<AdapterSession>(await take.list(redis, given))
      if (gone) await list.forget(gone.userId, [sessionName(sessionToken)])
      return gone
    },

    /** Redis has done it. */
    deleteExpired: async () => ({ sessions: 0, verificationTokens: 0 }),
  } satisfies Partial<SessionStore>
}

function ownedSessionMethods(redis: Redis, keys: Keys) {
  const list = new SessionList(redis, keys)

  const named = async (name: string) =>
    decode<AdapterSession>(await redis.list('HGETALL', keys.sessionNamed(name)))

  async function takeFrom(userId: string, name: string): Promise<boolean> {
    const given = { keys: [keys.sessionNamed(name)], args: [encodeValue(userId)] }
    const gone = await take.list(redis, given)
    return gone.length > 0
  }

  return {
    async listSessionsByUserId(userId) {
      const sessions = await Promise.all((await list.of(userId)).map(named))
      return sessions.filter(session => session?.userId === userId).filter(session => session !== null)
    },

    /** A name without a session stays in the list: somebody may be about to make that session. */
    async deleteSessionsByUserId(userId, { except } = {}) {
      const kept = except === undefined ? null : sessionName(except)
      const names = (await list.of(userId)).filter(name => name !== kept)
      const taken = await Promise.all(names.map(name => takeFrom(userId, name)))
      const gone = names.filter((_, i) => taken[i])
      await list.forget(userId, gone)
      return gone.length
    },
  } satisfies Partial<SessionStore>
}
