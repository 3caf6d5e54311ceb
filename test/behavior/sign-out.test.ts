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

/** An event that writes down what it is told. */
function recordEvents() {
  const told: unknown[] = []
  return { told, events: { signOut: (message: unknown) => void told.push(message) } }
}

describe('Behaviour section 14: sign-out', () => {
  describe.each(['jwt', 'database'] as const)('with %s sessions', strategy => {
    const setUp = (more: object = {}) =>
      createTestApp({ session: { strategy }, adapter: MemoryAdapter(), ...more })

    async function inside(more: object = {}) {
      const app = setUp(more)
      const visit = app.open()
      await runRoundTrip(visit, app.op, { callbackUrl: '/in' })
      return { ...app, visit }
    }

    test('leads where it was asked to lead, else where the visitor was last on the way to', async () => {
      const { visit } = await inside()
      expect(getLocation(await visit.signOut({ callbackUrl: '/out' }))).toBe(`${origin}/out`)
      const { visit: other } = await inside()
      expect(getLocation(await other.signOut())).toBe(`${origin}/in`)
    })

    test('is a redirect, or its target as data, and nobody is signed in afterwards', async () => {
      const { visit } = await inside()
      const answer = await visit.signOut({ callbackUrl: '/out' })
      expect(answer.status).toBe(302)
      expect(await visit.getSession()).toBeNull()
      const { visit: other } = await inside()
      const told = await other.signOut({ callbackUrl: '/out' }, asData)
      expect(told.status).toBe(200)
      expect(await told.json()).toEqual({ url: `${origin}/out` })
      expect(isSessionCleared(told)).toBe(true)
      expect(await other.getSession()).toBeNull()
    })

    test('clears the cookie with the attributes it was set with', async () => {
      const { visit } = await inside()
      expect(listSessionLines(await visit.signOut())).toEqual([
        `${sessionCookie}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax`,
      ])
    })

    test('of who has no session cookie only leads on: no event, no store, no cookie', async () => {
      const { told, events } = recordEvents()
      const { adapter, calls } = createTappedAdapter()
      const answer = await setUp({ events, adapter }).open().signOut({ callbackUrl: '/out' })
      expect(getLocation(answer)).toBe(`${origin}/out`)
      expect(listSessionLines(answer)).toEqual([])
      expect(told).toEqual([])
      expect(calls).toEqual([])
    })

    test('by a cookie that opens nothing clears it, and no event tells of it', async () => {
      const { told, events } = recordEvents()
      const { open, log } = setUp({ events })
      const visit = open()
      visit.jar.set(origin, `${sessionCookie}=garbage; Path=/; Secure`)
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(told).toEqual([])
      expect(log.types()).toEqual([])
    })

    test('by GET only asks', async () => {
      const { visit } = await inside()
      const answer = await visit.get('/auth/signout')
      expect(answer.status).toBe(200)
      expect(listSessionLines(answer)).toEqual([])
      expect(await visit.getSession()).not.toBeNull()
    })

    test.each([undefined, '', 'x'.repeat(64)])(
      'with the token %j in its form is refused',
      async csrfToken => {
        const { visit } = await inside()
        const answer = await visit.post('/auth/signout', { csrfToken })
        expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
        expect(await visit.getSession()).not.toBeNull()
      },
    )

    test('keeps nobody in because its event throws', async () => {
      const signOut = () => Promise.reject(new Error('The listener failed.'))
      const { visit, log } = await inside({ events: { signOut } })
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(log.types()).toEqual(['EventError'])
    })

    test('asks neither the `jwt` nor the `session` callback', async () => {
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

  describe('of a token session', () => {
    test('tells the event whose it was', async () => {
      const { told, events } = recordEvents()
      const { visit } = await createSignedIn({ events })
      await visit.signOut()
      expect(told).toEqual([{ token: expect.objectContaining({ sub: adaUser.id, email: adaUser.email }) }])
    })

    test('clears every chunk of a long one', async () => {
      const jwt = ({ token }: { token: object }) => ({ ...token, long: 'x'.repeat(6_000) })
      const { visit } = await createSignedIn({ callbacks: { jwt } })
      expect(visit.jar.get(`${sessionCookie}.1`)).toBeDefined()
      await visit.signOut()
      expect(visit.jar.cookies().filter(({ name }) => name.startsWith(sessionCookie))).toEqual([])
    })
  })

  describe('of a stored session', () => {
    test('deletes the record and asks nothing else of the store', async () => {
      const { visit, store, calls } = await createSignedInWithDatabase()
      const sessionToken = visit.jar.get(sessionCookie)?.value ?? ''
      await visit.signOut()
      expect(calls).toEqual(['deleteSession'])
      expect(await store.getSessionAndUser(sessionToken)).toBeNull()
    })

    test('ends the record before it answers', async () => {
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
    ])('tells the event what the store gave back: %s', async (what, adapter) => {
      const { told, events } = recordEvents()
      const { op, open } = createTestApp({ adapter, events })
      const visit = open()
      await runRoundTrip(visit, op)
      const sessionToken = visit.jar.get(sessionCookie)?.value
      await visit.signOut()
      const session = { sessionToken, userId: expect.any(String), expires: expect.any(Date) }
      expect(told).toEqual([{ session: what === 'nothing' ? undefined : expect.objectContaining(session) }])
    })

    test('is for every copy of its cookie, and for no other session', async () => {
      const { visit, open } = await createSignedInWithDatabase()
      const [thief, other] = [visit.cloneWithCookies(), open()]
      await other.signInWithCredentials(ada)
      await visit.signOut()
      expect(await thief.getSession()).toBeNull()
      expect(await other.getSession()).not.toBeNull()
    })

    test('ends every session that the browser sent', async () => {
      const { visit, open, store } = await createSignedInWithDatabase()
      const other = open()
      await other.signInWithCredentials(ada)
      const second = other.jar.get(sessionCookie)?.value ?? ''
      visit.jar.set(`${origin}/auth/`, `${sessionCookie}=${second}; Path=/auth; Secure`)
      await visit.signOut()
      expect(await store.getSessionAndUser(second)).toBeNull()
      expect(await findSessionRecord(visit, store)).toBeUndefined()
    })

    test('twice at once succeeds twice, and is told once', async () => {
      const { told, events } = recordEvents()
      const { visit } = await createSignedInWithDatabase({ events })
      const answers = await Promise.all([visit.signOut(), visit.openTab().signOut()])
      expect(answers.map(getLocation)).toEqual([origin, origin])
      expect(told).toHaveLength(1)
    })
  })

  describe('where the store fails', () => {
    async function failing() {
      const { told, events } = recordEvents()
      const app = await createSignedInWithDatabase({ events })
      app.broken.add('deleteSession')
      return { ...app, told }
    }

    test('does not claim that it is done: the answer is the error page, and the cookie is kept', async () => {
      const { visit, store, told, log } = await failing()
      const answer = await visit.signOut({ callbackUrl: '/bye' })
      expect(answer.status).toBe(302)
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
      expect(visit.jar.get(sessionCookie)).toBeDefined()
      expect(await findSessionRecord(visit, store)).toBeDefined()
      expect(told).toEqual([])
      expect(log.errors).toMatchObject([{ type: 'SignOutError', cause: { method: 'deleteSession' } }])
    })

    test('says so to a client that asked for data, too', async () => {
      const { visit, told, log } = await failing()
      const answer = await visit.signOut({ callbackUrl: '/bye' }, asData)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ url: `${origin}/auth/error?error=Configuration` })
      expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(listSessionLines(answer)).toEqual([])
      expect(visit.jar.get(sessionCookie)).toBeDefined()
      expect(told).toEqual([])
      expect(log.types()).toEqual(['SignOutError'])
    })

    test('leads to the error page of the app, where there is one', async () => {
      const { visit, broken } = await createSignedInWithDatabase({ pages: { error: '/oops?from=auth' } })
      broken.add('deleteSession')
      expect(getLocation(await visit.signOut())).toBe(`${origin}/oops?from=auth&error=Configuration`)
    })

    test('leaves the visitor signed in, who can sign out later', async () => {
      const { visit, store, broken } = await failing()
      await visit.signOut()
      expect(await visit.getSession()).not.toBeNull()
      broken.clear()
      expect(isSessionCleared(await visit.signOut())).toBe(true)
      expect(await findSessionRecord(visit, store)).toBeUndefined()
    })

    test('for one of two sessions is a failure as well', async () => {
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

  test('an unknown record is no failure: somebody else signed out first', async () => {
    const { open, log } = await createDatabaseApp()
    const visit = open()
    visit.jar.set(origin, `${sessionCookie}=unknown; Path=/; Secure`)
    const answer = await visit.signOut()
    expect(getLocation(answer)).toBe(origin)
    expect(isSessionCleared(answer)).toBe(true)
    expect(log.types()).toEqual([])
  })

  test('the page holds the form that signs out', async () => {
    const { op, open } = createTestApp()
    const visit = open()
    await runRoundTrip(visit, op)
    const page = await (await visit.get('/auth/signout')).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
    await visit.post('/auth/signout', { csrfToken })
    expect(await visit.getSession()).toBeNull()
  })

  test('a second tab whose page is older than the sign-in keeps working', async () => {
    const { open } = createSessionApp()
    const visit = open()
    const csrfToken = await visit.getCsrfToken()
    await visit.openTab().signInWithCredentials(ada)
    await visit.post('/auth/signout', { csrfToken })
    expect(await visit.getSession()).toBeNull()
  })
})
