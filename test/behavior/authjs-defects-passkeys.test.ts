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
  verificationFailedPath,
} from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'

describe('differences from Auth.js: passkeys', () => {
  test('an expired database session cannot add a passkey', async () => {
    const store = MemoryAdapter()
    const { grace, device } = await createRegisteredUser({ store, session: { strategy: 'database' } })
    const begun = await requestOptions(grace, { action: 'register' })
    const token = grace.jar.get('__Secure-authjs.session-token')?.value ?? ''
    await store.updateSession({ sessionToken: token, expires: new Date(Date.now() - 1000) })

    expect((await grace.get('/auth/webauthn-options/passkey?action=register')).status).toBe(400)
    expect((await requestOptions(grace, {})).action).toBe('authenticate')
    const data = new SoftAuthenticator(origin).register(begun.options)
    expect(getLocationPath(await send(grace, { action: 'register', data }))).toBe(
      '/auth/error?error=Configuration',
    )
    const kept = await store.getAuthenticator(device.id.toString('base64'))
    expect(await store.listAuthenticatorsByUserId(kept?.userId ?? '')).toHaveLength(1)
  })

  test('a string from the `signIn` callback redirects there without signing in', async () => {
    const { open, store } = createPasskeyApp({ callbacks: { signIn: () => '/not-yet' } })
    const visit = open()
    const { response } = await register(visit, defaultEmail)
    expect(getLocationPath(response)).toBe('/not-yet')
    expect(await visit.getSession()).toBeNull()
    expect(await store.getUserByEmail(defaultEmail)).toBeNull()
  })

  test('a signed-in user without an email can add a passkey', async () => {
    const { grace, store } = await createRegisteredUser()
    const user = await store.getUserByEmail(defaultEmail)
    await store.updateUser({ id: user?.id ?? '', email: '', name: 'Grace' })
    const { options } = await requestOptions(grace, { action: 'register' })
    const data = new SoftAuthenticator(origin).register(options)
    expect(getLocationPath(await send(grace, { action: 'register', data }))).toBe('')
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)
  })

  test('the options URL of the passkey script does not depend on the query of the page', async () => {
    const page = await createPasskeyApp().open().get('/auth/signin?callbackUrl=/a/b/c&x=/y')
    expect(await page.text()).toContain(`data-passkey="${origin}/auth/webauthn-options/passkey"`)
  })

  test('the challenge cookie cannot be used again after its response was verified', async () => {
    const { open, device } = await createRegisteredUser()
    const visit = open()
    const { options } = await requestOptions(visit, { action: 'authenticate' })
    const copy = visit.cloneWithCookies()
    await send(visit, { action: 'authenticate', data: device.authenticate(options) })
    const again = device.authenticate(options)
    expect(getLocationPath(await send(copy, { action: 'authenticate', data: again }))).toBe(
      verificationFailedPath,
    )
  })

  test.each([
    'a@example.com\r\nbcc: b@example.com',
    'a@example.com,b@example.com',
    '<a@example.com>',
    'a b@c.d',
  ])('registration with the email %j returns 400', async email => {
    const query = new URLSearchParams({ action: 'register', email })
    const answer = await createPasskeyApp().open().get(`/auth/webauthn-options/passkey?${query}`)
    expect(answer.status).toBe(400)
  })

  test('the passkey script is inline, and the CSP allows no other host', async () => {
    const page = await createPasskeyApp().open().get('/auth/signin')
    const markup = await page.text()
    expect(markup).not.toMatch(/unpkg|<script[^>]+src|https:\/\/(?!app\.example)/)
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[^']+'; connect-src 'self'/,
    )
  })

  test('the options do not reveal whether an email belongs to a user', async () => {
    const { open } = await createRegisteredUser()
    const looks = async (action: string, email: string) => {
      const { options } = await requestOptions(open(), { action, email })
      expect(options.allowCredentials?.length).not.toBe(0)
      const text = JSON.stringify({ ...options, allowCredentials: typeof options.allowCredentials })
        .replaceAll(email, '')
        .replace(/"[\w-]{20,}"/g, '""')
      return text
    }
    for (const action of ['authenticate', 'register'])
      expect(await looks(action, defaultEmail)).toBe(await looks(action, 'nobody@example.com'))
  })
})
