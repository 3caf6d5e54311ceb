import type { AuthConfig } from 'latchkey'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import type { SessionParams } from 'latchkey/types'
import { describe, expect, test } from 'vitest'
import { ada, credentials, runRoundTrip, sessionCookie } from '../../support/app.js'
import { grace } from '../../support/malicious-provider.js'
import { createDatabaseApp, createSignedInWithDatabase, findSessionRecord } from './database-app.js'
import { adaUser, createSessionApp, listSessionLines, read, update } from './session-app.js'

describe('a password and stored sessions', () => {
  test('make a record for the stored user, not a token', async () => {
    const { visit, store, answer } = await createSignedInWithDatabase()
    expect(await findSessionRecord(visit, store)).toMatchObject({ userId: adaUser.id })
    expect(listSessionLines(answer)).toEqual([
      expect.stringMatching(
        /^__Secure-authjs\.session-token=[\da-f]{64}; Path=\/; Expires=[^;]+ GMT; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })

  test('need a stored user: else the sign-in fails, and the log names the choice', async () => {
    const { open, log, store } = await createDatabaseApp()
    await store.deleteUser(adaUser.id)
    const visit = open()
    const answer = await visit.signInWithCredentials(ada)
    expect(answer.headers.get('location')).toBe(`${visit.origin}/auth/error?error=Configuration`)
    expect(listSessionLines(answer)).toEqual([])
    expect(log.types()).toEqual(['UnsupportedStrategy'])
    expect(log.errors[0]?.message).toMatch(/`authorize`.*`session.strategy: "jwt"`/s)
  })

  test('let in with what the store says of the user, not with what `authorize` says', async () => {
    const seen: unknown[] = []
    const { visit } = await createSignedInWithDatabase({
      providers: [{ ...credentials, authorize: () => ({ id: adaUser.id, name: 'Somebody' }) }],
      events: { signIn: message => void seen.push(message) },
    })
    expect(await visit.getSession()).toMatchObject({ user: { name: adaUser.name, email: adaUser.email } })
    expect(seen).toMatchObject([{ user: { name: adaUser.name }, account: { provider: 'credentials' } }])
  })
})

describe('the value of the cookie', () => {
  test('has 256 bits, and others each time', async () => {
    const { open } = await createDatabaseApp()
    const tokens = new Set<string>()
    for (let visits = 0; visits < 20; visits++) {
      const visit = open()
      await visit.signInWithCredentials(ada)
      tokens.add(visit.jar.get(sessionCookie)?.value ?? '')
    }
    expect(tokens.size).toBe(20)
    for (const token of tokens) expect(token).toMatch(/^[\da-f]{64}$/)
  })

  test('is what `generateSessionToken` makes, `this` being the options', async () => {
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
  test('as the same person at a provider goes on with the session that is there', async () => {
    const app = createSessionApp({ adapter: MemoryAdapter() })
    const visit = app.open()
    await runRoundTrip(visit, app.op)
    const first = visit.jar.get(sessionCookie)?.value
    await runRoundTrip(visit, app.op)
    expect(visit.jar.get(sessionCookie)?.value).toBe(first)
  })

  test('in another browser makes a session of its own', async () => {
    const app = createSessionApp({ adapter: MemoryAdapter() })
    const [one, other] = [app.open(), app.open()]
    await runRoundTrip(one, app.op)
    await runRoundTrip(other, app.op)
    expect(one.jar.get(sessionCookie)?.value).not.toBe(other.jar.get(sessionCookie)?.value)
    await one.signOut()
    expect(await other.getSession()).toMatchObject({ user: { email: grace['email'] } })
  })
})

describe('the `session` callback of a stored session', () => {
  function listening() {
    const told: SessionParams[] = []
    const callbacks: AuthConfig['callbacks'] = {
      session: params => {
        told.push(params)
        return params.session
      },
    }
    return { told, callbacks }
  }

  test("may hand the record on: the app's own server reads its expiry as text, as a browser does", async () => {
    const { visit, config } = await createSignedInWithDatabase({
      callbacks: { session: ({ session }) => session },
    })
    const shown = await read(visit, config)
    expect(shown?.expires).toBe((await visit.getSession())?.expires)
  })

  test('is told record and user, and on an update what the client sent', async () => {
    const { told, callbacks } = listening()
    const { visit } = await createSignedInWithDatabase({ callbacks })
    await visit.getSession()
    await update(visit, { name: 'Countess' })
    const user = { ...adaUser, emailVerified: null }
    const session = { userId: adaUser.id, expires: expect.any(Date), user }
    expect(told[0]).toMatchObject({ session, user, newSession: undefined })
    expect(told[0]).not.toHaveProperty('trigger')
    expect(told[1]).toMatchObject({ session, user, newSession: { name: 'Countess' }, trigger: 'update' })
    expect(told[0]?.session.sessionToken).toBe(visit.jar.get(sessionCookie)?.value)
  })

  test('that hands the session on does not hand on what the HttpOnly cookie holds', async () => {
    const { callbacks } = listening()
    const { visit, config } = await createSignedInWithDatabase({ callbacks })
    const token = visit.jar.get(sessionCookie)?.value
    expect(JSON.stringify(await visit.getSession())).not.toContain(token)
    expect(JSON.stringify(await (await update(visit, {})).json())).not.toContain(token)
    expect(JSON.stringify(await read(visit, config))).not.toContain(token)
  })

  test('that is missing shows clients name, email and image, and the server the user and the record', async () => {
    const { visit, config } = await createSignedInWithDatabase()
    const expires = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(await visit.getSession()).toEqual({ user: { name: adaUser.name, email: adaUser.email }, expires })
    expect(await read(visit, config)).toEqual({
      user: { ...adaUser, emailVerified: null },
      userId: adaUser.id,
      expires,
    })
  })

  test('is answered for in the `session` event', async () => {
    const seen: unknown[] = []
    const { visit } = await createSignedInWithDatabase({
      events: { session: message => void seen.push(message) },
    })
    const session = await visit.getSession()
    expect(seen).toEqual([{ session }])
  })
})

describe('an adapter that hands over dates as its driver has them', () => {
  /** A store that speaks of dates in words of its own. */
  function speaking(word: (date: Date) => unknown) {
    const store = MemoryAdapter()
    const said = <T extends { expires: Date }>(session: T) =>
      ({ ...session, expires: word(session.expires) }) as T
    return createDatabaseApp({
      adapter: {
        ...store,
        createSession: async session => said(await store.createSession(session)),
        getSessionAndUser: async token => {
          const found = await store.getSessionAndUser(token)
          return found && { ...found, session: said(found.session) }
        },
      },
    })
  }

  test.each([
    ['ISO text', (date: Date) => date.toISOString()],
    ['milliseconds', (date: Date) => date.getTime()],
  ])('as %s is understood', async (_, word) => {
    const { open, op } = await speaking(word)
    const visit = open()
    await runRoundTrip(visit, op)
    expect(await visit.getSession()).toMatchObject({ expires: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('as no date at all is a failure of the store, which is answered', async () => {
    const { open, op, log } = await speaking(() => 'soon')
    const visit = open()
    const back = await runRoundTrip(visit, op)
    expect(back.headers.get('location')).toBe(`${visit.origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['AdapterError'])
  })
})
