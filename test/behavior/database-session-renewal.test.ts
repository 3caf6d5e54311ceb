import { Auth } from 'latchkey'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { origin, sessionCookie } from '../support/app.js'
import { createSignedInWithDatabase, findSessionRecord } from '../unit/sessions/database-app.js'
import {
  clock,
  day,
  getCookieExpiry,
  hour,
  isSessionCleared,
  listSessionLines,
  minute,
  update,
} from '../unit/sessions/session-app.js'

describe('database sessions', () => {
  beforeEach(clock.stop)
  afterEach(clock.start)

  describe('a database session is not renewed', () => {
    test('while it is fresh: no write and no cookie', async () => {
      const { visit, calls } = await createSignedInWithDatabase()
      for (const pause of [0, hour, 22 * hour]) {
        clock.pass(pause)
        expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      }
      expect(new Set(calls)).toEqual(new Set(['getSessionAndUser']))
    })
  })

  describe('a database session is extended', () => {
    test('once a day by default, in the database and in the cookie', async () => {
      const { visit, store } = await createSignedInWithDatabase()
      const token = visit.jar.get(sessionCookie)?.value
      clock.pass(day)
      const answer = await visit.get('/auth/session')
      expect(await answer.json()).toMatchObject({ expires: clock.in(31 * day) })
      expect(getCookieExpiry(visit)).toBe(clock.in(31 * day))
      expect((await findSessionRecord(visit, store))?.expires.toISOString()).toBe(clock.in(31 * day))
      expect(visit.jar.get(sessionCookie)?.value).toBe(token)
    })

    test('each time it is read with `updateAge: 0`', async () => {
      const { visit } = await createSignedInWithDatabase({ session: { strategy: 'database', updateAge: 0 } })
      for (let look = 1; look <= 3; look++) {
        clock.pass(1)
        expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
        expect(getCookieExpiry(visit)).toBe(clock.in(30 * day + look))
      }
    })

    test('after half of its maxAge at the latest', async () => {
      const { visit } = await createSignedInWithDatabase({ session: { strategy: 'database', maxAge: hour } })
      clock.pass(29 * minute)
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      clock.pass(minute)
      expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
    })

    test('by an update', async () => {
      const { visit, calls } = await createSignedInWithDatabase()
      clock.pass(minute)
      const answer = await update(visit, { name: 'Countess' })
      expect(await answer.json()).toMatchObject({ expires: clock.in(30 * day + minute) })
      expect(getCookieExpiry(visit)).toBe(clock.in(30 * day + minute))
      expect(calls).toEqual(['getSessionAndUser', 'updateSession'])
    })

    test('but not recreated if its record was deleted', async () => {
      const { visit, store } = await createSignedInWithDatabase({
        session: { strategy: 'database', updateAge: 0 },
      })
      const token = visit.jar.get(sessionCookie)?.value ?? ''
      await store.deleteSession(token)
      expect((await visit.get('/auth/session')).status).toBe(200)
      expect(await store.getSessionAndUser(token)).toBeNull()
    })
  })

  describe('the lifetime of a database session', () => {
    test('has no end with daily use', async () => {
      const { visit } = await createSignedInWithDatabase()
      for (let passed = 0; passed < 90; passed++) {
        clock.pass(day)
        expect(await visit.getSession()).not.toBeNull()
      }
    })

    test('`expires` is the end of both record and cookie', async () => {
      const { visit, store } = await createSignedInWithDatabase({
        session: { strategy: 'database', maxAge: 10 * day },
      })
      clock.pass(5 * hour)
      expect(await visit.getSession()).toMatchObject({ expires: clock.in(10 * day) })
      expect(getCookieExpiry(visit)).toBe(clock.in(10 * day))
      expect((await findSessionRecord(visit, store))?.expires.toISOString()).toBe(clock.in(10 * day))
    })

    test('an expired session is deleted and its cookie cleared', async () => {
      const { visit, store, calls } = await createSignedInWithDatabase({
        session: { strategy: 'database', maxAge: hour },
      })
      const cookie = visit.jar.get(sessionCookie)?.value ?? ''
      clock.pass(hour)
      // A browser that kept the cookie after its expiry.
      const line = `${sessionCookie}=${cookie}; Path=/; Secure`
      visit.jar.set(visit.origin, line)
      const answer = await visit.get('/auth/session')
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(calls).toEqual(['getSessionAndUser', 'deleteSession'])
      expect(await store.getSessionAndUser(cookie)).toBeNull()
    })

    test('a session whose record is missing is null and its cookie is cleared', async () => {
      const { visit, store } = await createSignedInWithDatabase()
      await store.deleteSession(visit.jar.get(sessionCookie)?.value ?? '')
      const answer = await visit.get('/auth/session')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
    })
  })

  test('of duplicate session cookies, the first one with a valid session is used', async () => {
    const { visit } = await createSignedInWithDatabase()
    visit.jar.set(`${visit.origin}/auth/session`, `${sessionCookie}=stale; Path=/auth; Secure`)
    expect(visit.jar.header(`${visit.origin}/auth/session`)).toMatch(
      /=stale;.*__Secure-authjs.session-token=/,
    )
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('of 300 duplicate session cookies, fewer than 20 are looked up', async () => {
    const { config, calls } = await createSignedInWithDatabase()
    const cookie = Array.from({ length: 300 }, (_, index) => `${sessionCookie}=${index}`).join('; ')
    const answer = await Auth(new Request(`${origin}/auth/session`, { headers: { cookie } }), config)
    expect(await answer.json()).toBeNull()
    expect(calls.length).toBeLessThan(20)
  })
})
