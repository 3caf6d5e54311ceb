import { MemoryAdapter } from 'latchkey/adapters/memory'
import { encode, type JWT } from 'latchkey/jwt'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  createPlainAdapter,
  createTestApp,
  origin,
  runRoundTrip,
  secret,
  sessionCookie,
} from '../../support/app.js'
import { getConfigError } from '../../support/config-error.js'
import { createMaliciousProvider } from '../../support/malicious-provider.js'
import { createDatabaseApp, findSessionRecord } from './database-app.js'
import { adaUser, clock, createSessionApp, day, getCookieExpiry, hour, read } from './session-app.js'

beforeEach(clock.stop)
afterEach(clock.start)

const limits = { maxAge: 30 * day, updateAge: day, absoluteMaxAge: 90 * day }

type Strategy = 'jwt' | 'database'

/** Creates an app with `absoluteMaxAge` and signs a user in. */
function createSignedInApp(strategy: Strategy, more: AppSetup = {}) {
  const setup = { session: { ...limits, strategy }, ...more }
  return strategy === 'jwt' ? signInAtApp(createSessionApp(setup)) : createSignedInDatabaseApp(setup)
}

/** Creates such an app with database sessions. */
async function createSignedInDatabaseApp(more: AppSetup = {}) {
  return signInAtApp(await createDatabaseApp({ session: { ...limits, strategy: 'database' }, ...more }))
}

async function signInAtApp<App extends ReturnType<typeof createSessionApp>>(app: App) {
  const visit = app.open()
  await visit.signInWithCredentials(ada)
  return { ...app, visit }
}

describe.each(['jwt', 'database'] as const)('`session.absoluteMaxAge`, %s sessions', strategy => {
  test('ends a session that is used every day', async () => {
    const { visit } = await createSignedInApp(strategy)
    for (let days = 1; days < 90; days++) {
      clock.pass(day)
      expect(await visit.getSession()).not.toBeNull()
    }
    clock.pass(day - hour)
    expect(await visit.getSession()).not.toBeNull()
    clock.pass(hour)
    expect(await visit.getSession()).toBeNull()
  })

  test('limits `expires` of the session and of the cookie', async () => {
    const { visit } = await createSignedInApp(strategy)
    for (let days = 0; days < 80; days += 20) {
      clock.pass(20 * day)
      await visit.getSession()
    }
    expect((await visit.getSession())?.['expires']).toBe(clock.in(90 * day))
    expect(getCookieExpiry(visit)).toBe(clock.in(90 * day))
  })

  test('is not extended by an update', async () => {
    const { visit } = await createSignedInApp(strategy)
    for (let days = 0; days < 88; days += 8) {
      clock.pass(8 * day)
      await visit.post('/auth/session', { csrfToken: await visit.getCsrfToken(), data: {} }, { json: true })
    }
    clock.pass(2 * day)
    expect(await visit.getSession()).toBeNull()
  })

  test('applies to getSession on the server', async () => {
    const { visit, config } = await createSignedInApp(strategy, {
      session: { ...limits, strategy, maxAge: 365 * day },
    })
    clock.pass(90 * day - 1)
    expect(await read(visit, config)).toMatchObject({ expires: clock.in(90 * day) })
    clock.pass(1)
    expect(await read(visit, config)).toBeNull()
  })

  test('starts again when the user signs in again', async () => {
    const { visit } = await createSignedInApp(strategy)
    clock.pass(20 * day)
    await visit.signInWithCredentials(ada)
    for (let days = 0; days < 80; days += 20) {
      clock.pass(20 * day)
      expect(await visit.getSession()).not.toBeNull()
    }
  })

  test('of a session from before the option was set starts with the known start of the session', async () => {
    const { visit, config } = await createSignedInApp(strategy, { session: { maxAge: 365 * day, strategy } })
    clock.pass(40 * day)
    await visit.getSession()
    const limited = createTestApp({ ...config, session: { ...limits, maxAge: 365 * day, strategy } }).open({
      jar: visit.jar,
    })
    // A token contains the time when it was issued. A record has no start until it is read.
    const startDay = strategy === 'jwt' ? 40 : 129
    clock.pass(89 * day)
    expect(await limited.getSession()).toMatchObject({ expires: clock.in((startDay + 90) * day) })
    clock.pass((startDay + 90 - 129) * day)
    expect(await limited.getSession()).toBeNull()
  })

  test.each([
    ['shorter', 365 * day, day],
    ['longer', day, 365 * day],
  ])(
    'that is set together with a %s `maxAge` does not end existing sessions immediately',
    async (_, before, after) => {
      const { visit, config } = await createSignedInApp(strategy, { session: { maxAge: before, strategy } })
      clock.pass(hour)
      const session = { strategy, maxAge: after, absoluteMaxAge: 7 * day }
      const limited = createTestApp({ ...config, session }).open({ jar: visit.jar })
      expect(await limited.getSession()).not.toBeNull()
      for (let days = 0; days < 8; days++) {
        clock.pass(day - hour)
        await limited.getSession()
      }
      expect(await limited.getSession()).toBeNull()
    },
  )

  test('starts again when the user signs in again at a provider', async () => {
    const { visit, op } = await createSignedInApp(strategy, { adapter: MemoryAdapter() })
    await runRoundTrip(visit, op)
    clock.pass(29 * day)
    await runRoundTrip(visit, op)
    for (let days = 0; days < 80; days += 20) {
      clock.pass(20 * day)
      expect(await visit.getSession()).not.toBeNull()
    }
  })
})

describe.each(['jwt', 'database'] as const)('a linked account, %s sessions', strategy => {
  /** A sign-in in the last 15 minutes allows it. */
  async function linkAfter(seconds: number) {
    const op = createMaliciousProvider()
    const linked: string[] = []
    const { open } = createTestApp({
      op,
      adapter: MemoryAdapter(),
      events: { linkAccount: ({ account }) => void linked.push(account.provider) },
      providers: [op.provider(), op.provider({ id: 'second' })],
      session: { ...limits, maxAge: 365 * day, strategy },
    })
    const visit = open()
    await runRoundTrip(visit, op)
    clock.pass(seconds)
    await runRoundTrip(visit, op, { provider: 'second' })
    return { visit, linked, op }
  }

  test('does not extend the session, which a stolen cookie could use', async () => {
    const { visit, linked } = await linkAfter(600)
    expect(await visit.getSession()).toMatchObject({ expires: clock.in(90 * day) })
    expect(linked).toEqual(['op', 'second'])
    clock.pass(90 * day - 600)
    expect(await visit.getSession()).toBeNull()
  })

  test('extends it when the user signs in with it later', async () => {
    const { visit, op } = await linkAfter(600)
    clock.pass(10 * day)
    await runRoundTrip(visit, op, { provider: 'second' })
    expect((await visit.getSession())?.['expires']).toBe(clock.in(100 * day + 600))
  })
})

describe('`session.absoluteMaxAge` with tokens', () => {
  test('applies although the `jwt` callback returns a new token each time', async () => {
    const { visit } = await createSignedInApp('jwt', {
      callbacks: { jwt: () => ({ sub: 'ada-1', at: Date.now() }) },
    })
    for (let days = 0; days < 90; days += 10) {
      expect(await visit.getSession()).not.toBeNull()
      clock.pass(10 * day)
    }
    expect(await visit.getSession()).toBeNull()
  })

  test('does not cause a new token to be issued', async () => {
    const { visit } = await createSignedInApp('jwt', {
      callbacks: { jwt: ({ token }: { token: JWT }) => token },
    })
    const before = visit.jar.get(sessionCookie)?.value
    clock.pass(hour)
    await visit.getSession()
    expect(visit.jar.get(sessionCookie)?.value).toBe(before)
  })

  test('adds nothing to tokens if it is not set', async () => {
    const seen: unknown[] = []
    const jwt = ({ token }: { token: JWT }) => {
      seen.push(token)
      return token
    }
    const app = createSessionApp({ callbacks: { jwt } })
    const visit = app.open()
    await visit.signInWithCredentials(ada)
    await visit.getSession()
    expect(seen).toHaveLength(2)
    expect(seen[1]).not.toHaveProperty('session_start')
  })

  test('ignores a start that is not a number', async () => {
    const { open } = await createSignedInApp('jwt')
    const visit = open()
    const token = { sub: 'ada-1', session_start: 'yesterday' }
    const sealed = await encode({ token, secret, salt: sessionCookie, maxAge: 30 * day })
    visit.jar.set(origin, `${sessionCookie}=${sealed}; Secure; Path=/`)
    expect(await visit.getSession()).not.toBeNull()
  })
})

describe('`session.absoluteMaxAge` with records', () => {
  test('stores the start in the record only if it is set', async () => {
    const limited = await createDatabaseApp({ session: { ...limits, strategy: 'database' } })
    const unlimited = await createDatabaseApp()
    for (const [app, startedAt] of [
      [limited, new Date()],
      [unlimited, undefined],
    ] as const) {
      const visit = app.open()
      await visit.signInWithCredentials(ada)
      expect((await findSessionRecord(visit, app.store))?.startedAt).toEqual(startedAt)
    }
  })

  test('does not update the record when the limit is reached', async () => {
    const { visit, calls } = await createSignedInDatabaseApp()
    for (let days = 0; days < 80; days += 20) {
      clock.pass(20 * day)
      await visit.getSession()
    }
    calls.length = 0
    clock.pass(2 * day)
    await visit.getSession()
    expect(calls).toEqual(['getSessionAndUser'])
  })

  test('deletes an expired record', async () => {
    const session = { ...limits, strategy: 'database', maxAge: 365 * day } as const
    const { visit, store } = await createSignedInDatabaseApp({ session })
    const token = visit.jar.get(sessionCookie)?.value ?? ''
    clock.pass(90 * day)
    // The browser has dropped the cookie. A copy of the cookie is rejected too.
    const copy = { headers: { cookie: `${sessionCookie}=${token}` } }
    expect(await (await visit.get('/auth/session', copy)).json()).toBeNull()
    expect(await store.getSessionAndUser(token)).toBeNull()
    expect((await store.getUser(adaUser.id))?.id).toBe(adaUser.id)
  })

  test('is rejected with InvalidConfig if the adapter does not store the start', async () => {
    const { config } = createTestApp({
      adapter: { ...createPlainAdapter(), storesSessionStart: undefined },
      session: { absoluteMaxAge: day },
    })
    const { type, message } = await getConfigError(config)
    expect(type).toBe('InvalidConfig')
    expect(message).toMatch(/`session.absoluteMaxAge`.*`storesSessionStart: true`/s)
    expect(
      await getConfigError({ ...config, session: { absoluteMaxAge: day, strategy: 'jwt' } }),
    ).toMatchObject({
      status: 200,
    })
  })
})

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
  '`session.absoluteMaxAge` cannot be %d',
  async absoluteMaxAge => {
    const { config } = createTestApp({ session: { absoluteMaxAge } })
    expect((await getConfigError(config)).message).toMatch(
      /`session.absoluteMaxAge` must be a positive number/,
    )
  },
)

test('the limit applies to a sign-in at a provider', async () => {
  const { open, op } = createSessionApp({ session: { ...limits, maxAge: 365 * day, strategy: 'jwt' } })
  const visit = open()
  await runRoundTrip(visit, op)
  clock.pass(90 * day)
  expect(await visit.getSession()).toBeNull()
})
