import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test, vi } from 'vitest'
import { runRoundTrip } from '../../support/app.js'
import {
  addEmail,
  addPasskey,
  connectSecond,
  createAccountApp,
  email,
  getToken,
  json,
  otherEmail,
  readJson,
  signIn,
  strategies,
  submit,
} from './account-app.js'

const revocation = { maxStale: 0 }

describe.each(strategies)('data of a user with %s sessions', strategy => {
  const create = (setup = {}) => createAccountApp({ session: { strategy }, revocation, ...setup })

  test('the export has what is stored, without secrets', async () => {
    const app = create()
    const visit = await signIn(app)
    await addEmail(app, visit)
    await connectSecond(app, visit)
    const data = await readJson(await visit.get('/auth/account/export', json))
    expect(data).toMatchObject({
      user: { email },
      emails: [{ email }, { email: otherEmail }],
      accounts: [{ provider: expect.any(String) }, { provider: expect.any(String) }],
      sessions: [{ isCurrent: true }],
      plugins: { account: { emails: expect.any(Array) } },
    })
    expect(JSON.stringify(data)).not.toMatch(/access_token|id_token|refresh_token|sessionToken/)
  })

  test('the export and the deletion need a fresh sign-in (S7)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = create()
    const visit = await signIn(app)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    const response = await visit.get('/auth/account/export', json)
    expect([response.status, (await readJson(response))['error']]).toEqual([403, 'recent-sign-in-required'])
    const page = await visit.get('/auth/account/delete')
    expect(page.headers.get('location')).toContain('/auth/step-up?')
    expect(await submit(visit, 'delete', { confirmation: 'delete' })).toMatchObject({
      status: 403,
      body: { error: 'recent-sign-in-required' },
    })
    expect(await app.store.getUserByEmail(email)).not.toBeNull()
    vi.useRealTimers()
  })

  test('a GET deletes nothing, and neither does a form without the confirmation (S7)', async () => {
    const app = create()
    const visit = await signIn(app)
    expect((await visit.get('/auth/account/delete')).status).toBe(200)
    expect(await submit(visit, 'delete')).toMatchObject({ body: { error: 'confirmation-required' } })
    expect((await visit.post('/auth/account/delete', { confirmation: 'delete' }, json)).status).toBe(403)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('the deletion ends all sessions, deletes every record, revokes tokens, and is told (S7)', async () => {
    const revoked: string[] = []
    const events: string[] = []
    const app = create({
      providers: [Passkey()],
      options: { revokeAccount: ({ provider }: { provider: string }) => void revoked.push(provider) },
      events: { pluginEvent: ({ type }: { type: string }) => void events.push(type) },
    })
    const visit = await signIn(app)
    const other = await signIn(app)
    await addEmail(app, visit)
    await submit(visit, 'emails', { change: 'add', email: 'third@example.com' })
    await addPasskey(visit)
    const userId = String((await app.store.getUserByEmail(email))?.id)
    const kinds = [
      'account.email',
      'account.pending-email',
      'account.passkey',
      'one-time-token.confirm-email',
      'one-time-token.sign-out-everywhere',
    ]
    for (const kind of kinds)
      expect(await app.store.records.listRecords({ kind, userId }), kind).not.toEqual([])
    expect((await submit(visit, 'delete', { confirmation: 'delete' })).status).toBe(200)
    expect(await visit.getSession()).toBeNull()
    expect(await other.getSession()).toBeNull()
    expect(await app.store.getUserByEmail(email)).toBeNull()
    for (const kind of kinds) expect(await app.store.records.listRecords({ kind, userId }), kind).toEqual([])
    expect(revoked).toEqual(['op'])
    expect(events.at(-1)).toBe('deleted')
    expect(
      app.sent
        .filter(({ subject }) => subject.includes('deleted'))
        .map(({ to }) => to)
        .sort(),
    ).toEqual([email, otherEmail])
  })

  test('a sign-in that is under way when its user is deleted gets no session', async () => {
    let release = () => {}
    let reached = () => {}
    const isReached = new Promise<void>(resolve => {
      reached = resolve
    })
    let isHeld = false
    const app = create({
      callbacks: {
        async signIn() {
          if (!isHeld) return true
          reached()
          await new Promise<void>(resolve => {
            release = resolve
          })
          return true
        },
      },
    })
    const visit = await signIn(app)
    isHeld = true
    const late = app.open()
    const as = { sub: 'ada', email, email_verified: true }
    const signingIn = runRoundTrip(late, app.op, { as })
    await isReached
    isHeld = false
    expect((await submit(visit, 'delete', { confirmation: 'delete' })).status).toBe(200)
    release()
    await signingIn.catch(() => {})
    expect(await late.getSession()).toBeNull()
  })

  test('a user who is being deleted is denied before a session is issued', async () => {
    const app = create()
    await signIn(app)
    const id = String((await app.store.getUserByEmail(email))?.id)
    const expires = new Date(Date.now() + 3_600_000)
    const record = { kind: 'account.deleted-user', id, userId: null, value: null, expires }
    await app.store.records.putRecord(record)
    const late = app.open()
    const as = { sub: 'ada', email, email_verified: true }
    const response = await runRoundTrip(late, app.op, { as })
    expect(response.headers.get('location')).toContain('error=AccessDenied')
    expect(await late.getSession()).toBeNull()
  })

  test('a failed deletion keeps the user, who can sign in', async () => {
    const failing = {
      id: 'files',
      deleteUserData: () => {
        throw new Error('The files are locked.')
      },
    }
    const app = create({ plugins: [failing] })
    const visit = await signIn(app)
    expect((await submit(visit, 'delete', { confirmation: 'delete' })).status).toBeGreaterThanOrEqual(400)
    expect(await app.store.getUserByEmail(email)).not.toBeNull()
    expect(await (await signIn(app)).getSession()).not.toBeNull()
  })

  test('a notice signs out everywhere without a session, once, by POST', async () => {
    const app = create()
    const visit = await signIn(app)
    await connectSecond(app, visit)
    const token = getToken(app, email)
    const anonymous = app.open()
    expect((await anonymous.get(`/auth/account/secure?token=${token}`)).status).toBe(200)
    expect(await visit.getSession()).not.toBeNull()
    expect((await submit(anonymous, 'secure', { token })).status).toBe(200)
    expect(await visit.getSession()).toBeNull()
    expect(await submit(anonymous, 'secure', { token })).toMatchObject({ body: { error: 'expired-link' } })
  })
})
