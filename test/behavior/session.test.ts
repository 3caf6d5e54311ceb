import { MemoryAdapter } from 'latchkey/adapters/memory'
import { decode, type JWT } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../support/app.js'
import { grace } from '../support/malicious-provider.js'
import { createSignedInWithDatabase, findSessionRecord } from '../unit/sessions/database-app.js'
import {
  clock,
  createSignedIn,
  day,
  hour,
  isSessionCleared,
  listSessionLines,
  update,
} from '../unit/sessions/session-app.js'

beforeEach(clock.stop)
afterEach(clock.start)

/** Callbacks and events that record their names in order. */
function recordEvents() {
  const asked: string[] = []
  const callbacks = {
    jwt: ({ token }: { token: JWT }) => {
      asked.push('jwt')
      return token
    },
    session: ({ session }: { session: object }) => {
      asked.push('session')
      return session as never
    },
  }
  const events = { session: () => void asked.push('event') }
  return { asked, callbacks, events }
}

describe('session action', () => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', strategy => {
    async function inside(more: object = {}) {
      const { adapter, calls } = createTappedAdapter(MemoryAdapter())
      const app = createTestApp({ adapter, session: { strategy }, ...more })
      const visit = app.open()
      expect(getLocation(await runRoundTrip(visit, app.op))).toBe(origin)
      calls.length = 0
      return { ...app, visit, calls }
    }

    test('without a session cookie returns null and calls no adapter method, callback or event', async () => {
      const { asked, callbacks, events } = recordEvents()
      const { open, calls } = await inside({ callbacks, events })
      asked.length = 0
      const visit = open()
      for (const answer of [await visit.get('/auth/session'), await update(visit, { name: 'x' })]) {
        expect(answer.status).toBe(200)
        expect(await answer.text()).toBe('null')
        expect(listSessionLines(answer)).toEqual([])
      }
      expect(asked).toEqual([])
      expect(calls).toEqual([])
    })

    test('returns name, email, image and expires by default, on GET and POST', async () => {
      const { visit } = await inside()
      const { name, email, picture } = grace
      const expected = { user: { name, email, image: picture }, expires: clock.in(30 * day) }
      expect(await (await visit.get('/auth/session')).json()).toEqual(expected)
      expect(await (await update(visit, {})).json()).toEqual(expected)
    })

    test('calls the callbacks before the event, when reading and updating', async () => {
      const { asked, callbacks, events } = recordEvents()
      const { visit } = await inside({ callbacks, events })
      const order = strategy === 'jwt' ? ['jwt', 'session', 'event'] : ['session', 'event']
      for (const look of [() => visit.get('/auth/session'), () => update(visit, {})]) {
        asked.length = 0
        await look()
        expect(asked).toEqual(order)
      }
    })

    test('returns the result of the `session` callback and passes it to the event', async () => {
      const received: object[] = []
      const { visit } = await inside({
        callbacks: { session: () => ({ anything: 1, expires: 'never' }) },
        events: { session: (message: object) => void received.push(message) },
      })
      const answer = { anything: 1, expires: 'never' }
      expect(await visit.getSession()).toEqual(answer)
      const token = expect.objectContaining({ email: grace.email })
      expect(received).toEqual([strategy === 'jwt' ? { session: answer, token } : { session: answer }])
    })

    test('accepts an update as JSON or as a form', async () => {
      const { visit } = await inside()
      const csrfToken = await visit.getCsrfToken()
      for (const json of [true, false]) {
        const answer = await visit.post('/auth/session', { csrfToken, data: 'x' }, { json })
        expect(answer.status).toBe(200)
        expect(await answer.json()).toMatchObject({ user: { email: grace.email } })
      }
    })

    test.each([
      ['without a CSRF token', () => ({})],
      ['with a wrong CSRF token', () => ({ csrfToken: 'x'.repeat(64) })],
      ['with a CSRF token that is not a string', () => ({ csrfToken: ['x'] })],
    ])('rejects an update %s with 400 and null and changes nothing', async (_, fields) => {
      const { asked, callbacks, events } = recordEvents()
      const { visit, calls, log } = await inside({ callbacks, events })
      await visit.getCsrfToken()
      asked.length = 0
      const answer = await visit.post('/auth/session', { ...fields(), data: {} }, { json: true })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toBeNull()
      expect(listSessionLines(answer)).toEqual([])
      expect(log.types()).toEqual(['MissingCSRF'])
      expect(asked).toEqual([])
      expect(calls).toEqual([])
      expect(await visit.getSession()).not.toBeNull()
    })

    test('returns 400 with null for any other error in an update', async () => {
      let broken = false
      const redirect = ({ baseUrl }: { baseUrl: string }) => {
        if (broken) throw new Error('The callback failed.')
        return baseUrl
      }
      const { visit } = await inside({ callbacks: { redirect } })
      const csrfToken = await visit.getCsrfToken()
      broken = true
      const fields = { csrfToken, callbackUrl: '/x' }
      const answer = await visit.post('/auth/session', fields, { json: true })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toBeNull()
    })

    test('calls no callback or event for an invalid session', async () => {
      const { asked, callbacks, events } = recordEvents()
      const { visit } = await inside({ callbacks, events })
      asked.length = 0
      visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; Secure`)
      const answer = await visit.get('/auth/session')
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
      expect(asked).toEqual([])
    })
  })

  describe('a renewed token', () => {
    const decodeClaims = (value = '') => decode({ token: value, secret, salt: sessionCookie })

    test('has new dates and a new `jti`, and the same claims', async () => {
      const { visit } = await createSignedIn()
      const before = await decodeClaims(visit.jar.get(sessionCookie)?.value)
      clock.pass(day)
      await visit.getSession()
      const after = await decodeClaims(visit.jar.get(sessionCookie)?.value)
      const noon = Date.parse(clock.in(0)) / 1000
      expect(before).toMatchObject({ sub: 'ada-1', iat: noon, exp: noon + 30 * day })
      expect(after).toMatchObject({ sub: 'ada-1', iat: noon + day, exp: noon + 31 * day })
      expect(after?.jti).not.toBe(before?.jti)
    })

    test('is encoded by the custom `encode` after the `session` callback', async () => {
      const { asked, callbacks, events } = recordEvents()
      const encode = ({ token }: { token?: object | undefined }) => {
        asked.push('encode')
        return JSON.stringify(token)
      }
      const jwt = {
        encode,
        decode: ({ token }: { token?: string | undefined }) => JSON.parse(token ?? 'null'),
      }
      const { visit } = await createSignedIn({ callbacks, events, jwt, session: { updateAge: 0 } })
      asked.length = 0
      clock.pass(1)
      await visit.getSession()
      expect(asked).toEqual(['jwt', 'session', 'encode', 'event'])
    })

    test('a custom `decode` that returns null ends the session', async () => {
      const { visit } = await createSignedIn({ jwt: { encode: () => 'mine', decode: () => null } })
      const answer = await visit.get('/auth/session')
      expect(await answer.json()).toBeNull()
      expect(isSessionCleared(answer)).toBe(true)
    })
  })

  describe('a database session', () => {
    const hourly = { session: { strategy: 'database', updateAge: hour } } as const

    test('is extended from the exact `updateAge` on', async () => {
      const { visit, calls, store } = await createSignedInWithDatabase(hourly)
      clock.pass(hour - 0.001)
      expect(listSessionLines(await visit.get('/auth/session'))).toEqual([])
      expect(calls).toEqual(['getSessionAndUser'])
      clock.pass(0.001)
      expect(listSessionLines(await visit.get('/auth/session'))).toHaveLength(1)
      expect((await findSessionRecord(visit, store))?.expires.toISOString()).toBe(clock.in(30 * day + hour))
    })

    test('is updated with token and expiry only, without the data of the client', async () => {
      const written: unknown[] = []
      const { adapter } = createTappedAdapter(MemoryAdapter(), (method, args) => {
        if (/^(create|update|link|delete)/.test(method)) written.push([method, ...args])
      })
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      await runRoundTrip(visit, op)
      written.length = 0
      clock.pass(hour)
      const answer = await update(visit, { name: 'Countess', user: { role: 'admin' } })
      expect(await answer.json()).toMatchObject({ user: { name: grace.name } })
      const sessionToken = visit.jar.get(sessionCookie)?.value
      expect(written).toEqual([
        ['updateSession', { sessionToken, expires: new Date(clock.in(30 * day + hour)) }],
      ])
      expect(JSON.stringify(await visit.getSession())).not.toContain('Countess')
    })
  })
})
