import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { describe, expect, test } from 'vitest'
import { createPlainAdapter, origin } from '../support/app.js'
import { createPasskeyApp, type PasskeySetup, requestOptions, send, signIn } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import type { Visitor } from '../support/visitor.js'

const email = 'ada@example.com'

/** Registers a passkey. Returns its device and the user handle of the options. */
async function registerPasskey(visit: Visitor, fields: Record<string, string> = {}, provider = 'passkey') {
  const device = new SoftAuthenticator(origin)
  const { options } = await requestOptions(visit, { action: 'register', ...fields }, provider)
  await send(visit, { action: 'register', data: device.register(options), provider })
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

const oldSecret = 'an old secret of more than 32 characters'
const newSecret = 'a newer secret of more than 32 characters'

/** A database that chooses the ids of its users. It creates the user, the account and the passkey one after the other. */
function createStoreWithOwnIds() {
  const store = MemoryAdapter()
  const adapter = {
    ...createPlainAdapter(store),
    createUser: (user: Parameters<typeof store.createUser>[0]) => store.createUser({ ...user, id: 'db-1' }),
  }
  return { store, adapter }
}

describe('the user handle in the record store', () => {
  test('is that of the first passkey, if the database chooses the ids of its users', async () => {
    const { store, adapter } = createStoreWithOwnIds()
    const { app, visit, first, userId } = await signUp({ store, adapter, records: MemoryAdapter().records })
    expect(userId).toBe('db-1')
    expect((await registerPasskey(visit)).handle).toBe(first.handle)
    const other = app.open()
    await signIn(other, first.device)
    expect(await readHandle(other)).toBe(first.handle)
  })

  test('is the same at each provider, and after all passkeys were removed', async () => {
    const { app, visit, first, userId } = await signUp({
      providers: [Passkey(), WebAuthn({ enableConditionalUI: false })],
    })
    expect((await registerPasskey(visit, {}, 'webauthn')).handle).toBe(first.handle)
    for (const { credentialID } of await app.store.listAuthenticatorsByUserId(userId))
      await app.store.deleteAuthenticator(credentialID)
    expect((await registerPasskey(visit, {}, 'webauthn')).handle).toBe(first.handle)
    expect((await registerPasskey(visit)).handle).toBe(first.handle)
  })

  test('stays the same when the oldest secret is removed', async () => {
    const { app, first } = await signUp({ secret: oldSecret })
    const rotated = createPasskeyApp({ store: app.store, secret: newSecret }).open()
    await signIn(rotated, first.device)
    expect(await readHandle(rotated)).toBe(first.handle)
  })

  test('is that of the first registration of a user who signed up before it was stored', async () => {
    const { app, visit, first, userId } = await signUp({ secret: oldSecret })
    await app.store.records.deleteRecord('passkey-user-handle', userId)
    expect((await registerPasskey(visit)).handle).toBe(first.handle)
    const rotated = createPasskeyApp({ store: app.store, secret: newSecret }).open()
    await signIn(rotated, first.device)
    expect(await readHandle(rotated)).toBe(first.handle)
  })

  test('is deleted with its user', async () => {
    const { app, userId } = await signUp()
    expect(await app.store.records.getRecord('passkey-user-handle', userId)).not.toBeNull()
    await app.store.deleteUser(userId)
    expect(await app.store.records.getRecord('passkey-user-handle', userId)).toBeNull()
  })

  test('is not stored if the store fails then: the passkey is registered, and the failure is logged', async () => {
    const { store, adapter } = createStoreWithOwnIds()
    const { records } = MemoryAdapter()
    const failing = {
      ...records,
      async putRecord(...args: Parameters<typeof records.putRecord>) {
        if (args[0].kind === 'passkey-user-handle') throw new Error('The store is down.')
        return records.putRecord(...args)
      },
    }
    const { app, first } = await signUp({ store, adapter, records: failing })
    expect(app.log.errors.map(({ name }) => name)).toEqual(['AdapterError'])
    const other = app.open()
    await signIn(other, first.device)
    expect(await other.getSession()).not.toBeNull()
  })
})
