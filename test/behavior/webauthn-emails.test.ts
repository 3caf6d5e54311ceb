import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  createPasskeyApp,
  createRegisteredUser,
  defaultEmail,
  getLocationPath,
  register,
  requestOptions,
  send,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

const createUser = (email: string) => ({ id: 'grace', name: null, email, emailVerified: null })

describe('the email of a registration', () => {
  test.each([' Grace@Example.COM ', 'grace@example.com', 'ｇｒａｃｅ@example.com'])(
    'is normalized: %s',
    async typed => {
      const { open, store } = createPasskeyApp()
      const visit = open()
      const { options } = await requestOptions(visit, { action: 'register', email: typed })
      expect(options.user).toMatchObject({ name: defaultEmail, displayName: defaultEmail })
      const data = new SoftAuthenticator(origin).register(options)
      expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe('')
      expect(await store.getUserByEmail(defaultEmail)).not.toBeNull()
    },
  )

  test('finds its user in any spelling, at sign-in and at registration', async () => {
    const { open, device } = await createRegisteredUser()
    const { options } = await requestOptions(open(), { action: 'authenticate', email: 'GRACE@example.com' })
    expect(options.allowCredentials).toContainEqual(expect.objectContaining({ id: device.credentialId }))
    const { response } = await register(open(), 'GRACE@example.com')
    expect(getLocationPath(response)).toBe('/auth/signin?error=AccountNotLinked')
  })

  test.each(['grace', 'a@b@example.com', 'grace@example.com\r\nbcc: all', 'grace@', '"grace"@example.com'])(
    'must be valid: %j',
    async email => {
      const { open } = createPasskeyApp()
      const query = new URLSearchParams({ action: 'register', email })
      const response = await open().get(`/auth/webauthn-options/passkey?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: 'Invalid request' })
    },
  )

  test('has the same decoy credentials in any spelling', async () => {
    const { open } = createPasskeyApp()
    const decoys = async (email: string) =>
      (await requestOptions(open(), { action: 'authenticate', email })).options.allowCredentials
    expect(await decoys('Nobody@Example.com')).toEqual(await decoys('nobody@example.com'))
  })
})

describe('an email that Auth.js stored without normalization', () => {
  test.each(['Grace@Example.com', 'grace'])('finds its user: %s', async email => {
    const store = MemoryAdapter()
    const { grace, open, device } = await createRegisteredUser({ store })
    const user = await store.getUserByEmail(defaultEmail)
    await store.updateUser({ id: user?.id ?? '', email })
    const { options } = await requestOptions(open(), { action: 'authenticate', email })
    expect(options.allowCredentials).toContainEqual(expect.objectContaining({ id: device.credentialId }))
    expect(await grace.getSession()).not.toBeNull()
  })

  test('cannot be registered again, and the options do not reveal it', async () => {
    const store = MemoryAdapter()
    await store.createUser(createUser('Grace@Example.com'))
    const { open } = createPasskeyApp({ store })
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'register', email: 'Grace@Example.com' })
    expect(options.user.name).toBe(defaultEmail)
    const data = new SoftAuthenticator(origin).register(options)
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe(
      '/auth/signin?error=AccountNotLinked',
    )
    expect(await store.getUserByEmail(defaultEmail)).toBeNull()
  })
})
