import { describe, expect, test } from 'vitest'
import { runRoundTrip } from '../../support/app.js'
import type { Visitor } from '../../support/visitor.js'
import {
  createPasswordsApp,
  email,
  getToken,
  getUserEmail,
  newPassword,
  type PasswordsApp,
  signIn,
  submit,
} from './passwords-app.js'

const plantedPassword = 'the password of a thief'

async function arriveByLink(app: PasswordsApp): Promise<Visitor> {
  const owner = app.open()
  await owner.signIn('mail', { email })
  await owner.get(app.links.getLatestEmail().url)
  return owner
}

/** An address that has an account gets no link to confirm: the owner then uses a magic link. */
async function arriveBySignUp(app: PasswordsApp): Promise<Visitor> {
  const owner = app.open()
  await submit(owner, 'sign-up', { email, password: newPassword })
  if (getToken(app)) await submit(owner, 'verify', { token: getToken(app) })
  else await owner.get((await requestLink(app, owner)).url)
  return owner
}

async function requestLink(app: PasswordsApp, owner: Visitor) {
  await owner.signIn('mail', { email })
  return app.links.getLatestEmail()
}

describe('a password of a user whose account another method created', () => {
  test('is deleted when a magic link proves the address for the first time, and a later one stays', async () => {
    const app = createPasswordsApp({ revocation: { maxStale: 0 } })
    const visit = app.open()
    await runRoundTrip(visit, app.op, { as: { sub: 'ada', email, email_verified: true } })
    expect((await submit(visit, 'change', { password: newPassword })).status).toBe(200)
    await arriveByLink(app)
    expect((await app.store.getUserByEmail?.(email))?.emailVerified).toBeInstanceOf(Date)
    expect(await getUserEmail(visit)).toBeNull()
    expect(await signIn(app.open(), { password: newPassword })).toMatchObject({ status: 400 })
    const fresh = await arriveByLink(app)
    expect((await submit(fresh, 'change', { password: newPassword })).status).toBe(200)
    await arriveByLink(app)
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
  })

  test('opens no account of the owner of the address, and is not reset by them, if the user only claimed the address', async () => {
    const app = createPasswordsApp({ revocation: { maxStale: 0 } })
    const thief = app.open()
    await runRoundTrip(thief, app.op, { as: { sub: 'eve', email, email_verified: false } })
    const refused = await submit(thief, 'change', { password: plantedPassword })
    expect(refused).toMatchObject({
      status: 403,
      body: { error: 'unverified-email', url: expect.stringContaining('/auth/passwords/send-confirmation') },
    })
    await submit(thief, 'send-confirmation')
    expect(await submit(app.open(), 'confirm-email', { token: getToken(app) })).toMatchObject({
      body: { error: 'other-browser' },
    })
    expect(await signIn(app.open(), { password: plantedPassword })).toMatchObject({
      body: { error: 'wrong-credentials' },
    })
    await submit(app.open(), 'forgot', { email })
    expect(app.sent.at(-1)?.subject).toBe('No account at app.example')
    const owner = await arriveBySignUp(app)
    expect(await getUserEmail(owner)).toBe(email)
    expect((await signIn(app.open(), { password: newPassword })).status).toBe(200)
    expect(await signIn(app.open(), { password: plantedPassword })).toMatchObject({
      body: { error: 'wrong-credentials' },
    })
    const session = await thief.getSession()
    expect(Object(session?.['user']).email).not.toBe(email)
  })
})
