import { MemoryAdapter } from 'latchkey/adapters/memory'
import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, makeApp, origin, roundTrip } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const own = {
  signIn: '/login?tab=1',
  signOut: '/bye',
  error: '/oops',
  verifyRequest: '/check-mail',
  newUser: '/welcome?step=1',
}

const app = (pages: object = own, more: object = {}) => {
  const op = lyingProvider()
  return makeApp({ op, providers: [op.provider(), credentials], pages, ...more })
}

describe('Behaviour section 2: pages of the app', () => {
  test.each([
    ['/auth/signin?callbackUrl=/a', `/login?tab=1&callbackUrl=${encodeURIComponent(`${origin}/a`)}`],
    ['/auth/signin?error=Sess%26x', `/login?tab=1&callbackUrl=${encodeURIComponent(origin)}&error=Sess%26x`],
    ['/auth/signin?csrfToken=x&code=y', `/login?tab=1&callbackUrl=${encodeURIComponent(origin)}`],
    ['/auth/signout', '/bye'],
    ['/auth/error?error=AccessDenied', '/oops?error=AccessDenied'],
    ['/auth/error', '/oops'],
    ['/auth/verify-request?provider=email&type=email', '/check-mail?provider=email&type=email'],
  ])('replace ours: %s', async (path, expected) => {
    expect(leadsTo(await app().open().get(path))).toBe(expected)
  })

  test('keep the CSRF cookie, which their forms need', async () => {
    const visit = app().open()
    await visit.get('/auth/signin')
    expect(visit.jar.get('__Host-authjs.csrf-token')).toBeDefined()
  })

  test('are told what failed', async () => {
    const visit = app().open()
    expect(leadsTo(await visit.signInWithCredentials({ ...ada, password: 'x' }))).toBe(
      `${origin}/login?tab=1&error=CredentialsSignin&code=credentials`,
    )
    const denied = app(own, { callbacks: { signIn: () => false } })
    expect(leadsTo(await denied.open().signInWithCredentials(ada))).toBe(`${origin}/oops?error=AccessDenied`)
  })

  test('whose path is empty count as not given', async () => {
    const visit = app({ signIn: '', signOut: '', error: '', verifyRequest: '' }).open()
    for (const action of ['signin', 'signout', 'error', 'verify-request'])
      expect((await visit.get(`/auth/${action}`)).status).toBe(200)
    expect(leadsTo(await visit.post('/auth/signout'))).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    expect(leadsTo(await visit.get('/auth/callback'))).toBe(`${origin}/auth/error?error=Configuration`)
  })

  test('may be on another host', async () => {
    const visit = app({
      error: 'https://www.example/oops?a=1#top',
      signIn: 'https://www.example/login',
    }).open()
    expect(leadsTo(await visit.get('/auth/signin/op'))).toBe(
      'https://www.example/oops?a=1&error=Configuration#top',
    )
    expect(leadsTo(await visit.post('/auth/signout'))).toBe('https://www.example/login?error=MissingCSRF')
  })

  describe('`pages.newUser`', () => {
    test('is where a new user lands, and knows where they wanted to go', async () => {
      const { op, open } = app(own, { adapter: MemoryAdapter() })
      const back = await roundTrip(open(), op, { callbackUrl: '/wish' })
      expect(leadsTo(back)).toBe(`/welcome?step=1&callbackUrl=${encodeURIComponent(`${origin}/wish`)}`)
      expect(leadsTo(await roundTrip(open(), op, { callbackUrl: '/wish' }))).toBe(`${origin}/wish`)
    })

    test('is for nobody where it is not known who is new', async () => {
      const { op, open } = app()
      expect(leadsTo(await roundTrip(open(), op))).toBe(origin)
    })
  })
})
