import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { origin } from '../support/app.js'
import { SoftAuthenticator } from '../support/authenticator.js'
import { address, ask, failed, passkeyApp, path, register, registered, send } from '../support/passkeys.js'

describe('Behaviour section 21: what the reference gets wrong, passkeys', () => {
  test('D3: a stored session that is over makes nobody a member: its owner gets no second passkey', async () => {
    const store = MemoryAdapter()
    const { grace, device } = await registered({ store, session: { strategy: 'database' } })
    const begun = await ask(grace, { action: 'register' })
    const token = grace.jar.get('__Secure-authjs.session-token')?.value ?? ''
    await store.updateSession({ sessionToken: token, expires: new Date(Date.now() - 1000) })

    expect((await grace.get('/auth/webauthn-options/passkey?action=register')).status).toBe(400)
    expect((await ask(grace, {})).action).toBe('authenticate')
    const data = new SoftAuthenticator(origin).register(begun.options)
    expect(path(await send(grace, { action: 'register', data }))).toBe('/auth/error?error=Configuration')
    const kept = await store.getAuthenticator(device.id.toString('base64'))
    expect(await store.listAuthenticatorsByUserId(kept?.userId ?? '')).toHaveLength(1)
  })

  test('D7: a string from `signIn` is where the visitor goes, and nobody is signed in', async () => {
    const { open, store } = passkeyApp({ callbacks: { signIn: () => '/not-yet' } })
    const visit = open()
    const { response } = await register(visit, address)
    expect(path(response)).toBe('/not-yet')
    expect(await visit.session()).toBeNull()
    expect(await store.getUserByEmail(address)).toBeNull()
  })

  test('D7: a signed-in user without an address adds a passkey', async () => {
    const { grace, store } = await registered()
    const user = await store.getUserByEmail(address)
    await store.updateUser({ id: user?.id ?? '', email: '', name: 'Grace' })
    const { options } = await ask(grace, { action: 'register' })
    const data = new SoftAuthenticator(origin).register(options)
    expect(path(await send(grace, { action: 'register', data }))).toBe('')
    expect(await store.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(2)
  })

  test('D7: where the script asks does not depend on the query of the page', async () => {
    const page = await passkeyApp().open().get('/auth/signin?callbackUrl=/a/b/c&x=/y')
    expect(await page.text()).toContain(`data-passkey="${origin}/auth/webauthn-options/passkey"`)
  })

  test('D15: the cookie of a challenge is worth nothing once its answer was used', async () => {
    const { open, device } = await registered()
    const visit = open()
    const { options } = await ask(visit, { action: 'authenticate' })
    const copy = visit.thief()
    await send(visit, { action: 'authenticate', data: device.authenticate(options) })
    const again = device.authenticate(options)
    expect(path(await send(copy, { action: 'authenticate', data: again }))).toBe(failed)
  })

  test.each([
    'a@example.com\r\nbcc: b@example.com',
    'a@example.com,b@example.com',
    '<a@example.com>',
    'a b@c.d',
  ])('D22: %j is registered by nobody', async email => {
    const query = new URLSearchParams({ action: 'register', email })
    const answer = await passkeyApp().open().get(`/auth/webauthn-options/passkey?${query}`)
    expect(answer.status).toBe(400)
  })

  test('D30: the script comes with the page, and from no other host', async () => {
    const page = await passkeyApp().open().get('/auth/signin')
    const markup = await page.text()
    expect(markup).not.toMatch(/unpkg|<script[^>]+src|https:\/\/(?!app\.example)/)
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'sha256-[^']+'; connect-src 'self'/,
    )
  })

  test('D54: the answers for somebody with an account and for somebody without look alike', async () => {
    const { open } = await registered()
    const looks = async (action: string, email: string) => {
      const { options } = await ask(open(), { action, email })
      const text = JSON.stringify(options)
        .replaceAll(email, '')
        .replace(/"[\w-]{20,}"/g, '""')
      return text
    }
    for (const action of ['authenticate', 'register'])
      expect(await looks(action, address)).toBe(await looks(action, 'nobody@example.com'))
  })
})
