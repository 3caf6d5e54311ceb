import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { SoftAuthenticator } from '../support/authenticator.js'
import { address, ask, passkeyApp, path, register, registered, send } from '../support/passkeys.js'

const aUser = (email: string) => ({ id: 'grace', name: null, email, emailVerified: null })

describe('the address of somebody who registers', () => {
  test.each([' Grace@Example.COM ', 'grace@example.com', 'ｇｒａｃｅ@example.com'])(
    'is kept in its one form: %s',
    async typed => {
      const { open, store } = passkeyApp()
      const visit = open()
      const { options } = await ask(visit, { action: 'register', email: typed })
      expect(options.user).toMatchObject({ name: address, displayName: address })
      const data = new SoftAuthenticator(origin).register(options)
      expect(path(await send(visit, { action: 'register', data }))).toBe('')
      expect(await store.getUserByEmail(address)).not.toBeNull()
    },
  )

  test('finds its owner in any form, at sign-in and at a second registration', async () => {
    const { open, device } = await registered()
    const { options } = await ask(open(), { action: 'authenticate', email: 'GRACE@example.com' })
    expect(options.allowCredentials).toContainEqual(expect.objectContaining({ id: device.credentialId }))
    const { response } = await register(open(), 'GRACE@example.com')
    expect(path(response)).toBe('/auth/signin?error=AccountNotLinked')
  })

  test.each(['grace', 'a@b@example.com', 'grace@example.com\r\nbcc: all', 'grace@', '"grace"@example.com'])(
    'must be one: %j',
    async email => {
      const { open } = passkeyApp()
      const query = new URLSearchParams({ action: 'register', email })
      const response = await open().get(`/auth/webauthn-options/passkey?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: 'Invalid request' })
    },
  )

  test('makes the same decoys in any form, as the passkeys of a known one are the same', async () => {
    const { open } = passkeyApp()
    const decoys = async (email: string) =>
      (await ask(open(), { action: 'authenticate', email })).options.allowCredentials
    expect(await decoys('Nobody@Example.com')).toEqual(await decoys('nobody@example.com'))
  })
})

describe('an address that the reference kept as it was typed', () => {
  test.each(['Grace@Example.com', 'grace'])('finds its owner: %s', async email => {
    const store = MemoryAdapter()
    const { grace, open, device } = await registered({ store })
    const user = await store.getUserByEmail(address)
    await store.updateUser({ id: user?.id ?? '', email })
    const { options } = await ask(open(), { action: 'authenticate', email })
    expect(options.allowCredentials).toContainEqual(expect.objectContaining({ id: device.credentialId }))
    expect(await grace.session()).not.toBeNull()
  })

  test('is not registered twice, and the options do not tell', async () => {
    const store = MemoryAdapter()
    await store.createUser(aUser('Grace@Example.com'))
    const { open } = passkeyApp({ store })
    const visit = open()
    const { options } = await ask(visit, { action: 'register', email: 'Grace@Example.com' })
    expect(options.user.name).toBe(address)
    const data = new SoftAuthenticator(origin).register(options)
    expect(path(await send(visit, { action: 'register', data }))).toBe('/auth/signin?error=AccountNotLinked')
    expect(await store.getUserByEmail(address)).toBeNull()
  })
})
