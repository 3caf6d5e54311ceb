import { describe, expect, test } from 'vitest'
import { createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const { answer, open } = createTestApp()
const json = { 'content-type': 'application/json' }
const sendBareRequest = (path: string, init?: RequestInit) => answer(new Request(origin + path, init))

function createBareApp() {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials] })
}

describe('requests', () => {
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
    ])('%s returns 200', async (path, type) => {
      const response = await sendBareRequest(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
    })

    test.each([
      ['/auth/signin/op', 'error?error=Configuration'],
      ['/auth/signin/op///', 'error?error=Configuration'],
      ['/auth/callback/op', 'signin?error=OAuthCallbackError'],
      ['/auth/callback/op/', 'signin?error=OAuthCallbackError'],
    ])('%s has a provider', async (path, page) => {
      const response = await sendBareRequest(path)
      expect(response.headers.get('location')).toBe(`${origin}/auth/${page}`)
    })

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
    ])('%s returns 400', async path => {
      const response = await sendBareRequest(path)
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).toBe('"Bad request."')
    })

    test('distinguishes provider ids by every character', async () => {
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
      '%s returns 400 for all actions',
      async method => {
        for (const path of paths) {
          const response = await sendBareRequest(`/auth/${path}`, { method })
          expect(response.status).toBe(400)
          expect(await response.text()).toBe('"Bad request."')
        }
      },
    )

    test.each([
      ['POST', 'csrf', 405, 'GET, HEAD'],
      ['POST', 'providers', 405, 'GET, HEAD'],
      ['POST', 'webauthn-options', 405, 'GET, HEAD'],
      ['GET', 'webauthn-options', 500, null],
      ['GET', 'webauthn-options/op', 500, null],
      ['GET', 'webauthn-options/nobody', 500, null],
    ])('%s %s returns %i as JSON', async (method, path, status, allow) => {
      const response = await sendBareRequest(`/auth/${path}`, { method })
      expect(response.status).toBe(status)
      expect(response.headers.get('allow')).toBe(allow)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toEqual({ message: expect.stringMatching(/.+/) })
    })

    test.each([
      ['GET', 'callback', 'InvalidProvider'],
      ['POST', 'callback', 'InvalidProvider'],
      ['GET', 'callback/nobody', 'InvalidProvider'],
      ['POST', 'callback/nobody', 'InvalidProvider'],
      ['GET', 'callback/credentials', 'InvalidProvider'],
      ['GET', 'signin/op', 'UnknownAction'],
      ['GET', 'signin/nobody', 'InvalidProvider'],
      ['POST', 'signin', 'InvalidProvider'],
      ['POST', 'error', 'UnknownAction'],
      ['POST', 'verify-request', 'UnknownAction'],
    ])('%s %s redirects to the error page and logs %s', async (method, path, type) => {
      const { log, ...app } = createBareApp()
      const visit = app.open()
      const csrfToken = await visit.getCsrfToken()
      const to = `/auth/${path}`
      const response = await (method === 'POST' ? visit.post(to, { csrfToken }) : visit.get(to))
      expect(getLocation(response)).toBe(`${origin}/auth/error?error=Configuration`)
      expect(log.types()).toEqual([type])
    })
  })

  describe('a bad request', () => {
    test.each([
      ['an unsupported method', 'session', { method: 'PUT' }],
      ['an unknown action', 'nothing', {}],
      ['invalid JSON', 'signout', { method: 'POST', body: '{"a', headers: json }],
      ['a JSON array', 'signout', { method: 'POST', body: '[]', headers: json }],
      ['JSON null', 'signout', { method: 'POST', body: 'null', headers: json }],
      ['a JSON string', 'signout', { method: 'POST', body: '"a"', headers: json }],
      ['empty JSON', 'signout', { method: 'POST', body: '', headers: json }],
    ])('with %s returns 400 without cookies and logs UnknownAction', async (_, path, init) => {
      const { answer, log } = createBareApp()
      const response = await answer(new Request(`${origin}/auth/${path}`, init))
      expect(response.status).toBe(400)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.text()).toBe('"Bad request."')
      expect(response.headers.getSetCookie()).toEqual([])
      expect(log.types()).toEqual(['UnknownAction'])
    })
  })

  describe('a body', () => {
    /** The fields that `authorize` receives from a POST with this content type. */
    async function read(type: string | null, write: (csrfToken: string) => string): Promise<unknown> {
      const given: unknown[] = []
      const authorize = async (fields: object) => void given.push(fields)
      const visit = createTestApp({ providers: [{ ...credentials, authorize: authorize as never }] }).open()
      const csrfToken = await visit.getCsrfToken()
      await visit.post('/auth/callback/credentials', write(csrfToken), { headers: { 'content-type': type } })
      return given[0]
    }

    const form = (csrfToken: string) => `csrfToken=${csrfToken}&a=first&b=%C3%BC+x&a=last`
    const data = (csrfToken: string) => JSON.stringify({ csrfToken, a: ['last'], b: 1 })

    test.each([
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded;charset=UTF-8',
      'Application/X-WWW-Form-Urlencoded',
    ])('of type %s is parsed as a form; the last of duplicate fields is used', async type => {
      expect(await read(type, form)).toMatchObject({ a: 'last', b: 'ü x' })
    })

    test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])(
      'of type %s is parsed as JSON',
      async type => {
        expect(await read(type, data)).toMatchObject({ a: ['last'], b: 1 })
      },
    )

    test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
      'of type %s is not read, so its CSRF token is missing',
      async type => {
        expect(await read(type, form)).toBeUndefined()
        expect(await read(type, data)).toBeUndefined()
      },
    )

    test('without a type is not read', async () => {
      const body = new TextEncoder().encode('csrfToken=a')
      const response = await sendBareRequest('/auth/signout', { method: 'POST', body })
      expect(getLocation(response)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
    })
  })

  test('the last of duplicate query parameters is used', async () => {
    const response = await sendBareRequest('/auth/error?error=Configuration&error=AccessDenied')
    expect(response.status).toBe(403)
  })
})
