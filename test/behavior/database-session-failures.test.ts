import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sessionCookie } from '../support/app.js'
import { createSignedInWithDatabase } from '../unit/sessions/database-app.js'
import {
  clock,
  isSessionCleared,
  listSessionLines,
  minute,
  read,
  update,
} from '../unit/sessions/session-app.js'

describe('database sessions: failures', () => {
  beforeEach(clock.stop)
  afterEach(clock.start)

  const everyLook = { strategy: 'database', updateAge: 0 } as const

  describe.each(['getSessionAndUser', 'updateSession'])('an adapter whose `%s` fails', method => {
    test('returns 503 with `null`, keeps the cookie, and the next request succeeds', async () => {
      const { visit, broken, log } = await createSignedInWithDatabase({ session: everyLook })
      clock.pass(minute)
      broken.add(method)
      for (const answer of [await visit.get('/auth/session'), await update(visit, {})]) {
        expect(answer.status).toBe(503)
        expect(await answer.json()).toBeNull()
        expect(listSessionLines(answer)).toEqual([])
      }
      expect(log.types()).toEqual(['SessionUnavailable', 'SessionUnavailable'])
      expect(log.errors[0]?.cause).toMatchObject({ method, err: { message: 'The store is down.' } })
      broken.clear()
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
    })

    test('makes reading the session on a server throw SessionUnavailable if the method was called', async () => {
      const { visit, broken, config } = await createSignedInWithDatabase({ session: everyLook })
      broken.add(method)
      if (method === 'updateSession')
        return expect(await read(visit, config)).toMatchObject({ userId: 'ada-1' })
      return expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
    })
  })

  test('an expired session is null even if its record cannot be deleted', async () => {
    const { visit, broken, store, calls } = await createSignedInWithDatabase()
    const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
    await store.updateSession({ sessionToken, expires: new Date(0) })
    broken.add('deleteSession')
    const answer = await visit.get('/auth/session')
    expect(await answer.json()).toBeNull()
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(calls).toContain('deleteSession')
  })

  test('a `session` callback that throws returns 503 and keeps the cookie', async () => {
    let broken = false
    const { visit, config, log } = await createSignedInWithDatabase({
      session: everyLook,
      callbacks: {
        session: ({ session }) => {
          if (broken) throw new Error('The callback failed.')
          return session
        },
      },
    })
    broken = true
    for (const answer of [await visit.get('/auth/session'), await update(visit, {})]) {
      expect(answer.status).toBe(503)
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(false)
    }
    await expect(read(visit, config)).rejects.toMatchObject({ type: 'SessionUnavailable' })
    expect(log.types()).toEqual(Array(3).fill('SessionUnavailable'))
    broken = false
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
  })
})
