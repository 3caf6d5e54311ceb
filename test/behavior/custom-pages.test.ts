import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, getLocation, origin, runRoundTrip } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const own = {
  signIn: '/login?tab=1',
  signOut: '/bye',
  error: '/oops',
  verifyRequest: '/check-mail',
  newUser: '/welcome?step=1',
}

const createApp = (pages: object = own, more: object = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], pages, ...more })
}

describe('custom pages', () => {
  test.each([
    ['/auth/signin?callbackUrl=/a', `/login?tab=1&callbackUrl=${encodeURIComponent(`${origin}/a`)}`],
    ['/auth/signin?error=Sess%26x', `/login?tab=1&callbackUrl=${encodeURIComponent(origin)}&error=Sess%26x`],
    ['/auth/signin?csrfToken=x&code=y', `/login?tab=1&callbackUrl=${encodeURIComponent(origin)}`],
    ['/auth/signout', '/bye'],
    ['/auth/error?error=AccessDenied', '/oops?error=AccessDenied'],
    ['/auth/error', '/oops'],
    ['/auth/error?error=AccessDenied&code=other', '/oops?error=AccessDenied'],
    ['/auth/error?error=Verification&code=link_changed', '/oops?error=Verification&code=link_changed'],
    [
      '/auth/error?error=WebAuthnVerificationError&code=unknown_credential',
      '/oops?error=WebAuthnVerificationError&code=unknown_credential',
    ],
    ['/auth/verify-request?provider=email&type=email', '/check-mail?provider=email&type=email'],
  ])('replace the built-in pages: %s', async (path, expected) => {
    expect(getLocation(await createApp().open().get(path))).toBe(expected)
  })

  test('set the CSRF cookie, which their forms need', async () => {
    const visit = createApp().open()
    await visit.get('/auth/signin')
    expect(visit.jar.get('__Host-authjs.csrf-token')).toBeDefined()
  })

  test('receive the error in the query', async () => {
    const visit = createApp().open()
    expect(getLocation(await visit.signInWithCredentials({ ...ada, password: 'x' }))).toBe(
      `${origin}/login?tab=1&error=CredentialsSignin&code=credentials`,
    )
    const denied = createApp(own, { callbacks: { signIn: () => false } })
    expect(getLocation(await denied.open().signInWithCredentials(ada))).toBe(
      `${origin}/oops?error=AccessDenied`,
    )
  })

  test('with an empty path are ignored', async () => {
    const visit = createApp({ signIn: '', signOut: '', error: '', verifyRequest: '' }).open()
    for (const action of ['signin', 'signout', 'error', 'verify-request'])
      expect((await visit.get(`/auth/${action}`)).status).toBe(200)
    expect(getLocation(await visit.post('/auth/signout'))).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(getLocation(await visit.get('/auth/callback'))).toBe(`${origin}/auth/error?error=Configuration`)
  })

  test('can be on another host', async () => {
    const visit = createApp({
      error: 'https://www.example/oops?a=1#top',
      signIn: 'https://www.example/login',
    }).open()
    expect(getLocation(await visit.get('/auth/signin/op'))).toBe(
      'https://www.example/oops?a=1&error=Configuration#top',
    )
    expect(getLocation(await visit.post('/auth/signout'))).toBe('https://www.example/login?error=MissingCSRF')
  })

  describe('`pages.newUser`', () => {
    test('is the redirect of a new user and receives the callback URL', async () => {
      const { op, open } = createApp(own, { adapter: MemoryAdapter() })
      const back = await runRoundTrip(open(), op, { callbackUrl: '/wish' })
      expect(getLocation(back)).toBe(`/welcome?step=1&callbackUrl=${encodeURIComponent(`${origin}/wish`)}`)
      expect(getLocation(await runRoundTrip(open(), op, { callbackUrl: '/wish' }))).toBe(`${origin}/wish`)
    })

    test('is not used without an adapter', async () => {
      const { op, open } = createApp()
      expect(getLocation(await runRoundTrip(open(), op))).toBe(origin)
    })
  })
})
