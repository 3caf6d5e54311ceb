import { decode } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secret, sessionCookie } from '../support/app.js'
import {
  clock,
  createSessionApp,
  createSignedIn,
  day,
  getCookieExpiry,
  hour,
  isSessionCleared,
  listSessionLines,
  minute,
  update,
} from '../unit/sessions/session-app.js'

describe('JWT sessions: renewal', () => {
  beforeEach(clock.stop)
  afterEach(clock.start)

  describe('a JWT session is not renewed', () => {
    test('while it is fresh: no cookie is set', async () => {
      const { visit } = await createSignedIn()
      for (const pause of [0, hour, 22 * hour]) {
        clock.pass(pause)
        expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      }
    })

    test('if the `jwt` callback returns the same token or a copy', async () => {
      for (const jwt of [
        ({ token }: { token: object }) => token,
        ({ token }: { token: object }) => ({ ...token }),
        ({ token }: { token: object }) => structuredClone(token),
      ]) {
        const { visit } = await createSignedIn({ callbacks: { jwt: params => ({ ...jwt(params) }) } })
        clock.pass(hour)
        expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      }
    })

    test('if the `jwt` callback returns selected claims without the dates', async () => {
      const { visit } = await createSignedIn({
        callbacks: { jwt: ({ token: { sub, name } }) => ({ role: 'admin', sub, name }) },
      })
      clock.pass(hour)
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
    })
  })

  describe('a JWT session is renewed', () => {
    test('once a day by default, for another 30 days', async () => {
      const { visit } = await createSignedIn()
      clock.pass(day)
      const answer = await visit.get('/auth/session')
      expect(listSessionLines(answer)).toHaveLength(1)
      expect(await answer.json()).toMatchObject({ expires: clock.in(31 * day) })
      expect(getCookieExpiry(visit)).toBe(clock.in(31 * day))
      expect(await readSessionToken(visit)).toMatchObject({
        sub: 'ada-1',
        name: 'Ada',
        exp: seconds(clock.in(31 * day)),
      })
    })

    test('each time it is read with `updateAge: 0`', async () => {
      const { visit } = await createSignedIn({ session: { updateAge: 0 } })
      for (let look = 1; look <= 3; look++) {
        clock.pass(1)
        expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
        expect(getCookieExpiry(visit)).toBe(clock.in(30 * day + look))
      }
    })

    test('after half of its maxAge at the latest', async () => {
      const { visit } = await createSignedIn({ session: { maxAge: hour } })
      clock.pass(29 * minute)
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      clock.pass(minute)
      expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
    })

    test('after half of `jwt.maxAge` if that is shorter', async () => {
      const { visit } = await createSignedIn({ jwt: { maxAge: hour } })
      for (let visits = 0; visits < 6; visits++) {
        clock.pass(40 * minute)
        expect(await visit.getSession(), `after ${visits + 1} visits`).not.toBeNull()
      }
    })

    test('by an update', async () => {
      const { visit } = await createSignedIn()
      clock.pass(minute)
      const answer = await update(visit, { name: 'Countess' })
      expect(listSessionLines(answer)).toHaveLength(1)
      expect(getCookieExpiry(visit)).toBe(clock.in(30 * day + minute))
    })

    test('if the `jwt` callback changed the token in place', async () => {
      let visits = 0
      const { visit } = await createSignedIn({
        callbacks: {
          jwt: ({ token }) => {
            const claims = (token['claims'] ?? {}) as Record<string, unknown>
            claims['visits'] = visits
            return Object.assign(token, { claims })
          },
        },
      })
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      visits = 1
      expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
      expect(await readSessionToken(visit)).toMatchObject({ claims: { visits: 1 } })
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
    })

    test('if the `jwt` callback returned a different token', async () => {
      let role = 'reader'
      const { visit } = await createSignedIn({ callbacks: { jwt: ({ token }) => ({ ...token, role }) } })
      role = 'writer'
      expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
      expect(await readSessionToken(visit)).toMatchObject({ role: 'writer' })
    })
  })

  describe('the lifetime of a JWT session', () => {
    test('has no end with daily use', async () => {
      const { visit } = await createSignedIn()
      for (let passed = 0; passed < 90; passed++) {
        clock.pass(day)
        expect(await visit.getSession()).not.toBeNull()
      }
    })

    test('ends after `maxAge` without use', async () => {
      const { visit } = await createSignedIn({ session: { maxAge: hour } })
      clock.pass(59 * minute)
      expect(await visit.getSession()).not.toBeNull()
      clock.pass(hour)
      expect(await visit.getSession()).toBeNull()
    })

    describe('`maxAge` lowered to one hour ends', () => {
      test.each([
        ['a token of 61 minutes', 61 * minute, {}],
        ['a token of 20 days', 20 * day, {}],
        ['a token of two hours, even if `jwt.maxAge` is longer', 2 * hour, { jwt: { maxAge: 30 * day } }],
      ])('%s that was issued for 30 days', async (_, age, more) => {
        const { visit } = await createSignedIn()
        clock.pass(age)
        const { open } = createSessionApp({ session: { maxAge: hour }, ...more })
        const browser = open({ jar: visit.jar })
        const answer = await update(browser.cloneWithCookies(), {})
        expect(await answer.json()).toBeNull()
        expect(isSessionCleared(await browser.get('/auth/session'))).toBe(true)
      })

      test('no token that was issued less than an hour ago', async () => {
        const { visit } = await createSignedIn()
        clock.pass(59 * minute)
        const browser = createSessionApp({ session: { maxAge: hour } }).open({ jar: visit.jar })
        expect(await browser.getSession()).not.toBeNull()
      })

      test('no token that is 15 seconds late, because clocks differ', async () => {
        const { visit } = await createSignedIn()
        clock.pass(hour + 14)
        const { open } = createSessionApp({ session: { maxAge: hour } })
        expect(await open({ jar: visit.jar.clone() }).getSession()).not.toBeNull()
        clock.pass(1)
        expect(await open({ jar: visit.jar.clone() }).getSession()).toBeNull()
      })

      test('the event of a sign-out of such a token', async () => {
        const signedOut: unknown[] = []
        const { visit } = await createSignedIn()
        clock.pass(2 * hour)
        const { open } = createSessionApp({
          session: { maxAge: hour },
          events: { signOut: message => void signedOut.push(message) },
        })
        await open({ jar: visit.jar }).signOut()
        expect(signedOut).toEqual([])
      })
    })

    test('`expires` is the end of both token and cookie', async () => {
      const { visit } = await createSignedIn({ session: { maxAge: 10 * day } })
      expect(await visit.getSession()).toMatchObject({ expires: clock.in(10 * day) })
      clock.pass(5 * hour)
      expect(await visit.getSession()).toMatchObject({ expires: clock.in(10 * day) })
      expect(getCookieExpiry(visit)).toBe(clock.in(10 * day))
    })

    test.each([
      ['the token', { session: { maxAge: 2 * hour }, jwt: { maxAge: hour } }],
      ['the cookie', { session: { maxAge: hour }, jwt: { maxAge: 2 * hour } }],
    ])('`expires` is the end of %s if that is earlier', async (_, ages) => {
      const { visit } = await createSignedIn(ages)
      expect(await visit.getSession()).toMatchObject({ expires: clock.in(hour) })
      const answer = await update(visit, {})
      expect(await answer.json()).toMatchObject({ expires: clock.in(hour) })
      clock.pass(minute)
      expect(await visit.getSession()).toMatchObject({ expires: clock.in(hour) })
    })
  })

  function readSessionToken({ jar }: Awaited<ReturnType<typeof createSignedIn>>['visit']) {
    return decode({ token: jar.get(sessionCookie)?.value, secret, salt: sessionCookie })
  }

  function seconds(instant: string): number {
    return Date.parse(instant) / 1000
  }
})
