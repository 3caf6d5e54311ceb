import { Auth } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { makeApp, origin, secret } from '../../support/app.js'

const { answer, open } = makeApp()
const bare = (path: string, init?: RequestInit) => answer(new Request(origin + path, init))

describe('a path below the base path', () => {
  test.each([
    ['/auth/session', 'application/json'],
    ['/auth/session/', 'application/json'],
    ['/auth//session', 'application/json'],
    ['/auth/session///', 'application/json'],
    ['/auth/session/undefined', 'application/json'],
    ['/auth/csrf', 'application/json'],
    ['/auth/providers', 'application/json'],
    ['/auth/signin', 'text/html; charset=utf-8'],
    ['/auth/signin/', 'text/html; charset=utf-8'],
    ['/auth/signin/undefined', 'text/html; charset=utf-8'],
    ['/auth/signout', 'text/html; charset=utf-8'],
    ['/auth/error', 'text/html; charset=utf-8'],
    ['/auth/verify-request', 'text/html; charset=utf-8'],
    ['/auth/../auth/session', 'application/json'],
    ['/x/%2e%2e/auth/session', 'application/json'],
  ])('%s is answered', async (path, type) => {
    const response = await bare(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
  })

  test.each(['/auth/signin/op', '/auth/signin/op///', '/auth/callback/op', '/auth/callback/op/'])(
    '%s names a provider',
    async path => {
      const response = await bare(path)
      expect(response.headers.get('location')).toBe(`${origin}/auth/error?error=Configuration`)
    },
  )

  test.each([
    '/auth',
    '/auth/',
    '/auth//',
    '/authsession',
    '/authx/session',
    '//auth/session',
    '/Auth/session',
    '/AUTH/SESSION',
    '/auth/Session',
    '/auth/session/x',
    '/auth/csrf/op',
    '/auth/providers/op',
    '/auth/signout/op',
    '/auth/error/op',
    '/auth/verify-request/op',
    '/auth/signin/a/b',
    '/auth/signin/undefined/b',
    '/auth/undefined',
    '/auth/unknown',
    '/auth/sessio%6e',
    '/auth/session%2f',
    '/auth/%',
    '/auth/%ff',
    '/auth/session;x=1',
    '/auth/session.json',
    '/auth\\session/x',
    '/session',
    '/',
    '/x/auth/session',
  ])('%s names no action', async path => {
    const response = await bare(path)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).toBe('"Bad request."')
  })

  test('tells providers apart by every character', async () => {
    for (const id of ['OP', 'op%00', 'op.', 'op;x', '%20op', 'op%2f', '%6F%70%2Fop']) {
      const visit = open()
      const response = await visit.signIn(id)
      expect(response.headers.get('location'), id).toBe(`${origin}/auth/error?error=Configuration`)
    }
  })
})

describe('a method', () => {
  const paths = [
    'callback',
    'callback/op',
    'csrf',
    'error',
    'providers',
    'session',
    'signin',
    'signout',
    'verify-request',
  ]

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'GETX'])(
    '%s is answered by no action',
    async method => {
      for (const path of paths) {
        const response = await bare(`/auth/${path}`, { method })
        expect(response.status).toBe(400)
        expect(await response.text()).toBe('"Bad request."')
      }
    },
  )

  test.each([
    ['csrf', 'GET'],
    ['providers', 'GET'],
  ])('POST of %s is answered with 405, as data, and says what would do', async (path, allow) => {
    const response = await open().post(`/auth/${path}`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain(allow)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({ message: expect.any(String) })
  })

  test.each(['error', 'verify-request', 'signin', 'callback'])(
    'POST of %s without what it needs ends on a page of ours',
    async path => {
      const visit = open()
      const csrfToken = await visit.csrf()
      const response = await visit.post(`/auth/${path}`, { csrfToken })
      expect(response.headers.get('location')).toBe(`${origin}/auth/error?error=Configuration`)
    },
  )

  test.each(['GET', 'POST'])(
    '%s of `webauthn-options`, which this version has not, is answered as data',
    async method => {
      const response = await bare('/auth/webauthn-options/op', { method })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.status).toBeGreaterThanOrEqual(400)
    },
  )
})

test('the host, port and scheme of the request are those of every address we give', async () => {
  const config = { providers: makeApp().config.providers, secret, trustHost: true }
  for (const base of ['http://localhost:3000', 'https://app.example:8443', 'http://[::1]:4000']) {
    const response = await Auth(new Request(`${base}/auth/providers`), config)
    expect(await response.json()).toMatchObject({ op: { signinUrl: `${base}/auth/signin/op` } })
  }
})

test('cookies are `Secure` and prefixed exactly where the request is https, or where the configuration says', async () => {
  const names = async (base: string, useSecureCookies?: boolean) => {
    const config = { ...makeApp().config, useSecureCookies }
    const lines = (await Auth(new Request(`${base}/auth/csrf`), config)).headers.getSetCookie()
    return lines.map(line => `${line.split('=')[0]}${line.includes('; Secure') ? ' secure' : ''}`).sort()
  }
  const secure = ['__Host-authjs.csrf-token secure', '__Secure-authjs.callback-url secure']
  const plain = ['authjs.callback-url', 'authjs.csrf-token']
  expect(await names('https://app.example')).toEqual(secure)
  expect(await names('http://app.example')).toEqual(plain)
  expect(await names('http://app.example', true)).toEqual(secure)
  expect(await names('https://app.example', false)).toEqual(plain)
})
