import { randomBytes, randomUUID } from 'node:crypto'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import {
  createPasskeyApp as app,
  defaultEmail,
  getLocationPath,
  register,
  requestOptions,
  send,
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

describe('a passkey registration', () => {
  test('can be completed once, even if its user was deleted in between', async () => {
    const { open, store } = app()
    const visit = open()
    const device = new SoftAuthenticator(origin)
    const { options } = await requestOptions(visit, { action: 'register', email: defaultEmail })
    const data = device.register(options)
    const thief = visit.cloneWithCookies()
    expect(getLocationPath(await send(visit, { action: 'register', data }))).toBe('')
    await store.deleteUser((await store.getUserByEmail(defaultEmail))?.id ?? '')
    expect(getLocationPath(await send(thief, { action: 'register', data }))).toBe(verificationFailedPath)
    expect(await store.getUserByEmail(defaultEmail)).toBeNull()
  })

  test.each([
    [1023, ''],
    [1024, verificationFailedPath],
  ])('with a credential id of %i bytes, WebAuthn Level 3 section 7.1', async (length, place) => {
    const device = new SoftAuthenticator(origin, randomBytes(length))
    expect(getLocationPath((await register(app().open(), defaultEmail, device)).response)).toBe(place)
  })

  test('with more user data than fits into a cookie is rejected with 400', async () => {
    const user = { email: defaultEmail, name: 'Grace '.repeat(300) }
    const getUserInfo = async () => ({ user, exists: false as const })
    const visit = app({ providers: [Passkey({ getUserInfo })] }).open()
    const answer = await visit.get('/auth/webauthn-options/passkey?action=register')
    expect(answer.status).toBe(400)
    expect(answer.headers.getSetCookie().join()).not.toContain('challenge')
  })

  test('with the account id of another user is rejected with AccountNotLinked', async () => {
    const store = MemoryAdapter()
    const device = new SoftAuthenticator(origin)
    const owner = await store.createUser({ id: randomUUID(), email: 'ada@example.com', emailVerified: null })
    const providerAccountId = device.id.toString('base64')
    await store.linkAccount({ provider: 'passkey', providerAccountId, type: 'webauthn', userId: owner.id })
    const visit = app({ store }).open()
    const { response } = await register(visit, 'mallory@example.com', device)
    expect(getLocationPath(response)).toBe('/auth/signin?error=AccountNotLinked')
    expect(await visit.getSession()).toBeNull()
    expect(await store.listAuthenticatorsByUserId(owner.id)).toEqual([])
  })
})
