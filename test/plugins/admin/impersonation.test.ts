import { decode } from 'latchkey/jwt'
import type { Plugin } from 'latchkey/plugins'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { origin, runRoundTrip, secret, sessionCookie } from '../../support/app.js'
import {
  change,
  createAdminApp,
  getUserName,
  impersonateAda,
  json,
  read,
  readJson,
  signIn,
  strategies,
  submit,
  takeEvents,
  toHead,
} from './admin-app.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock, also for the store. */
function advance(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 })
}

describe.each(strategies)('with %s sessions', strategy => {
  test('an administrator acts as a user, and gets the old session back', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    const { status } = await change(visit, 'impersonate', 'ada', { reason: 'Ticket 7' })
    expect(status).toBe(200)
    expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada' }, act: { sub: 'admin-1' } })
    const stopped = await submit(visit, 'stop')
    expect(stopped.body).toEqual({ isRestored: true, url: `${origin}/auth/admin/user?userId=ada` })
    const restored = await visit.getSession()
    expect(restored).toMatchObject({ user: { name: 'Grace' } })
    expect(restored).not.toHaveProperty('act')
    expect((await change(visit, 'end-sessions', 'ada')).status).toBe(200)
    expect(takeEvents(app)).toMatchObject([
      { type: 'impersonation-started', userId: 'ada', actorId: 'admin-1', reason: 'Ticket 7', maxAge: 3600 },
      { type: 'impersonation-ended', userId: 'ada', actorId: 'admin-1', isRestored: true },
      { type: 'sessions-ended' },
    ])
  })

  test('own permission: an administrator without canImpersonate acts as no user', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-2')
    expect(await change(visit, 'impersonate', 'ada', { reason: 'x' })).toEqual({
      status: 403,
      body: { error: 'not-allowed' },
    })
    expect(await getUserName(visit)).toBe('Dorothy')
    const silent = await createAdminApp({ strategy, options: { canImpersonate: undefined } })
    const other = await signIn(silent, 'admin-1')
    expect((await change(other, 'impersonate', 'ada', { reason: 'x' })).body).toEqual({
      error: 'not-allowed',
    })
  })

  test('step-up: a sign-in with one factor, or of 16 minutes ago, does not suffice', async () => {
    const app = await createAdminApp({ strategy, options: { writeRequirement: {} } })
    const weak = await createAdminApp({ strategy })
    const visit = await signIn(weak, 'admin-1', 'pwd')
    const { status, body } = await change(visit, 'impersonate', 'ada', { reason: 'x' })
    expect({ status, error: body['error'] }).toEqual({ status: 403, error: 'step-up-required' })
    expect(new URL(String(body['url'])).pathname).toBe('/auth/step-up')
    const old = await signIn(app, 'admin-1')
    advance(960)
    expect((await change(old, 'impersonate', 'ada', { reason: 'x' })).body).toMatchObject({
      error: 'step-up-required',
    })
    expect(await getUserName(old)).toBe('Grace')
  })

  test('1 h: the session ends after an hour, however often it is read or updated', async () => {
    const app = await createAdminApp({ strategy, session: { strategy, maxAge: 86_400, updateAge: 0 } })
    const visit = await impersonateAda(app)
    const end = Date.now() + 3_600_000
    for (const seconds of [1800, 1700]) {
      advance(seconds)
      const session = await visit.getSession()
      expect(session).toMatchObject({ act: { sub: 'admin-1' } })
      expect(Date.parse(String(session?.['expires']))).toBeLessThanOrEqual(end + 2000)
      const csrfToken = await visit.getCsrfToken()
      await visit.post('/auth/session', { csrfToken, data: {} }, { json: true })
    }
    advance(101)
    expect(await visit.getSession()).toBeNull()
  })

  test('the old session is restored after the impersonation expired', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    advance(3601)
    expect(await visit.getSession()).toBeNull()
    const page = await (await visit.get('/auth/signin')).text()
    expect(page).toContain('Return to your account')
    expect((await submit(visit, 'stop')).body).toMatchObject({ isRestored: true })
    expect(await getUserName(visit)).toBe('Grace')
  })

  test('not admins: neither an administrator of another kind, nor a user who may act as others', async () => {
    const app = await createAdminApp({
      strategy,
      options: {
        isAdministrator: ({ id }, { action }) =>
          id.startsWith('admin') || (id === 'bob' && action === 'unban-user'),
        canImpersonate: ({ id }) => id === 'admin-1' || id === 'ada',
      },
    })
    const visit = await signIn(app, 'admin-1')
    for (const userId of ['admin-2', 'bob', 'ada'])
      expect((await change(visit, 'impersonate', userId, { reason: 'x' })).body).toEqual({
        error: 'is-administrator',
      })
    expect(await getUserName(visit)).toBe('Grace')
  })

  test('not oneself, not a banned user, not without a reason, and not nested', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    const fields = { reason: 'x' }
    expect((await change(visit, 'impersonate', 'admin-1', fields)).body).toEqual({ error: 'not-yourself' })
    expect((await change(visit, 'impersonate', 'ada', { reason: ' ' })).body).toEqual({
      error: 'reason-required',
    })
    await change(visit, 'ban', 'bob', fields)
    expect((await change(visit, 'impersonate', 'bob', fields)).body).toEqual({ error: 'is-banned' })
    await change(visit, 'impersonate', 'ada', fields)
    expect(await change(visit, 'impersonate', 'bob', fields)).toEqual({
      status: 404,
      body: { error: 'not-found' },
    })
    expect(await getUserName(visit)).toBe('Ada')
  })

  test('an impersonated session is never an administrator, also if the app counts the user as one meanwhile', async () => {
    let hasRights = false
    const isAdministrator = ({ id }: { id: string }) => id.startsWith('admin') || hasRights
    const app = await createAdminApp({ strategy, options: { isAdministrator } })
    const visit = await impersonateAda(app)
    hasRights = true
    expect(await read(visit, '')).toEqual({ status: 404, body: { error: 'not-found' } })
    expect(await read(visit, '/user?userId=bob')).toEqual({ status: 404, body: { error: 'not-found' } })
    expect(takeEvents(app).at(-1)).toMatchObject({
      type: 'access-denied',
      actorId: 'admin-1',
      reason: 'impersonated',
    })
  })

  test('act: server code, events and plugins know who acts, and callbacks cannot change it', async () => {
    const app = await createAdminApp({
      strategy,
      callbacks: {
        jwt: ({ token }) => ({
          ...token,
          act: undefined,
          act_expires: 9_999_999_999,
          act_session: 'x',
          role: 'user',
        }),
        session: ({ session }) => ({ ...session, act: undefined }),
      },
      plugins: [
        {
          id: 'probe',
          eventTypes: ['seen'],
          actions: {
            '': {
              async GET(ctx) {
                const session = await ctx.getSession()
                await ctx.emitEvent('seen', { userId: session?.userId ?? null })
                return { data: { act: session?.act?.sub ?? null, methods: session?.methods.length ?? null } }
              },
            },
          },
        },
      ],
    })
    const visit = await impersonateAda(app)
    expect(await visit.getSession()).toMatchObject({ act: { sub: 'admin-1' } })
    expect(await readJson(await visit.get('/auth/probe', json))).toEqual({ act: 'admin-1', methods: 0 })
    expect(app.events.at(-1)).toMatchObject({ type: 'seen', act: { sub: 'admin-1' } })
    advance(3700)
    expect(await visit.getSession()).toBeNull()
  })

  test('a session of the user has no act, also if the app sets one', async () => {
    const app = await createAdminApp({
      strategy,
      callbacks: {
        jwt: ({ token }) => ({ ...token, act: { sub: 'a service' }, act_expires: 1, act_session: 'x' }),
      },
    })
    const visit = await signIn(app, 'ada', 'pwd')
    const session = await visit.getSession()
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(session).not.toHaveProperty('act')
    if (strategy !== 'jwt') return
    const token = visit.jar.cookies().find(({ name }) => name === sessionCookie)?.value ?? ''
    expect(await decode({ token, secret, salt: sessionCookie })).toMatchObject({ act: { sub: 'a service' } })
  })

  test('the list of sessions of the user shows it as such', async () => {
    const app = await createAdminApp({ strategy })
    const ada = await signIn(app, 'ada')
    await impersonateAda(app)
    const sessions = await app.sessions.list(toHead(ada))
    expect(sessions.map(({ isImpersonated = false, method }) => ({ isImpersonated, method })).sort()).toEqual(
      [
        { isImpersonated: false, method: 'badge' },
        { isImpersonated: true, method: 'admin' },
      ],
    )
  })

  test('the user ends the session of the administrator, who then has the own one', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    await app.sessions.endAllOfUser('ada')
    expect(await visit.getSession()).toBeNull()
    expect((await submit(visit, 'stop')).body).toMatchObject({ isRestored: true })
    expect(await getUserName(visit)).toBe('Grace')
  })

  test('the impersonation ends with the session of the administrator, which is not restored', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    await app.sessions.endAllOfUser('admin-1')
    expect(await visit.getSession()).toBeNull()
    expect((await submit(visit, 'stop')).body).toEqual({ isRestored: false, url: `${origin}/auth/signin` })
    expect(await visit.getSession()).toBeNull()
  })

  test('the old session is not restored if it expired', async () => {
    const app = await createAdminApp({ strategy, session: { strategy, maxAge: 1800 } })
    const visit = await impersonateAda(app)
    advance(1900)
    expect((await submit(visit, 'stop')).body).toMatchObject({ isRestored: false })
    expect(await visit.getSession()).toBeNull()
  })

  test('a sign-out ends both sessions', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    const copy = visit.cloneWithCookies()
    const csrfToken = await visit.getCsrfToken()
    await visit.post('/auth/signout', { csrfToken })
    expect(await copy.getSession()).toBeNull()
    expect((await submit(copy, 'stop')).body).toMatchObject({ isRestored: false })
    expect(await app.sessions.listOfUser('admin-1')).toEqual([])
    expect(await app.sessions.listOfUser('ada')).toEqual([])
  })

  test('a sign-in in the browser replaces both sessions', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    const copy = visit.cloneWithCookies()
    await signIn(app, 'bob', 'pwd', visit)
    const session = await visit.getSession()
    expect(session).toMatchObject({ user: { name: 'Bob' } })
    expect(session).not.toHaveProperty('act')
    expect((await submit(visit, 'stop')).body).toMatchObject({ error: 'not-impersonating' })
    expect((await submit(copy, 'stop')).body).toMatchObject({ isRestored: false })
  })

  test('a sign-in of the user in that browser is a session of the user', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    await signIn(app, 'ada', 'pwd otp', visit)
    const session = await visit.getSession()
    expect(session).toMatchObject({ user: { name: 'Ada' } })
    expect(session).not.toHaveProperty('act')
    expect((await app.sessions.listOfUser('ada')).map(({ isImpersonated }) => isImpersonated)).toEqual([
      undefined,
    ])
  })

  test.each(['a plugin', 'a provider'])(
    'a sign-in of the user with %s ends the impersonation at once',
    async way => {
      const completed: boolean[] = []
      const observer: Plugin = {
        id: 'observer',
        afterSignIn: (_, { isContinuing }) => void completed.push(isContinuing),
      }
      const app = await createAdminApp({ strategy, plugins: [observer] })
      const account = { provider: 'op', type: 'oidc', providerAccountId: 'ada-op', userId: 'ada' } as const
      await app.store.linkAccount?.(account)
      const visit = await impersonateAda(app)
      const copy = visit.cloneWithCookies()
      expect(await copy.getSession()).toMatchObject({ act: { sub: 'admin-1' } })
      if (way === 'a plugin') await signIn(app, 'ada', 'pwd otp', visit)
      else await runRoundTrip(visit, app.op, { as: { sub: 'ada-op', email: 'ada@example.com' } })
      const session = await visit.getSession()
      expect(session).toMatchObject({ user: { name: 'Ada' } })
      expect(session).not.toHaveProperty('act')
      expect(await copy.getSession()).toBeNull()
      expect(completed.at(-1)).toBe(false)
    },
  )

  test('the kept session of one impersonation does not fit another', async () => {
    const app = await createAdminApp({ strategy })
    const first = await impersonateAda(app)
    const second = await signIn(app, 'admin-1')
    await change(second, 'impersonate', 'bob', { reason: 'x' })
    for (const { name, value } of first.jar.cookies())
      if (name.includes('administrator-session')) second.jar.set(origin, `${name}=${value}; Path=/; Secure`)
    expect((await submit(second, 'stop')).body).toMatchObject({ isRestored: false })
    expect(await second.getSession()).toBeNull()
  })

  test('the banner names the user on every built-in page, and only while it is needed', async () => {
    const app = await createAdminApp({ strategy })
    await app.store.updateUser?.({ id: 'ada', name: '<b>Ada & "co"</b>' })
    const visit = await signIn(app, 'admin-1')
    const pages = [
      '/auth/signin',
      '/auth/signout',
      '/auth/error?error=AccessDenied',
      '/auth/two-factor/manage',
    ]
    for (const path of pages) expect(await (await visit.get(path)).text()).not.toContain('class="banner"')
    await change(visit, 'impersonate', 'ada', { reason: 'x' })
    for (const path of pages) {
      const page = await (await visit.get(path)).text()
      expect(page, path).toContain('acting as &lt;b&gt;Ada &amp; &quot;co&quot;&lt;/b&gt;')
      expect(page, path).toContain('action="https://app.example/auth/admin/stop"')
    }
    await submit(visit, 'stop')
    expect(await (await visit.get('/auth/signin')).text()).not.toContain('class="banner"')
  })

  test('stopping needs the CSRF token', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    expect((await visit.post('/auth/admin/stop', {}, json)).status).toBe(403)
    expect(await getUserName(visit)).toBe('Ada')
  })

  test('a failure of the store is no sign-out, and hides no administrator', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    const { getRecord } = app.store.records
    app.store.records.getRecord = async () => {
      throw new Error('down')
    }
    expect((await visit.get('/auth/session')).status).toBe(503)
    app.store.records.getRecord = getRecord
    expect(await visit.getSession()).toMatchObject({ act: { sub: 'admin-1' } })
  })
})

test('an impersonation whose administrator cannot be stored starts no session', async () => {
  const app = await createAdminApp({ strategy: 'database' })
  const visit = await signIn(app, 'admin-1')
  const { putRecord } = app.store.records
  app.store.records.putRecord = async (record, condition) => {
    if (record.kind === 'session-evidence') throw new Error('full')
    return putRecord(record, condition)
  }
  expect((await change(visit, 'impersonate', 'ada', { reason: 'x' })).status).toBe(500)
  expect(await getUserName(visit)).toBe('Grace')
  expect(await app.sessions.listOfUser('ada')).toEqual([])
})

test('an administrator keeps the session if the `jwt` callback ends that of the user', async () => {
  const app = await createAdminApp({
    callbacks: { jwt: ({ token }) => (token.sub === 'ada' ? null : token) },
  })
  const visit = await impersonateAda(app)
  expect(await getUserName(visit)).toBe('Grace')
})
