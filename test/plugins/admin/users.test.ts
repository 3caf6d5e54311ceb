import { afterEach, describe, expect, test, vi } from 'vitest'
import { origin } from '../../support/app.js'
import {
  change,
  createAdminApp,
  getToken,
  getUserName,
  read,
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

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('the list', () => {
  test('has all users in pages of 50, and finds them by a part of the name or the address, or by the id', async () => {
    const app = await createAdminApp()
    for (let index = 0; index < 60; index++)
      await app.store.createUser({
        id: `u-${index}`,
        name: `User ${index}`,
        email: `u${index}@example.com`,
        emailVerified: null,
      })
    const visit = await signIn(app, 'admin-1')
    const first = (await read(visit, '')).body
    const second = (await read(visit, `?after=${first['next']}`)).body
    const ids = [first, second].flatMap(({ users }) => (users as { id: string }[]).map(({ id }) => id))
    expect(new Set(ids).size).toBe(64)
    expect(second['next']).toBeNull()
    for (const search of ['bob', 'BOB@', 'ob@example.com'])
      expect((await read(visit, `?search=${search}`)).body['users'], search).toMatchObject([{ id: 'bob' }])
    expect((await read(visit, '?search=u-7')).body['users']).toMatchObject([{ id: 'u-7' }])
    expect((await read(visit, '?search=%25')).body['users']).toEqual([])
  })

  test('shows only the declared columns, as text', async () => {
    const app = await createAdminApp({ options: { columns: ['plan', 'settings', 'emailVerified'] } })
    await app.store.updateUser?.({ id: 'bob', plan: 'pro', secretNote: 'x', settings: { a: 1 } } as never)
    const visit = await signIn(app, 'admin-1')
    const { body } = await read(visit, '?search=bob')
    expect(body['users']).toEqual([
      {
        id: 'bob',
        name: 'Bob',
        email: 'bob@example.com',
        isBanned: false,
        columns: { plan: 'pro', emailVerified: '1970-01-01T00:00:00.000Z' },
      },
    ])
    expect(JSON.stringify((await read(visit, '/user?userId=bob')).body)).not.toContain('secretNote')
  })

  test('with an adapter that cannot list users, finds them by the whole address or id, and says so', async () => {
    const app = await createAdminApp()
    const { listUsers: _, ...adapter } = app.store
    app.config.adapter = adapter
    const visit = await signIn(app, 'admin-1')
    expect((await read(visit, '')).body).toEqual({ users: [], next: null, isExact: true })
    expect((await read(visit, '?search=bo')).body['users']).toEqual([])
    for (const search of ['bob', 'Bob@example.com'])
      expect((await read(visit, `?search=${search}`)).body['users']).toMatchObject([{ id: 'bob' }])
    expect(await (await visit.get('/auth/admin')).text()).toContain('whole email address or their id only')
  })
})

describe('pages', () => {
  test('escape names, addresses, reasons and ids', async () => {
    const app = await createAdminApp({ options: { columns: ['plan'] } })
    const text = `<script>alert(1)</script>"'&`
    await app.store.updateUser?.({ id: 'bob', name: text, plan: text } as never)
    const visit = await signIn(app, 'admin-1')
    await change(visit, 'ban', 'bob', { reason: text })
    for (const path of ['', `?search=${encodeURIComponent(text)}`, '/user?userId=bob']) {
      const page = await (await visit.get(`/auth/admin${path}`)).text()
      expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
      expect(page).not.toContain('<script>alert(1)')
    }
  })

  test('a browser that may not see them gets the page of a path that does not exist', async () => {
    const app = await createAdminApp()
    const visit = await signIn(app, 'ada')
    const init = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
    for (const path of ['', '/user?userId=bob', '/new']) {
      const response = await visit.get(`/auth/admin${path}`, init)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toMatch(/bob|administrator/i)
    }
  })

  test('a form that failed is shown again with the reason', async () => {
    const app = await createAdminApp()
    const visit = await signIn(app, 'admin-1')
    const csrfToken = await visit.getCsrfToken()
    const init = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' } }
    const fields = { csrfToken, change: 'ban', userId: 'bob', reason: 'x', until: '2001-01-01' }
    const page = await (await visit.post('/auth/admin/user', fields, { ...init, follow: true })).text()
    expect(page).toContain('Enter a date in the future.')
  })
})

describe.each(strategies)('with %s sessions', strategy => {
  test('the page of a user shows how they sign in, and ends one session or all', async () => {
    const app = await createAdminApp({ strategy })
    const [first, second] = [await signIn(app, 'bob', 'pwd'), await signIn(app, 'bob', 'pwd')]
    const visit = await signIn(app, 'admin-1')
    const { body } = await read(visit, '/user?userId=bob')
    expect(body).toMatchObject({
      user: { id: 'bob', email: 'bob@example.com', emailVerified: '1970-01-01T00:00:00.000Z' },
      accounts: [],
      passkeys: 0,
      hasPassword: false,
      hasSecondFactor: false,
      ban: null,
    })
    const [session] = body['sessions'] as { id: string }[]
    expect((await change(visit, 'end-session', 'ada', { sessionId: session?.id ?? '' })).status).toBe(404)
    expect((await change(visit, 'end-session', 'bob', { sessionId: session?.id ?? '' })).status).toBe(200)
    const names = [await getUserName(first), await getUserName(second)]
    expect(names.filter(name => name === 'Bob')).toHaveLength(1)
    await change(visit, 'end-sessions', 'bob')
    expect([await getUserName(first), await getUserName(second)]).toEqual([null, null])
    expect(await getUserName(visit)).toBe('Grace')
  })

  test('a ban ends the sessions, denies every sign-in, and says until when', async () => {
    const app = await createAdminApp({ strategy })
    const bob = await signIn(app, 'bob', 'pwd')
    const visit = await signIn(app, 'admin-1')
    const until = new Date(Date.now() + 86_400_000).toISOString()
    expect((await change(visit, 'ban', 'bob', { reason: 'Spam', until })).status).toBe(200)
    expect(await bob.getSession()).toBeNull()
    const csrfToken = await bob.getCsrfToken()
    const response = await bob.post('/auth/badge', { csrfToken, userId: 'bob', amr: 'pwd' })
    expect(bob.getLocation(response).searchParams.get('error')).toBe('AccessDenied')
    const page = await (await bob.follow(response)).text()
    expect(page).toContain('Your account is suspended until')
    expect(page).not.toContain('Spam')
    expect(await (await bob.get('/auth/error?error=AccessDenied')).text()).not.toContain('suspended')
    await bob.signIn('mail', { email: 'bob@example.com' })
    await bob.get(app.links.emails.at(-1)?.url ?? '')
    expect(await bob.getSession()).toBeNull()
    expect(app.sent.at(-1)).toMatchObject({
      to: 'bob@example.com',
      text: expect.stringContaining('suspended until'),
    })
    expect(takeEvents(app)).toMatchObject([
      { type: 'user-banned', userId: 'bob', actorId: 'admin-1', reason: 'Spam', until },
      { type: 'banned-sign-in-denied', userId: 'bob' },
      { type: 'banned-sign-in-denied', userId: 'bob', provider: 'mail' },
    ])
    advance(86_401)
    await signIn(app, 'bob', 'pwd', bob)
    expect(await getUserName(bob)).toBe('Bob')
  })

  test('the end of a ban lets the user sign in again', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    expect((await change(visit, 'unban', 'bob')).body).toEqual({ error: 'nothing-requested' })
    await change(visit, 'ban', 'bob', { reason: 'x' })
    expect(await getUserName(await signIn(app, 'bob'))).toBeNull()
    expect((await change(visit, 'unban', 'bob')).status).toBe(200)
    expect(await getUserName(await signIn(app, 'bob'))).toBe('Bob')
  })

  test('a session that is issued at the moment of the ban is not read', async () => {
    const app = await createAdminApp({ strategy, callbacks: {} })
    const visit = await signIn(app, 'admin-1')
    // The sign-in passes the policy before the ban, and stores its session after it.
    let isWaiting = true
    app.config.callbacks = { signIn: async () => true }
    const bob = app.open()
    const csrfToken = await bob.getCsrfToken()
    const { getRecord } = app.store.records
    app.store.records.getRecord = async (kind, id) => {
      const record = await getRecord(kind, id)
      if (kind === 'admin-ban' && id === 'bob' && isWaiting) {
        isWaiting = false
        await change(visit, 'ban', 'bob', { reason: 'x' })
      }
      return record
    }
    await bob.post('/auth/badge', { csrfToken, userId: 'bob', amr: 'pwd' })
    expect(isWaiting).toBe(false)
    expect(await bob.getSession()).toBeNull()
  })

  test('a ban is read from memory for `maxStale`, and a failure of the store is no sign-out', async () => {
    const app = await createAdminApp({ strategy, revocation: { maxStale: 5 } })
    const bob = await signIn(app, 'bob', 'pwd')
    await bob.getSession()
    let reads = 0
    const { getRecord } = app.store.records
    app.store.records.getRecord = async (kind, id) => {
      if (kind !== 'admin-ban') return getRecord(kind, id)
      reads++
      throw new Error('down')
    }
    expect(await getUserName(bob)).toBe('Bob')
    expect(reads).toBe(0)
    advance(6)
    const response = await bob.get('/auth/session')
    expect(response.status).toBe(503)
    expect(response.headers.getSetCookie().join()).not.toContain('session-token=;')
    app.store.records.getRecord = getRecord
    expect(await getUserName(bob)).toBe('Bob')
  })

  test('a new password is required through the plugin that has passwords', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    expect((await change(visit, 'require-password', 'bob')).body).toEqual({ error: 'no-password' })
    await app.api.passwords.setPassword(toHead(app.open()), 'bob', 'the password of Bob')
    const bob = await signIn(app, 'bob', 'pwd')
    expect((await change(visit, 'require-password', 'bob')).status).toBe(200)
    expect(await bob.getSession()).toBeNull()
    expect(app.sent.at(-1)).toMatchObject({
      to: 'bob@example.com',
      text: expect.stringContaining('requires a new password'),
    })
    const csrfToken = await bob.getCsrfToken()
    const response = await bob.post(
      '/auth/passwords/sign-in',
      { csrfToken, email: 'bob@example.com', password: 'the password of Bob' },
      { headers: { accept: 'application/json' } },
    )
    expect(await response.json()).toMatchObject({ error: 'password-change-required' })
  })

  test('a lost second factor is removed after 72 hours, and the user is notified twice', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    const fields = { reason: 'Lost phone' }
    expect((await change(visit, 'request-factor-removal', 'bob', fields)).body).toEqual({
      error: 'no-second-factor',
    })
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'nothing-requested' })
    expect((await change(visit, 'request-factor-removal', 'bob', fields)).status).toBe(200)
    expect(app.sent.at(-1)).toMatchObject({
      to: 'bob@example.com',
      text: expect.stringContaining('keep-factor?token='),
    })
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'too-early' })
    advance(259_100)
    await signIn(app, 'admin-1', 'pwd otp', visit)
    // A second request does not restart the time.
    await change(visit, 'request-factor-removal', 'bob', fields)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'too-early' })
    advance(101)
    expect((await change(visit, 'remove-factor', 'bob')).status).toBe(200)
    expect((await read(visit, '/user?userId=bob')).body).toMatchObject({
      hasSecondFactor: false,
      factorRemoval: null,
    })
    expect(app.sent.at(-1)?.text).toContain('was removed')
  })

  test('the user keeps the second factor with the link, whose GET changes nothing', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    await change(visit, 'request-factor-removal', 'bob', { reason: 'x' })
    const token = getToken(app)
    const bob = app.open()
    expect(await read(bob, `/keep-factor?token=${token}`)).toEqual({ status: 200, body: {} })
    expect((await read(visit, '/user?userId=bob')).body['factorRemoval']).not.toBeNull()
    expect((await submit(bob, 'keep-factor', { token: 'x' })).body).toEqual({ error: 'expired-link' })
    expect((await submit(bob, 'keep-factor', { token })).status).toBe(200)
    expect((await submit(bob, 'keep-factor', { token })).body).toEqual({ error: 'expired-link' })
    advance(300_000)
    await signIn(app, 'admin-1', 'pwd otp', visit)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'nothing-requested' })
  })

  test('a request ends 30 days after the waiting time, with the link that cancels it', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    await change(visit, 'request-factor-removal', 'bob', { reason: 'x' })
    advance(259_200 + 2_592_001)
    await signIn(app, 'admin-1', 'pwd otp', visit)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'nothing-requested' })
    expect((await change(visit, 'request-factor-removal', 'bob', { reason: 'y' })).status).toBe(200)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'too-early' })
  })

  test('a request is not about a second factor that the user sets up afterwards', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    await change(visit, 'request-factor-removal', 'bob', { reason: 'x' })
    await app.api.twoFactor.remove(toHead(visit), 'bob')
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    expect(takeEvents(app).map(({ type }) => type)).toContain('factor-removal-canceled')
    advance(300_000)
    await signIn(app, 'admin-1', 'pwd otp', visit)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({ error: 'nothing-requested' })
  })

  test('with two administrators, the second one removes it at once', async () => {
    const app = await createAdminApp({ strategy, options: { secondFactorRemoval: 'two-administrators' } })
    const visit = await signIn(app, 'admin-1')
    await app.api.twoFactor.importSecret(toHead(visit), 'bob', { secret })
    await change(visit, 'request-factor-removal', 'bob', { reason: 'x' })
    advance(1_000_000)
    await signIn(app, 'admin-1', 'pwd otp', visit)
    expect((await change(visit, 'remove-factor', 'bob')).body).toEqual({
      error: 'another-administrator-required',
    })
    expect((await change(await signIn(app, 'admin-2'), 'remove-factor', 'bob')).status).toBe(200)
    expect(takeEvents(app).at(-1)).toMatchObject({
      type: 'factor-removed',
      actorId: 'admin-2',
      requestedBy: 'admin-1',
    })
  })

  test('a user is created, and invited with a link that signs in once, by POST', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    expect((await submit(visit, 'new', { email: 'no address' })).body).toEqual({ error: 'invalid-email' })
    expect((await submit(visit, 'new', { email: 'Bob@Example.com' })).body).toEqual({ error: 'email-taken' })
    const { status, body } = await submit(visit, 'new', {
      email: 'Eve@Example.com',
      name: 'Eve',
      invite: 'true',
    })
    expect(status).toBe(200)
    expect(await app.store.getUserByEmail('eve@example.com')).toMatchObject({
      id: body['userId'],
      name: 'Eve',
      emailVerified: null,
    })
    const token = getToken(app)
    const eve = app.open()
    expect((await read(eve, `/invitation?token=${token}`)).body).toEqual({ email: 'eve@example.com' })
    expect(await (await eve.get(`/auth/admin/invitation?token=${token}`)).text()).toContain(
      '/auth/passwords/change',
    )
    expect(await eve.getSession()).toBeNull()
    expect((await submit(eve, 'invitation', { token })).status).toBe(200)
    expect(await getUserName(eve)).toBe('Eve')
    expect((await app.store.getUserByEmail('eve@example.com'))?.id).toBe(body['userId'])
    expect((await app.store.getUserByEmail('eve@example.com'))?.emailVerified).toBeInstanceOf(Date)
    expect((await submit(app.open(), 'invitation', { token })).body).toEqual({ error: 'expired-link' })
    expect(takeEvents(app).map(({ type }) => type)).toEqual([
      'access-denied',
      'access-denied',
      'user-created',
      'user-invited',
      'invitation-accepted',
    ])
  })

  test('a later invitation ends the earlier one, and a banned user cannot accept one', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    await change(visit, 'invite', 'bob')
    const first = getToken(app)
    await change(visit, 'invite', 'bob')
    expect((await submit(app.open(), 'invitation', { token: first })).body).toEqual({ error: 'expired-link' })
    const second = getToken(app)
    await change(visit, 'ban', 'bob', { reason: 'x' })
    const bob = app.open()
    await submit(bob, 'invitation', { token: second })
    expect(await bob.getSession()).toBeNull()
  })

  test('a user is deleted after a confirmation, and an administrator not by themselves', async () => {
    const app = await createAdminApp({ strategy })
    const bob = await signIn(app, 'bob', 'pwd')
    const visit = await signIn(app, 'admin-1')
    await change(visit, 'ban', 'bob', { reason: 'x' })
    expect((await change(visit, 'delete', 'bob', { confirmation: 'ada' })).body).toEqual({
      error: 'wrong-confirmation',
    })
    expect((await change(visit, 'delete', 'admin-1', { confirmation: 'admin-1' })).body).toEqual({
      error: 'not-yourself',
    })
    expect(await change(visit, 'delete', 'bob', { confirmation: 'bob@example.com' })).toEqual({
      status: 200,
      body: { url: `${origin}/auth/admin` },
    })
    expect(await bob.getSession()).toBeNull()
    expect(await app.store.getUser?.('bob')).toBeNull()
    expect(await app.store.records.getRecord('admin-ban', 'bob')).toBeNull()
    expect((await change(visit, 'ban', 'bob', { reason: 'x' })).status).toBe(404)
  })
})
