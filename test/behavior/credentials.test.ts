import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  OAuthAccountNotLinked,
  OAuthSignInError,
} from 'latchkey/errors'
import type { JWT } from 'latchkey/jwt'
import Credentials from 'latchkey/providers/credentials'
import { describe, expect, test } from 'vitest'
import { ada, createTappedAdapter, createTestApp, credentials, getLocation, origin } from '../support/app.js'

describe('credentials', () => {
  const app = (authorize: typeof credentials.authorize = credentials.authorize, more = {}) =>
    createTestApp({ providers: [{ ...credentials, authorize }], ...more })

  describe('valid credentials', () => {
    test('sign the user in and redirect to the callback URL', async () => {
      const visit = app().open()
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/welcome' })
      expect(getLocation(answer)).toBe(`${origin}/welcome`)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada', email: ada.email } })
    })

    test('redirect to the origin without a callback URL', async () => {
      expect(getLocation(await app().open().signInWithCredentials(ada))).toBe(origin)
    })

    test('can be sent as JSON', async () => {
      const visit = app().open()
      await visit.signInWithCredentials(ada, { json: true })
      expect(await visit.getSession()).not.toBeNull()
    })

    test('are passed to `authorize` unchanged', async () => {
      const seen: unknown[] = []
      const { open } = app(async typed => {
        seen.push(typed.password)
        return { id: 'ada-1', name: 'Ada', email: '' }
      })
      const typed = ['  blank ', 'nul\0', 'e\u0301', 'é', 'x'.repeat(10_000), '+%26&=']
      for (const password of typed) await open().signInWithCredentials({ ...ada, password })
      expect(seen).toEqual(typed)
    })

    test('are passed with a request whose content type matches its body', async () => {
      const bodies: unknown[] = []
      const { open } = createTestApp({
        providers: [
          {
            ...credentials,
            authorize: async (_: unknown, request: Request) => {
              // It is the length of the original encoding of this body.
              expect(request.headers.get('content-length')).toBeNull()
              const isJson = request.headers.get('content-type')?.includes('json')
              bodies.push(isJson ? await request.json() : Object.fromEntries(await request.formData()))
              return null
            },
          },
        ],
      })
      const headers = { 'content-length': '1000' }
      await open().signInWithCredentials(ada, { headers })
      await open().signInWithCredentials(ada, { headers, json: true })
      expect(bodies).toEqual([expect.objectContaining(ada), expect.objectContaining(ada)])
    })
  })

  describe('invalid credentials', () => {
    test('redirect to the sign-in page with an error code', async () => {
      const visit = app().open()
      const answer = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      expect(await visit.getSession()).toBeNull()
    })

    test('can have an error code of the app', async () => {
      class TooManyTries extends CredentialsSignin {
        override code = 'try_later'
      }
      const { open } = app(() => Promise.reject(new TooManyTries()))
      const answer = await open().signInWithCredentials(ada)
      expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=try_later`)
    })

    test('keep an existing session', async () => {
      const visit = app().open()
      await visit.signInWithCredentials(ada)
      await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    })
  })

  describe('`authorize` that throws', () => {
    test('an error redirects to the error page and logs CallbackRouteError', async () => {
      const { open, log } = app(() => Promise.reject(new Error('the directory is down')))
      expect(getLocation(await open().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.types()).toEqual(['CallbackRouteError'])
    })

    test('an AuthError is handled as that error', async () => {
      const { open, log } = app(() => Promise.reject(new AuthError('suspended')))
      expect(getLocation(await open().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.types()).toEqual(['AuthError'])
    })
  })

  describe('with the database strategy', () => {
    test('a stored user gets a database session', async () => {
      const adapter = MemoryAdapter()
      await adapter.createUser({ id: 'ada-1', email: ada.email, name: 'Ada stored', emailVerified: null })
      const { open } = app(credentials.authorize, { adapter })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).toMatchObject({ user: { name: 'Ada stored' } })
    })

    test('an unknown user is rejected with UnsupportedStrategy', async () => {
      const { open, log } = app(credentials.authorize, { adapter: MemoryAdapter() })
      const visit = open()
      expect(getLocation(await visit.signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(await visit.getSession()).toBeNull()
      expect(log.types()).toEqual(['UnsupportedStrategy'])
      expect(log.errors[0]?.message).toContain('session.strategy: "jwt"')
    })

    test('with an adapter and the jwt strategy, the adapter is not called', async () => {
      const { adapter, calls } = createTappedAdapter()
      const { open } = app(credentials.authorize, { adapter, session: { strategy: 'jwt' } })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
      expect(calls).toEqual([])
    })
  })

  test('`POST signin/credentials` redirects to the sign-in page', async () => {
    expect(getLocation(await app().open().signIn('credentials'))).toBe(`${origin}/auth/signin`)
  })

  test('a provider without `authorize` is an error that names it', async () => {
    const { open, log } = createTestApp({ providers: [Credentials()] })
    expect((await open().get('/auth/csrf')).status).toBe(500)
    expect(log.errors[0]?.message).toContain('`authorize`')
  })

  test('a GET of the callback is rejected with InvalidProvider', async () => {
    const { open, log } = app()
    const visit = open()
    const answer = await visit.get(`/auth/callback/credentials?${new URLSearchParams(ada)}`)
    expect(getLocation(answer)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['InvalidProvider'])
    expect(await visit.getSession()).toBeNull()
  })

  describe('`authorize` is called', () => {
    test('once, with all submitted fields, including `csrfToken` and `callbackUrl`', async () => {
      const seen: unknown[] = []
      const { open } = app(async typed => {
        seen.push({ ...typed })
        return null
      })
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      await visit.post('/auth/callback/credentials', { ...ada, csrfToken, callbackUrl: '/a', extra: 'e' })
      expect(seen).toEqual([{ ...ada, csrfToken, callbackUrl: '/a', extra: 'e' }])
    })

    test('with the request: URL, method and headers', async () => {
      const seen: Request[] = []
      const authorize = async (_: unknown, request: Request) => {
        seen.push(request)
        return null
      }
      const { open } = createTestApp({ providers: [{ ...credentials, authorize }] })
      const visit = open()
      const csrfToken = await visit.getCsrfToken()
      const headers = { 'x-forwarded-for': '192.0.2.1', 'user-agent': 'a browser' }
      await visit.post('/auth/callback/credentials?step=2', { ...ada, csrfToken }, { headers })
      expect(seen[0]?.url).toBe(`${origin}/auth/callback/credentials?step=2`)
      expect(seen[0]?.method).toBe('POST')
      expect(Object.fromEntries(seen[0]?.headers ?? [])).toMatchObject(headers)
    })

    test.each([
      ['without a CSRF token', () => ({})],
      ['with a wrong CSRF token', () => ({ csrfToken: 'x'.repeat(64) })],
    ])('not for a form %s', async (_, fields) => {
      let calls = 0
      const { open } = app(async () => {
        calls += 1
        return { id: 'ada-1', name: 'Ada', email: '' }
      })
      const visit = open()
      await visit.getCsrfToken()
      const answer = await visit.post('/auth/callback/credentials', { ...ada, ...fields() })
      expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
      expect(calls).toBe(0)
      expect(await visit.getSession()).toBeNull()
    })
  })

  describe('the user that `authorize` returns', () => {
    /** The `sub` of the session. */
    async function signInAndReadSub(user: object): Promise<unknown> {
      const subs: unknown[] = []
      const { open } = app(async () => user as never, {
        callbacks: {
          jwt: ({ token }: { token: JWT }) => {
            subs.push(token.sub)
            return token
          },
        },
      })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(await visit.getSession()).not.toBeNull()
      return subs[0]
    }

    test.each([
      ['a string', 'ada-1', 'ada-1'],
      ['a number', 42, '42'],
    ])('can have %s as id, which becomes a string', async (_, id, expected) => {
      expect(await signInAndReadSub({ id, name: 'Ada' })).toBe(expected)
    })

    test.each([undefined, null])('gets a random id if the id is %j', async id => {
      const [one, two] = [
        await signInAndReadSub({ id, name: 'Ada' }),
        await signInAndReadSub({ id, name: 'Ada' }),
      ]
      expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(two).not.toBe(one)
    })
  })

  test.each([null, undefined, false, 0, ''])(
    'an `authorize` that returns %j redirects with CredentialsSignin',
    async user => {
      const { open, log } = app(async () => user as null)
      const visit = open()
      const answer = await visit.signInWithCredentials(ada)
      expect(getLocation(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      expect(log.types()).toEqual(['CredentialsSignin'])
      expect(await visit.getSession()).toBeNull()
    },
  )

  test.each([
    [
      'that is safe to show to clients',
      new OAuthAccountNotLinked('taken'),
      '/auth/signin?error=OAuthAccountNotLinked',
    ],
    ['of the error page', new AccessDenied('banned'), '/auth/error?error=AccessDenied'],
    ['of the sign-in page', new OAuthSignInError('away'), '/auth/signin?error=OAuthSignin'],
  ])('an `authorize` that throws an error %s is handled as that error', async (_, error, expected) => {
    const { open, log } = app(() => Promise.reject(error))
    expect(getLocation(await open().signInWithCredentials(ada))).toBe(origin + expected)
    expect(log.types()).toEqual([error.type])
  })

  test('an error thrown by `authorize` is logged with its cause and provider', async () => {
    const { open, log } = app(() => Promise.reject(new Error('the directory is down')))
    await open().signInWithCredentials(ada)
    expect(log.errors).toMatchObject([
      {
        type: 'CallbackRouteError',
        cause: { err: { message: 'the directory is down' }, provider: 'credentials' },
      },
    ])
  })
})
