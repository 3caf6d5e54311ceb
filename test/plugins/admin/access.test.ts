import { describe, expect, test } from 'vitest'
import { origin } from '../../support/app.js'
import {
  type AdminApp,
  change,
  createAdminApp,
  getUserName,
  impersonateAda,
  json,
  read,
  signIn,
  strategies,
  submit,
  takeEvents,
  toHead,
} from './admin-app.js'

/** Every change of a user, with the fields of its form. */
const changes: readonly (readonly [string, Record<string, string>])[] = [
  ['end-session', { sessionId: 'x' }],
  ['end-sessions', {}],
  ['ban', { reason: 'x' }],
  ['unban', {}],
  ['require-password', {}],
  ['request-factor-removal', { reason: 'x' }],
  ['cancel-factor-removal', {}],
  ['remove-factor', {}],
  ['invite', {}],
  ['impersonate', { reason: 'x' }],
  ['delete', { confirmation: 'bob' }],
]

const reads = ['', '?search=bob', '/user?userId=bob', '/new']

describe.each(strategies)('with %s sessions', strategy => {
  test('a user who is not an administrator reads and changes nothing, also of themselves', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'ada')
    for (const path of reads)
      expect(await read(visit, path)).toEqual({ status: 404, body: { error: 'not-found' } })
    for (const userId of ['bob', 'ada', 'admin-1', 'unknown'])
      for (const [name, fields] of changes)
        expect(await change(visit, name, userId, fields), `${name} ${userId}`).toEqual({
          status: 404,
          body: { error: 'not-found' },
        })
    expect((await submit(visit, 'new', { email: 'new@example.com' })).status).toBe(404)
    expect(await app.store.getUserByEmail('new@example.com')).toBeNull()
    expect(await app.store.getUserByEmail('bob@example.com')).not.toBeNull()
    expect(takeEvents(app).every(({ type }) => type === 'access-denied')).toBe(true)
  })

  test('a visitor is asked to sign in', async () => {
    const app = await createAdminApp({ strategy })
    for (const path of reads)
      expect(await read(app.open(), path)).toMatchObject({ status: 401, body: { error: 'signed-out' } })
    expect(await change(app.open(), 'ban', 'bob', { reason: 'x' })).toMatchObject({ status: 401 })
    const response = await app.open().get('/auth/admin')
    expect(app.open().getLocation(response).pathname).toBe('/auth/signin')
  })

  test('a stolen session of an administrator without a fresh second factor changes nothing', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1', 'pwd')
    expect((await read(visit, '/user?userId=bob')).status).toBe(200)
    for (const [name, fields] of changes) {
      const { status, body } = await change(visit, name, 'bob', fields)
      expect({ status, error: body['error'] }, name).toEqual({ status: 403, error: 'step-up-required' })
      expect(new URL(String(body['url'])).searchParams.get('acr_values')).toBe('mfa')
    }
    expect((await submit(visit, 'new', { email: 'new@example.com' })).body).toMatchObject({
      error: 'step-up-required',
    })
    expect((await read(visit, '/user?userId=bob')).body).toMatchObject({ ban: null })
  })

  test('changes need the CSRF token', async () => {
    const app = await createAdminApp({ strategy })
    const visit = await signIn(app, 'admin-1')
    for (const [name, fields] of changes) {
      const response = await visit.post('/auth/admin/user', { change: name, userId: 'bob', ...fields }, json)
      expect(response.status, name).toBe(403)
    }
    expect((await read(visit, '/user?userId=bob')).body).toMatchObject({ ban: null, user: { id: 'bob' } })
  })

  test('an administrator with some permissions gets 403 for the others', async () => {
    const isAdministrator = (
      { id }: { id: string },
      { action, userId }: { action: string; userId: string | null },
    ) => id === 'admin-2' && (action === 'list-users' || (action === 'view-user' && userId === 'ada'))
    const app = await createAdminApp({ strategy, options: { isAdministrator } })
    const visit = await signIn(app, 'admin-2')
    expect((await read(visit, '')).status).toBe(200)
    expect((await read(visit, '/user?userId=ada')).status).toBe(200)
    expect(await read(visit, '/user?userId=bob')).toEqual({ status: 403, body: { error: 'not-allowed' } })
    expect(await change(visit, 'ban', 'ada', { reason: 'x' })).toEqual({
      status: 403,
      body: { error: 'not-allowed' },
    })
  })

  test('only `true` makes an administrator, and an error no page', async () => {
    for (const result of ['yes', 1, {}, undefined, null]) {
      const app = await createAdminApp({
        strategy,
        options: { isAdministrator: (async () => result) as never },
      })
      expect((await read(await signIn(app, 'admin-1'), '')).status, String(result)).toBe(404)
    }
    const failing = await createAdminApp({
      strategy,
      options: {
        isAdministrator: async () => {
          throw new Error('down')
        },
      },
    })
    expect((await read(await signIn(failing, 'admin-1'), '')).status).toBe(500)
  })

  test('server functions need the session of an administrator too', async () => {
    const app = await createAdminApp({ strategy })
    const user = await app.api.admin.ban(toHead(await signIn(app, 'ada')), { userId: 'bob', reason: 'x' })
    expect(user.data).toEqual({ error: 'not-found' })
    const staff = await app.api.admin.ban(toHead(await signIn(app, 'admin-1')), {
      userId: 'bob',
      reason: 'x',
    })
    expect(staff.data).toEqual({ error: null, url: `${origin}/auth/admin/user?userId=bob` })
    expect((await app.api.admin.findBan(toHead(app.open()), 'bob')).data).toMatchObject({
      reason: 'x',
      by: 'admin-1',
    })
  })
})

describe.each(strategies)('while an administrator acts as a user, with %s sessions', strategy => {
  /** Sends a form, and returns the status and the error of the JSON. */
  async function post(
    visit: Awaited<ReturnType<typeof signIn>>,
    path: string,
    fields: Record<string, string>,
  ) {
    const csrfToken = await visit.getCsrfToken()
    const response = await visit.post(path, { csrfToken, ...fields }, json)
    const body: unknown = await response.json().catch(() => null)
    return { status: response.status, error: Object(body).error, location: response.headers.get('location') }
  }

  const refused = { status: 403, error: 'ImpersonationActive', location: null }

  /** Every change of how Ada signs in, of core and of the plugins. */
  const attempts: Readonly<
    Record<string, (app: AdminApp, visit: Awaited<ReturnType<typeof signIn>>) => Promise<unknown>>
  > = {
    'a first password': (_, visit) =>
      post(visit, '/auth/passwords/change', { password: 'a new password of Ada' }),
    'an authenticator app': async (_, visit) => {
      const response = await visit.get('/auth/two-factor/enroll', json)
      return { status: response.status, error: Object(await response.json()).error, location: null }
    },
    'a passkey': async (_, visit) => {
      const response = await visit.get('/auth/webauthn-options/passkey?action=register', json)
      return { status: response.status, error: Object(await response.json()).error, location: null }
    },
    'an account at a provider': async (_, visit) => {
      const response = await visit.signIn('op')
      const { pathname, searchParams } = visit.getLocation(response)
      return pathname === '/auth/error' ? { ...refused, error: searchParams.get('error') } : pathname
    },
    'the step-up page': async (_, visit) => {
      const response = await visit.get('/auth/step-up?acr_values=mfa&max_age=900')
      const url = visit.getLocation(response)
      return url.pathname === '/auth/error'
        ? { ...refused, error: url.searchParams.get('error') }
        : url.pathname
    },
    'other sessions': async (app, visit) =>
      app.sessions
        .endOthers(toHead(visit), { originCheck: 'same-origin' } as never)
        .catch((error: Error) => ({ ...refused, error: error.name })),
    'an export': async (app, visit) =>
      app.users.exportData(toHead(visit), 'ada').catch((error: Error) => ({ ...refused, error: error.name })),
    'a deletion': async (app, visit) =>
      app.users.delete(toHead(visit), 'ada').catch((error: Error) => ({ ...refused, error: error.name })),
  }

  test.each(Object.entries(attempts))('no credential changes: %s', async (name, attempt) => {
    const app = await createAdminApp({ strategy })
    const visit = await impersonateAda(app)
    if (name !== 'other sessions') expect(await attempt(app, visit)).toEqual(refused)
    expect(await getUserName(visit)).toBe('Ada')
    expect(await visit.getSession()).toHaveProperty('act')
    const ada = await app.store.getUser?.('ada')
    expect(ada).not.toBeNull()
    expect(await app.store.listAccountsByUserId?.('ada')).toEqual([])
    expect(await app.store.records.getRecord('two-factor-totp', 'ada')).toBeNull()
    // The same attempt of the user is not refused as an impersonation.
    const own = await signIn(app, 'ada', 'pwd otp')
    expect(await attempt(app, own)).not.toEqual(refused)
  })

  test('a plugin that does not say so gets no POST, and one that does cannot raise the session', async () => {
    const app = await createAdminApp({
      strategy,
      plugins: [
        {
          id: 'raise',
          allowsActor: true,
          actions: {
            '': { POST: async ctx => ({ data: { isRaised: await ctx.raiseSession(['pwd', 'otp']) } }) },
          },
        },
        {
          id: 'ask',
          allowsActor: true,
          actions: {
            '': { POST: async ctx => ({ data: { url: await ctx.authorizeNewMethod('email-address') } }) },
          },
        },
      ],
    })
    const visit = await impersonateAda(app)
    expect(await post(visit, '/auth/raise', {})).toEqual(refused)
    expect(await post(visit, '/auth/ask', {})).toEqual(refused)
    expect(await post(await signIn(app, 'ada'), '/auth/raise', {})).toMatchObject({ status: 200 })
  })

  test('a user with a second factor and a password keeps both', async () => {
    const app = await createAdminApp({ strategy })
    const head = toHead(app.open())
    await app.api.twoFactor.importSecret(head, 'ada', { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' })
    expect((await app.api.passwords.setPassword(head, 'ada', 'correct horse battery')).data).toBeNull()
    const visit = await impersonateAda(app)
    const before = await app.store.records.getRecord('two-factor-totp', 'ada')
    for (const name of ['remove', 'recovery-codes', 'forget-devices'])
      expect(await post(visit, '/auth/two-factor/manage', { change: name }), name).toEqual(refused)
    const input = { currentPassword: 'correct horse battery', password: 'staple horse battery' }
    await expect(app.api.passwords.change(toHead(visit), input)).rejects.toThrow(
      /administrator acts as the user/,
    )
    expect(await post(visit, '/auth/passwords/change', input)).toEqual(refused)
    expect(await post(visit, '/auth/passwords/confirm', { password: 'correct horse battery' })).toEqual(
      refused,
    )
    expect(await app.store.records.getRecord('two-factor-totp', 'ada')).toEqual(before)
  })
})
