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

describe('pages of the app', () => {
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

describe('built-in pages', () => {
  const paths = ['signin', 'signout', 'error', 'verify-request', 'error?error=Configuration']
  test.each(paths)('%s is complete, private, and framed by nobody', async path => {
    const page = await app({}).open().get(`/auth/${path}`)
    const { headers } = page
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('private, no-cache, no-store')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toMatch(/^<!DOCTYPE html>/)
  })

  test.each([
    ['', 200],
    ['?error=Configuration', 500],
    ['?error=AccessDenied', 403],
    ['?error=Verification', 403],
    ['?error=constructor', 200],
  ])('the error page%s has status %i', async (query, status) => {
    expect((await app({}).open().get(`/auth/error${query}`)).status).toBe(status)
  })

  test('the forms of the sign-in page hold the token that signs in', async () => {
    const visit = app({}).open()
    const page = await (await visit.get('/auth/signin?callbackUrl=/wish')).text()
    const [, csrfToken = ''] = /name="csrfToken" value="([0-9a-f]{64})"/.exec(page) ?? []
    const back = await visit.post('/auth/callback/credentials', { csrfToken, ...ada })
    expect(leadsTo(back)).toBe(`${origin}/wish`)
  })
})
