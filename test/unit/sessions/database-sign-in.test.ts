import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { SessionParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, credentials, runRoundTrip, sessionCookie } from '../../support/app.js'
import { grace } from '../../support/malicious-provider.js'
import { createDatabaseApp, createSignedInWithDatabase, findSessionRecord } from './database-app.js'
import { adaUser, createSessionApp, listSessionLines, read, update } from './session-app.js'

describe('a credentials sign-in with database sessions', () => {
  test('creates a session record for the stored user, not a token', async () => {
    const { visit, store, answer } = await createSignedInWithDatabase()
    expect(await findSessionRecord(visit, store)).toMatchObject({ userId: adaUser.id })
    expect(listSessionLines(answer)).toEqual([
      expect.stringMatching(
        /^__Secure-authjs\.session-token=[\da-f]{64}; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('fails if the user is not stored, and the log names the options', async () => {
    const { open, log, store } = await createDatabaseApp()
    await store.deleteUser(adaUser.id)
    const visit = open()
    const answer = await visit.signInWithCredentials(ada)
    expect(answer.headers.get('location')).toBe(`${visit.origin}/auth/error?error=Configuration`)
    expect(listSessionLines(answer)).toEqual([])
    expect(log.types()).toEqual(['UnsupportedStrategy'])
    expect(log.errors[0]?.message).toMatch(/`authorize`.*`session.strategy: "jwt"`/s)
  })

  test('uses the stored user, not the one that `authorize` returns', async () => {
    const seen: unknown[] = []
    const { visit } = await createSignedInWithDatabase({
      providers: [{ ...credentials, authorize: () => ({ id: adaUser.id, name: 'Another Name' }) }],
      events: { signIn: message => void seen.push(message) },
    })
    expect(await visit.getSession()).toMatchObject({ user: { name: adaUser.name, email: adaUser.email } })
    expect(seen).toMatchObject([{ user: { name: adaUser.name }, account: { provider: 'credentials' } }])
  })
})

describe('the session token', () => {
  test('has 256 random bits', async () => {
    const { open } = await createDatabaseApp()
    const tokens = new Set<string>()
    for (let signIns = 0; signIns < 20; signIns++) {
      const visit = open()
      await visit.signInWithCredentials(ada)
      tokens.add(visit.jar.get(sessionCookie)?.value ?? '')
    }
    expect(tokens.size).toBe(20)
    for (const token of tokens) expect(token).toMatch(/^[\da-f]{64}$/)
  })

  test('is the result of `generateSessionToken`, which is called with the options as `this`', async () => {
    const session = {
      strategy: 'database' as const,
      prefix: 'mine',
      generateSessionToken() {
        return `${this.prefix}-${crypto.randomUUID()}`
      },
    }
    const { visit, store } = await createSignedInWithDatabase({ session })
    expect(visit.jar.get(sessionCookie)?.value).toMatch(/^mine-/)
    expect(await findSessionRecord(visit, store)).toBeDefined()
  })
})

describe('signing in again', () => {
  test('as the same user at a provider keeps the session', async () => {
    const app = createSessionApp({ adapter: MemoryAdapter() })
    const visit = app.open()
    await runRoundTrip(visit, app.op)
    const first = visit.jar.get(sessionCookie)?.value
    await runRoundTrip(visit, app.op)
    expect(visit.jar.get(sessionCookie)?.value).toBe(first)
  })

  test('in another browser creates another session', async () => {
    const app = createSessionApp({ adapter: MemoryAdapter() })
    const [one, other] = [app.open(), app.open()]
    await runRoundTrip(one, app.op)
    await runRoundTrip(other, app.op)
    expect(one.jar.get(sessionCookie)?.value).not.toBe(other.jar.get(sessionCookie)?.value)
    await one.signOut()
    expect(await other.getSession()).toMatchObject({ user: { email: grace['email'] } })
  })
})

describe('the `session` callback with database sessions', () => {
  function recordCalls() {
    const calls: SessionParams[] = []
    const callbacks: AuthConfig['callbacks'] = {
      session: params => {
        calls.push(params)
        return params.session
      },
    }
    return { calls, callbacks }
  }

  test('may return the record, and the server reads its expiry as a string', async () => {
    const { visit, config } = await createSignedInWithDatabase({
      callbacks: { session: ({ session }) => session },
    })
    const shown = await read(visit, config)
    expect(shown?.expires).toBe((await visit.getSession())?.expires)
  })

  test('receives record and user, and on an update the data of the client', async () => {
    const { calls, callbacks } = recordCalls()
    const { visit } = await createSignedInWithDatabase({ callbacks })
    await visit.getSession()
    await update(visit, { name: 'Countess' })
    const user = { ...adaUser, emailVerified: null }
    const session = { userId: adaUser.id, expires: expect.any(Date), user }
    expect(calls[0]).toMatchObject({ session, user, newSession: undefined })
    expect(calls[0]).not.toHaveProperty('trigger')
    expect(calls[1]).toMatchObject({ session, user, newSession: { name: 'Countess' }, trigger: 'update' })
    expect(calls[0]?.session.sessionToken).toBe(visit.jar.get(sessionCookie)?.value)
  })

  test('that returns the session does not expose the session token', async () => {
    const { callbacks } = recordCalls()
    const { visit, config } = await createSignedInWithDatabase({ callbacks })
    const token = visit.jar.get(sessionCookie)?.value
    expect(JSON.stringify(await visit.getSession())).not.toContain(token)
    expect(JSON.stringify(await (await update(visit, {})).json())).not.toContain(token)
    expect(JSON.stringify(await read(visit, config))).not.toContain(token)
  })

  test('that is not set shows name, email and image to clients, and user and record to the server', async () => {
    const { visit, config } = await createSignedInWithDatabase()
    const expires = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await visit.getSession()).toEqual({ user: { name: adaUser.name, email: adaUser.email }, expires })
    expect(await read(visit, config)).toEqual({
      user: { ...adaUser, emailVerified: null },
      userId: adaUser.id,
      expires,
    })
  })

  test('determines the session of the `session` event', async () => {
    const seen: unknown[] = []
    const { visit } = await createSignedInWithDatabase({
      events: { session: message => void seen.push(message) },
    })
    const session = await visit.getSession()
    expect(seen).toEqual([{ session }])
  })
})

describe('an adapter that returns dates in the format of its driver', () => {
  /** Creates an app whose adapter returns dates in another format. */
  function createAppWithDates(formatDate: (date: Date) => unknown) {
    const store = MemoryAdapter()
    const withFormattedDate = <T extends { expires: Date }>(session: T) =>
      ({ ...session, expires: formatDate(session.expires) }) as T
    return createDatabaseApp({
      adapter: {
        ...store,
        createSession: async session => withFormattedDate(await store.createSession(session)),
        getSessionAndUser: async token => {
          const found = await store.getSessionAndUser(token)
          return found && { ...found, session: withFormattedDate(found.session) }
        },
      },
    })
  }

  test.each([
    ['ISO strings', (date: Date) => date.toISOString()],
    ['milliseconds', (date: Date) => date.getTime()],
  ])('is supported for %s', async (_, formatDate) => {
    const { open, op } = await createAppWithDates(formatDate)
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toMatchObject({ expires: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('redirects to error=Configuration if a date is invalid', async () => {
    const { open, op, log } = await createAppWithDates(() => 'soon')
    const visit = open()
    const back = await runRoundTrip(visit, op)
    expect(back.headers.get('location')).toBe(`${visit.origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['AdapterError'])
  })
})
