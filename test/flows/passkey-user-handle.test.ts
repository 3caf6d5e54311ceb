import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { createPasskeyApp, type PasskeySetup, requestOptions, send, signIn } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

const email = 'ada@example.com'

/** Registers a passkey. Returns its device and the user handle of the options. */
async function registerPasskey(visit: Visitor, fields: Record<string, string> = {}) {
  const device = new SoftAuthenticator(origin)
  const { options } = await requestOptions(visit, { action: 'register', ...fields })
  await send(visit, { action: 'register', data: device.register(options) })
  expect(await visit.getSession()).not.toBeNull()
  return { device, handle: options.user.id }
}

async function readHandle(visit: Visitor, fields: Record<string, string> = {}): Promise<string> {
  return (await requestOptions(visit, { action: 'register', ...fields })).options.user.id
}

/** Signs up with a passkey. */
async function signUp(setup: PasskeySetup = {}) {
  const app = createPasskeyApp(setup)
  const visit = app.open()
  const first = await registerPasskey(visit, { email })
  const user = await app.store.getUserByEmail(email)
  return { app, visit, first, userId: String(user?.id) }
}

describe('the user handle of a passkey', () => {
  test('is the same for each passkey of a user, from the first one on, in each browser', async () => {
    const { app, visit, first } = await signUp()
    const second = await registerPasskey(visit)
    const other = app.open()
    await signIn(other, second.device)
    expect([second.handle, await readHandle(other), await readHandle(visit)]).toEqual(
      Array(3).fill(first.handle),
    )
  })

  test('differs between users and apps, and contains neither the id nor the email', async () => {
    const { app, visit, first, userId } = await signUp()
    const grace = app.open()
    const { handle } = await registerPasskey(grace, { email: 'grace@example.com' })
    expect(handle).not.toBe(first.handle)
    const { first: elsewhere } = await signUp({ secret: 'another secret of more than 32 characters' })
    expect(elsewhere.handle).not.toBe(first.handle)
    const bytes = Buffer.from(await readHandle(visit), 'base64url')
    expect(bytes).toHaveLength(32)
    for (const text of [userId, email]) expect(bytes.toString('latin1')).not.toContain(text)
  })

  test('does not tell a visitor whether an email has an account', async () => {
    const { app, first } = await signUp()
    const handles = [await readHandle(app.open(), { email }), await readHandle(app.open(), { email })]
    expect(new Set([...handles, first.handle]).size).toBe(3)
  })

  test('stays the same when a secret is added', async () => {
    const { app, visit, first } = await signUp()
    const secret = ['a newer secret of more than 32 characters', String(app.config.secret)]
    const rotated = createPasskeyApp({ store: app.store, secret }).open()
    await signIn(rotated, first.device)
    expect(await readHandle(rotated)).toBe(first.handle)
    expect(await readHandle(visit)).toBe(first.handle)
  })

  test('of an earlier registration with another value still signs in', async () => {
    const { app, first } = await signUp()
    const visit = app.open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const credential = JSON.parse(first.device.authenticate(options))
    credential.response.userHandle = Buffer.alloc(32, 7).toString('base64url')
    await send(visit, { action: 'authenticate', data: JSON.stringify(credential) })
    expect(await visit.getSession()).not.toBeNull()
  })
})
