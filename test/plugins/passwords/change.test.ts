import { describe, expect, test, vi } from 'vitest'
import { runRoundTrip } from '../../support/app.js'
import {
  createPasswordsApp,
  email,
  getUserEmail,
  json,
  newPassword,
  password,
  serverHead,
  signIn,
  signUp,
  strategies,
  submit,
} from './passwords-app.js'

const revocation = { maxStale: 0 }

describe.each(strategies)('change with %s sessions', strategy => {
  const session = { strategy }

  test('needs the current password, keeps this session, ends the others and tells the user', async () => {
    const app = createPasswordsApp({ session, revocation })
    const visit = await signUp(app)
    const other = app.open()
    await signIn(other)
    const fields = { currentPassword: 'a wrong password', password: newPassword }
    expect(await submit(visit, 'change', fields)).toMatchObject({
      status: 400,
      body: { error: 'wrong-password' },
    })
    expect(await submit(visit, 'change', { password: newPassword })).toMatchObject({
      body: { error: 'wrong-password' },
    })
    expect((await submit(visit, 'change', { ...fields, currentPassword: password })).status).toBe(200)
    expect(await getUserEmail(visit)).toBe(email)
    expect(await getUserEmail(other)).toBeNull()
    expect(app.sent.at(-1)).toMatchObject({ subject: 'Your account at app.example has a new password' })
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('a user of another method sets a first password, after a recent sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const app = createPasswordsApp({ session, revocation })
    const visit = app.open()
    await runRoundTrip(visit, app.op, { as: { sub: 'ada', email, email_verified: true } })
    vi.setSystemTime(Date.now() + 3_600_000)
    expect(await submit(visit, 'change', { password: newPassword })).toMatchObject({
      status: 403,
      body: { error: 'recent-sign-in-required', url: expect.any(String) },
    })
    const fresh = app.open()
    await runRoundTrip(fresh, app.op, { as: { sub: 'ada', email, email_verified: true } })
    expect((await submit(fresh, 'change', { password: newPassword })).status).toBe(200)
    expect(await getUserEmail(visit)).toBeNull()
    vi.useRealTimers()
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('a signed-out visitor changes nothing', async () => {
    const app = createPasswordsApp({ session })
    expect(await submit(app.open(), 'change', { password: newPassword })).toMatchObject({
      status: 401,
      body: { error: 'signed-out' },
    })
  })

  test('server code sets the password of a user, and ends all sessions', async () => {
    const app = createPasswordsApp({ session, revocation })
    const visit = await signUp(app)
    const user = await app.store.getUserByEmail?.(email)
    const refused = await app.api.setPassword(serverHead, user?.id ?? '', 'short')
    expect(refused.data).toBe('too-short')
    expect((await app.api.setPassword(serverHead, user?.id ?? '', newPassword)).data).toBeNull()
    expect(await getUserEmail(visit)).toBeNull()
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
    await expect(app.api.setPassword(serverHead, 'unknown', newPassword)).rejects.toThrow('the id of no user')
  })
})

test('the page of a user without a password has no field for it', async () => {
  const app = createPasswordsApp()
  const visit = app.open()
  await runRoundTrip(visit, app.op, { as: { sub: 'ada', email, email_verified: true } })
  const page = await (await visit.get('/auth/passwords/change')).text()
  expect(page).toContain('Set a password')
  expect(page).not.toContain('currentPassword')
  expect(page).toMatch(/<input type="password"[^>]*autocomplete="new-password"/)
  expect(page).toContain('passwordrules="minlength: 15; allowed: unicode;"')
  expect(await (await visit.get('/auth/passwords/change', json)).json()).toEqual({ hasPassword: false })
})
