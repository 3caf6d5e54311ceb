import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import {
  ada,
  createTappedAdapter,
  createTestApp,
  getLocation,
  origin,
  runRoundTrip,
  sessionCookie,
} from '../support/app.js'
import {
  createDatabaseApp,
  createSignedInWithDatabase,
  findSessionRecord,
} from '../unit/sessions/database-app.js'
import {
  adaUser,
  createSessionApp,
  createSignedIn,
  isSessionCleared,
  listSessionLines,
} from '../unit/sessions/session-app.js'

const asData = { headers: { 'x-auth-return-redirect': '1' } }

/** An event that records its message. */
function recordEvents() {
  const received: unknown[] = []
  return { received, events: { signOut: (message: unknown) => void received.push(message) } }
}

describe('sign-out', () => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', strategy => {
    const setUp = (more: object = {}) =>
      createTestApp({ session: { strategy }, adapter: MemoryAdapter(), ...more })

    async function inside(more: object = {}) {
      const app = setUp(more)
      const visit = app.open()
      await runRoundTrip(visit, app.op, { callbackUrl: '/in' })
      return { ...app, visit }
    }

    test('redirects to the requested URL, or to the last callback URL', async () => {
      const { visit } = await inside()
      expect(getLocation(await visit.signOut({ callbackUrl: '/out' }))).toBe(`${origin}/out`)
      const { visit: other } = await inside()
      expect(getLocation(await other.signOut())).toBe(`${origin}/in`)
    })

    test('redirects or returns the URL as JSON, and ends the session', async () => {
      const { visit } = await inside()
      const answer = await visit.signOut({ callbackUrl: '/out' })
      expect(answer.status).toBe(302)
      expect(await visit.getSession()).toBeNull()
      const { visit: other } = await inside()
      const received = await other.signOut({ callbackUrl: '/out' }, asData)
      expect(received.status).toBe(200)
      expect(await received.json()).toEqual({ url: `${origin}/out` })
      expect(isSessionCleared(received)).toBe(true)
      expect(await other.getSession()).toBeNull()
    })

    test('clears the cookie with the attributes it was set with', async () => {
      const { visit } = await inside()
      expect(listSessionLines(await visit.signOut())).toEqual([
        `${sessionCookie}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ])
    })

    test('without a session cookie only redirects: no event, no adapter call, no cookie', async () => {
      const { received, events } = recordEvents()
      const { adapter, calls } = createTappedAdapter()
      const answer = await setUp({ events, adapter }).open().signOut({ callbackUrl: '/out' })
      expect(getLocation(answer)).toBe(`${origin}/out`)
      expect(listSessionLines(answer)).toEqual([])
      expect(received).toEqual([])
      expect(calls).toEqual([])
    })

    test('with an invalid session cookie clears it without an event', async () => {
      const { received, events } = recordEvents()
      const { open, log } = setUp({ events })
      const visit = open()
      visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; Secure`)
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(received).toEqual([])
      expect(log.types()).toEqual([])
    })

    test('with GET only shows the form', async () => {
      const { visit } = await inside()
      const answer = await visit.get('/auth/signout')
      expect(answer.status).toBe(200)
      expect(listSessionLines(answer)).toEqual([])
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each([undefined, '', 'x'.repeat(64)])(
      'with the CSRF token %j is rejected with MissingCSRF',
      async csrfToken => {
        const { visit } = await inside()
        const answer = await visit.post('/auth/signout', { csrfToken })
        expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test('succeeds even if its event throws', async () => {
      const signOut = () => Promise.reject(new Error('The listener failed.'))
      const { visit, log } = await inside({ events: { signOut } })
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(log.types()).toEqual(['EventError'])
    })

    test('does not call the `jwt` and `session` callbacks', async () => {
      let asked = 0
      const jwt = ({ token }: { token: object }) => {
        asked += 1
        return token
      }
      const session = () => Promise.reject(new Error('not asked'))
      const { visit, log } = await inside({ callbacks: { jwt, session } })
      await visit.signOut()
      expect(asked).toBe(strategy === 'jwt' ? 1 : 0)
      expect(log.types()).toEqual([])
    })
  })

  describe('of a JWT session', () => {
    test('emits the event with the token', async () => {
      const { received, events } = recordEvents()
      const { visit } = await createSignedIn({ events })
      await visit.signOut()
      expect(received).toEqual([
        { token: expect.objectContaining({ sub: adaUser.id, email: adaUser.email }) },
      ])
    })

    test('clears all chunks', async () => {
      const jwt = ({ token }: { token: object }) => ({ ...token, long: 'x'.repeat(6_000) })
      const { visit } = await createSignedIn({ callbacks: { jwt } })
      expect(visit.jar.get(`${sessionCookie}.1`)).toBeDefined()
      await visit.signOut()
      expect(visit.jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))).toEqual([])
    })
  })

  describe('of a database session', () => {
    test('deletes the record and calls no other adapter method', async () => {
      const { visit, store, calls } = await createSignedInWithDatabase()
      const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
      await visit.signOut()
      expect(calls).toEqual(['deleteSession'])
      expect(await store.getSessionAndUser(sessionToken)).toBeNull()
    })

    test('deletes the record before it responds', async () => {
      const order: string[] = []
      const { adapter } = createTappedAdapter(MemoryAdapter(), async method => {
        if (method !== 'deleteSession') return
        await new Promise(resolve => setTimeout(resolve, 20))
        order.push('deleted')
      })
      const { op, open } = createTestApp({ adapter })
      const visit = open()
      await runRoundTrip(visit, op)
      await visit.signOut()
      order.push('answered')
      expect(order).toEqual(['deleted', 'answered'])
    })

    test.each([
      ['the record', MemoryAdapter()],
      ['nothing', { ...MemoryAdapter(), deleteSession: async () => undefined }],
    ])('emits the event with the result of `deleteSession`: %s', async (what, adapter) => {
      const { received, events } = recordEvents()
      const { op, open } = createTestApp({ adapter, events })
      const visit = open()
      await runRoundTrip(visit, op)
      const sessionToken = visit.jar.get(sessionCookie)?.value
      await visit.signOut()
      const session = { sessionToken, userId: expect.any(String), expires: expect.any(Date) }
      expect(received).toEqual([
        { session: what === 'nothing' ? undefined : expect.objectContaining(session) },
      ])
    })

    test('ends the session for all copies of its cookie, and no other session', async () => {
      const { visit, open } = await createSignedInWithDatabase()
      const [thief, other] = [visit.cloneWithCookies(), open()]
      await other.signInWithCredentials(ada)
      await visit.signOut()
      expect(await thief.getSession()).toBeNull()
      expect(await other.getSession()).not.toBeNull()
    })

    test('ends all sessions that the browser sent', async () => {
      const { visit, open, store } = await createSignedInWithDatabase()
      const other = open()
      await other.signInWithCredentials(ada)
      const second = other.jar.get(sessionCookie)?.value ?? ''
      visit.jar.set(`${origin}/auth/`, `${sessionCookie}=${second}; Path=/auth; Secure`)
      await visit.signOut()
      expect(await store.getSessionAndUser(second)).toBeNull()
      expect(await findSessionRecord(visit, store)).toBeUndefined()
    })

    test('twice at the same time succeeds twice and emits one event', async () => {
      const { received, events } = recordEvents()
      const { visit } = await createSignedInWithDatabase({ events })
      const csrfToken = await visit.getCsrfToken()
      const signOut = () => visit.post('/auth/signout', { csrfToken })
      const answers = await Promise.all([signOut(), signOut()])
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect(received).toHaveLength(1)
    })
  })

  describe('if the adapter fails', () => {
    async function failing() {
      const { received, events } = recordEvents()
      const app = await createSignedInWithDatabase({ events })
      app.broken.add('deleteSession')
      return { ...app, received }
    }

    test('redirects to the error page and keeps the cookie', async () => {
      const { visit, store, received, log } = await failing()
      const answer = await visit.signOut({ callbackUrl: '/bye' })
      expect(answer.status).toBe(302)
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
      expect(visit.jar.get(sessionCookie)).toBeDefined()
      expect(await findSessionRecord(visit, store)).toBeDefined()
      expect(received).toEqual([])
      expect(log.errors).toMatchObject([{ type: 'SignOutError', cause: { method: 'deleteSession' } }])
    })

    test('returns the error URL as JSON if requested', async () => {
      const { visit, received, log } = await failing()
      const answer = await visit.signOut({ callbackUrl: '/bye' }, asData)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ url: `${origin}/auth/error?error=Configuration` })
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
      expect(visit.jar.get(sessionCookie)).toBeDefined()
      expect(received).toEqual([])
      expect(log.types()).toEqual(['SignOutError'])
    })

    test('redirects to the custom error page', async () => {
      const { visit, broken } = await createSignedInWithDatabase({ pages: { error: '/oops?from=auth' } })
      broken.add('deleteSession')
      expect(getLocation(await visit.signOut())).toBe(`${origin}/oops?from=auth&error=Configuration`)
    })

    test('keeps the session, which can be ended later', async () => {
      const { visit, store, broken } = await failing()
      await visit.signOut()
      expect(await visit.getSession()).not.toBeNull()
      broken.clear()
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(await findSessionRecord(visit, store)).toBeUndefined()
    })

    test('fails if one of two sessions cannot be deleted', async () => {
      let calls = 0
      const { adapter } = createTappedAdapter(MemoryAdapter(), method => {
        if (method === 'deleteSession' && ++calls === 2) throw new Error('The store is down.')
      })
      const { op, open } = createTestApp({ adapter })
      const [visit, other] = [open(), open()]
      await runRoundTrip(visit, op)
      await runRoundTrip(other, op)
      const second = other.jar.get(sessionCookie)?.value ?? ''
      visit.jar.set(`${origin}/auth/`, `${sessionCookie}=${second}; Path=/auth; Secure`)
      const answer = await visit.signOut()
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
    })
  })

  test('a record that was already deleted is not an error', async () => {
    const { open, log } = await createDatabaseApp()
    const visit = open()
    visit.jar.set(origin, `${sessionCookie}=unknown; Path=/; Secure`)
    const answer = await visit.signOut()
    expect(getLocation(answer)).toBe(origin)
    expect(isSessionCleared(answer)).toBe(true)
    expect(log.types()).toEqual([])
  })

  test('the sign-out page has a working form', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const page = await (await visit.get('/auth/signout')).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
    await visit.post('/auth/signout', { csrfToken })
    expect(await visit.getSession()).toBeNull()
  })

  test('a form that was opened before the sign-in in another tab still works', async () => {
    const { open } = createSessionApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    await visit.openTab().signInWithCredentials(ada)
    await visit.post('/auth/signout', { csrfToken })
    expect(await visit.getSession()).toBeNull()
  })
})
