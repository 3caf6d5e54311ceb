import { describe, expect } from 'vitest'
import { atOnce, checks } from './check.js'
import { aSession, aUser, later } from './records.js'
import type { MakeSubject } from './subject.js'

export function sessionContract(make: MakeSubject): void {
  const it = checks(make)

  describe('sessions', () => {
    it('are read together with their user, and with nothing else', async adapter => {
      const user = await adapter.createUser(aUser())
      const session = aSession(user.id)
      expect(await adapter.createSession(session)).toMatchObject(session)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expect(found).toEqual({ session: expect.objectContaining(session), user })
    })

    it('that are unknown are null', async adapter => {
      const user = await adapter.createUser(aUser())
      await adapter.createSession(aSession(user.id))
      expect(await adapter.getSessionAndUser('unknown')).toBeNull()
      expect(await adapter.getSessionAndUser('')).toBeNull()
    })

    it('tell their end to the millisecond, also when it has passed', async adapter => {
      const user = await adapter.createUser(aUser())
      for (const time of [1, 1_700_000_000_001, 1_790_000_000_999, 253_402_300_799_999]) {
        const session = aSession(user.id, { expires: new Date(time) })
        await adapter.createSession(session)
        const found = await adapter.getSessionAndUser(session.sessionToken)
        expect(found?.session.expires).toBeInstanceOf(Date)
        expect(found?.session.expires.getTime()).toBe(time)
      }
    })

    it('of several people and browsers keep apart', async adapter => {
      const users = await Promise.all(Array.from({ length: 5 }, async () => adapter.createUser(aUser())))
      const sessions = users.flatMap(user => Array.from({ length: 4 }, () => aSession(user.id)))
      await atOnce(sessions.length, i => adapter.createSession(sessions[i] ?? aSession('')))
      const { answers } = await atOnce(sessions.length, i =>
        adapter.getSessionAndUser(sessions[i]?.sessionToken ?? ''),
      )
      expect(answers.map(answer => answer?.user.id)).toEqual(sessions.map(session => session.userId))
    })

    it('cannot have the token of another', async adapter => {
      const [ada, bob] = [await adapter.createUser(aUser()), await adapter.createUser(aUser())]
      const session = aSession(ada.id)
      await adapter.createSession(session)
      await expect(async () => adapter.createSession({ ...session, userId: bob.id })).rejects.toThrow()
      expect((await adapter.getSessionAndUser(session.sessionToken))?.user).toEqual(ada)
    })

    it('cannot belong to nobody', async adapter => {
      const session = aSession('unknown')
      await expect(async () => adapter.createSession(session)).rejects.toThrow()
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    })

    it('are prolonged', async adapter => {
      const user = await adapter.createUser(aUser())
      const session = aSession(user.id)
      await adapter.createSession(session)
      const expires = later(30 * 86_400_000)
      await adapter.updateSession({ sessionToken: session.sessionToken, expires })
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expect(found).toEqual({ session: expect.objectContaining({ ...session, expires }), user })
    })

    it('that have ended are not revived by being prolonged', async adapter => {
      const user = await adapter.createUser(aUser())
      const session = aSession(user.id)
      await adapter.createSession(session)
      await adapter.deleteSession(session.sessionToken)
      expect((await adapter.updateSession(session)) ?? null).toBeNull()
      expect(await adapter.getSessionAndUser(session.sessionToken)).toBeNull()
    })

    it('end once, and the others go on', async adapter => {
      const user = await adapter.createUser(aUser())
      const [gone, other] = [aSession(user.id), aSession(user.id)]
      await adapter.createSession(gone)
      await adapter.createSession(other)
      const { answers, failures } = await atOnce(16, () => adapter.deleteSession(gone.sessionToken))
      expect(failures).toEqual([])
      expect(answers.filter(Boolean).length).toBeLessThanOrEqual(1)
      expect(await adapter.getSessionAndUser(gone.sessionToken)).toBeNull()
      expect(await adapter.getSessionAndUser(other.sessionToken)).not.toBeNull()
    })

    it('are copies', async adapter => {
      const user = await adapter.createUser(aUser())
      const session = aSession(user.id)
      const time = session.expires.getTime()
      const created = await adapter.createSession(session)
      session.expires.setTime(0)
      created.expires.setTime(0)
      const found = await adapter.getSessionAndUser(session.sessionToken)
      expect(found?.session.expires.getTime()).toBe(time)
      found?.session.expires.setTime(0)
      const again = await adapter.getSessionAndUser(session.sessionToken)
      expect(again?.session.expires.getTime()).toBe(time)
    })
  })
}
