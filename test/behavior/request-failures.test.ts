import * as errors from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import {
  type AppSetup,
  ada,
  completeRoundTrip,
  createTestApp,
  credentials,
  getLocation,
  origin,
} from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

function createApp(more: AppSetup = {}) {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

const renderPage = (action: string, query: string) => `${origin}/auth/${action}?${query}`

describe('request failures', () => {
  describe('an error while a request is handled', () => {
    /** Signs in while `authorize` throws. */
    async function thrown(error: unknown, more: AppSetup = {}) {
      const authorize = () => Promise.reject(error)
      const { log, open } = createTestApp({ providers: [{ ...credentials, authorize }], ...more })
      const answer = await open().signInWithCredentials(ada)
      return { answer, log }
    }

    class TooManyTries extends errors.CredentialsSignin {
      override code = 'too many & more'
    }

    class Own extends errors.SignInError {
      static override type = 'Own'
    }

    test.each([
      ['AccessDenied', new errors.AccessDenied(), 'error', 'error=AccessDenied'],
      ['AccountNotLinked', new errors.AccountNotLinked(), 'signin', 'error=AccountNotLinked'],
      [
        'CredentialsSignin',
        new errors.CredentialsSignin(),
        'signin',
        'error=CredentialsSignin&code=credentials',
      ],
      ['CredentialsSignin', new TooManyTries(), 'signin', 'error=CredentialsSignin&code=too+many+%26+more'],
      ['MissingCSRF', new errors.MissingCSRF(), 'signin', 'error=MissingCSRF'],
      ['OAuthAccountNotLinked', new errors.OAuthAccountNotLinked(), 'signin', 'error=OAuthAccountNotLinked'],
      ['OAuthCallbackError', new errors.OAuthCallbackError(), 'signin', 'error=OAuthCallbackError'],
      ['Verification', new errors.Verification(), 'error', 'error=Verification'],
      [
        'WebAuthnVerificationError',
        new errors.WebAuthnVerificationError(),
        'error',
        'error=WebAuthnVerificationError',
      ],
      ['AuthError', new errors.AuthError(), 'error', 'error=Configuration'],
      ['AdapterError', new errors.AdapterError(), 'error', 'error=Configuration'],
      ['InvalidCheck', new errors.InvalidCheck(), 'signin', 'error=OAuthCallbackError'],
      ['AuthError', new errors.SignInError(), 'signin', 'error=Configuration'],
      ['Own', new Own(), 'signin', 'error=Configuration'],
      ['CallbackRouteError', new Error('plain'), 'error', 'error=Configuration'],
      ['CallbackRouteError', 'a text', 'error', 'error=Configuration'],
    ])('is logged once and redirects with a client-safe type: %s', async (type, error, action, query) => {
      const { answer, log } = await thrown(error)
      expect(answer.status).toBe(302)
      expect(getLocation(answer)).toBe(renderPage(action, query))
      expect(log.types()).toEqual([type])
    })

    test('returns 400 with `null` on a session update', async () => {
      const faults: Array<[AppSetup, string, Record<string, string>]> = [
        [{}, '', {}],
        [{ callbacks: { redirect: () => Promise.reject(new Error('broken')) } }, '?callbackUrl=/a', {}],
        [{ callbacks: { redirect: () => Promise.reject(new errors.AccessDenied()) } }, '?callbackUrl=/a', {}],
      ]
      for (const [more, query, fields] of faults) {
        const { open, log } = createApp(more)
        const answer = await open().post(`/auth/session${query}`, fields)
        expect(answer.status).toBe(400)
        expect(await answer.json()).toBeNull()
        expect(log.errors).toHaveLength(1)
      }
    })

    test('still sends cookies: the check cookie is cleared and the CSRF cookie is set', async () => {
      const { op, open } = createApp()
      const visit = open()
      const away = await visit.signIn('op')
      visit.jar.clear('__Host-authjs.csrf-token')
      const answer = await completeRoundTrip(visit, op, away, { error: 'access_denied' })
      const names = answer.headers
        .getSetCookie()
        .map(line => line.replace(/=(;.*)?.*/, (_, cleared) => (cleared ? ' cleared' : '')))
      expect(names).toEqual([
        '__Host-authjs.csrf-token',
        expect.stringMatching(/^__Secure-authjs\.state\.[\w-]{8} cleared$/),
        '__Secure-authjs.hint',
      ])
    })
  })

  describe('an invalid configuration', () => {
    const told =
      'There was a problem with the server configuration. Check the server logs for more information.'
    const faulty = (more: AppSetup = {}) => createApp({ secret: [], ...more })

    test.each([
      ['GET', 'csrf'],
      ['GET', 'providers'],
      ['GET', 'callback/op'],
      ['GET', 'webauthn-options/op'],
      ['POST', 'signin'],
      ['POST', 'signin/op'],
      ['POST', 'signout'],
      ['POST', 'error'],
      ['POST', 'callback/credentials'],
    ])('%s %s returns 500 as JSON and logs the error', async (method, path) => {
      const { open, log } = faulty()
      const answer = await open().request(method, `/auth/${path}`)
      expect(answer.status).toBe(500)
      expect(await answer.json()).toEqual({ message: told })
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(log.types()).toEqual(['MissingSecret'])
    })

    test('returns null for the session', async () => {
      const answer = await faulty().open().get('/auth/session')
      expect(answer.status).toBe(500)
      expect(await answer.json()).toBeNull()
    })

    const pages = ['signin', 'signout', 'error', 'verify-request']

    test.each(pages)('the page of %s is the built-in error page with status 500', async action => {
      const { open, log } = faulty()
      const answer = await open().get(`/auth/${action}`)
      expect(answer.status).toBe(500)
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(await answer.text()).toContain('<title>Something went wrong on our side · app.example</title>')
      expect(log.types()).toEqual(['MissingSecret'])
    })

    test.each(pages)('the page of %s redirects to the custom error page', async action => {
      const answer = await faulty({ pages: { error: '/oops' } })
        .open()
        .get(`/auth/${action}`)
      expect(answer.status).toBe(302)
      expect(getLocation(answer)).toBe(`${origin}/oops?error=Configuration`)
    })

    test.each(['/oops', '/oops?error=Configuration'])(
      'a callback URL on the custom error page shows the built-in page instead of a redirect loop: %s',
      async callbackUrl => {
        const { open, log } = faulty({ pages: { error: '/oops' } })
        const answer = await open().get(`/auth/signin?${new URLSearchParams({ callbackUrl })}`)
        expect(answer.status).toBe(500)
        expect(await answer.text()).toContain('<title>Something went wrong on our side · app.example</title>')
        expect(log.types()).toEqual(['MissingSecret', 'ErrorPageLoop'])
      },
    )

    test('a bad request still returns 400', async () => {
      const { open, log } = faulty()
      expect((await open().get('/auth/nothing')).status).toBe(400)
      expect(log.types()).toEqual(['UnknownAction'])
    })
  })

  test('warnings are logged with `logger.warn`, each once', async () => {
    const op = createMaliciousProvider()
    const providers = [op.provider({ checks: ['none'] })]
    const { open, log } = createTestApp({ op, providers, secret: 'a short secret', debug: true })
    for (const action of ['csrf', 'session', 'signin']) await open().get(`/auth/${action}`)
    expect(log.warnings).toEqual(['debug-enabled', 'short-secret', 'checks-disabled'])
    expect(log.errors).toEqual([])
  })
})
