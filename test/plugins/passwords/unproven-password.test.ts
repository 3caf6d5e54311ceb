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
  serverHead,
  signIn,
  strategies,
  submit,
} from './passwords-app.js'

const plantedPassword = 'the password of a thief'

/** How another person prepares an account with the email address of the owner. Each returns the browser of that person. */
const preparations: Readonly<Record<string, (app: PasswordsApp) => Promise<Visitor>>> = {
  async 'a sign-up that is not confirmed'(app) {
    const thief = app.open()
    await submit(thief, 'sign-up', { email, password: plantedPassword })
    return thief
  },
  async 'an imported password of an unverified address'(app) {
    const { id } = await app.store.createUser({ id: 'ada', email, emailVerified: null })
    const hash = await createHash()
    await app.api.importHash(serverHead, id, hash)
    const thief = app.open()
    expect((await signIn(thief, { password: plantedPassword })).status).toBe(200)
    expect(await getUserEmail(thief)).toBe(email)
    return thief
  },
}

/** How the owner of the address comes later. Each returns their browser. */
const arrivals: Readonly<Record<string, (app: PasswordsApp) => Promise<Visitor>>> = {
  'a magic link': arriveByLink,
  async 'an account that is linked by email'(app) {
    const owner = app.open()
    await runRoundTrip(owner, app.op, { as: { sub: 'ada', email, email_verified: true } })
    return owner
  },
  async 'a reset link'(app) {
    await submit(app.open(), 'forgot', { email })
    const owner = app.open()
    const reset = await submit(owner, 'reset', { token: getToken(app), password: newPassword })
    if (reset.status === 200) {
      await signIn(owner, { password: newPassword })
      return owner
    }
    return await arriveBySignUp(app)
  },
  'a sign-up': arriveBySignUp,
}

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

/** Returns the hash of the planted password, as another system stored it. */
async function createHash(): Promise<string> {
  const other = createPasswordsApp()
  const visit = other.open()
  await submit(visit, 'sign-up', { email: 'thief@example.com', password: plantedPassword })
  await submit(visit, 'verify', { token: getToken(other) })
  const user = await other.store.getUserByEmail?.('thief@example.com')
  const record = await other.store.records.getRecord('password', user?.id ?? '')
  return String(Object(record?.value).hash)
}

describe.each(strategies)('with %s sessions', strategy => {
  for (const [preparation, prepare] of Object.entries(preparations))
    test.each(Object.entries(arrivals))(
      `after ${preparation}, the owner who comes with %s has the account alone`,
      async (_, arrive) => {
        const app = createPasswordsApp({ session: { strategy }, revocation: { maxStale: 0 } })
        app.config.providers = [
          app.op.provider({ allowDangerousEmailAccountLinking: true }),
          app.links.provider,
        ]
        const thief = await prepare(app)
        const owner = await arrive(app)
        expect(await getUserEmail(owner)).toBe(email)
        expect(await getUserEmail(thief)).toBeNull()
        expect(await signIn(app.open(), { password: plantedPassword })).toMatchObject({
          status: 400,
          body: { error: 'wrong-credentials' },
        })
        const user = await app.store.getUserByEmail?.(email)
        expect(user?.emailVerified ?? 'linked').toBeTruthy()
      },
    )
})

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
    expect((await submit(thief, 'change', { password: plantedPassword })).status).toBe(200)
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
