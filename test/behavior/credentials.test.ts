import { MemoryAdapter } from 'latchkey/adapters/memory'
import {
  AccessDenied,
  AuthError,
  CredentialsSignin,
  OAuthAccountNotLinked,
  OAuthSignInError,
} from 'latchkey/errors'
import type { JWT } from 'latchkey/jwt'
import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, makeApp, origin } from '../support/app.js'

describe('Behaviour section 11: credentials', () => {
  const app = (authorize: typeof credentials.authorize = credentials.authorize, more = {}) =>
    makeApp({ providers: [{ ...credentials, authorize }], ...more })

  describe('the right details', () => {
    test('let somebody in, and lead where they wanted to go', async () => {
      const visit = app().open()
      const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/welcome' })
      expect(leadsTo(answer)).toBe(`${origin}/welcome`)
      expect(await visit.session()).toMatchObject({ user: { name: 'Ada', email: ada.email } })
    })

    test('lead home where nothing was asked for', async () => {
      expect(leadsTo(await app().open().signInWithCredentials(ada))).toBe(origin)
    })

    test('may come as JSON', async () => {
      const visit = app().open()
      await visit.signInWithCredentials(ada, { json: true })
      expect(await visit.session()).not.toBeNull()
    })

    test('reach `authorize` exactly as they were typed', async () => {
      const seen: unknown[] = []
      const { open } = app(async typed => {
        seen.push(typed.password)
        return { id: 'ada-1', name: 'Ada', email: '' }
      })
      const typed = ['  blank ', 'nul\0', 'e\u0301', 'é', 'x'.repeat(10_000), '+%26&=']
      for (const password of typed) await open().signInWithCredentials({ ...ada, password })
      expect(seen).toEqual(typed)
    })

    test('come with a request whose content type and body agree', async () => {
      const bodies: unknown[] = []
      const { open } = makeApp({
        providers: [
          {
            ...credentials,
            authorize: async (_: unknown, request: Request) => {
              // It counted the bytes of another spelling of this body.
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

  describe('wrong details', () => {
    test('lead back to the sign-in page, with a code for the app', async () => {
      const visit = app().open()
      const answer = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
      expect(await visit.session()).toBeNull()
    })

    test('may have a code of the app', async () => {
      class TooManyTries extends CredentialsSignin {
        override code = 'try_later'
      }
      const { open } = app(() => Promise.reject(new TooManyTries()))
      const answer = await open().signInWithCredentials(ada)
      expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=try_later`)
    })

    test('leave an earlier session alone', async () => {
      const visit = app().open()
      await visit.signInWithCredentials(ada)
      await visit.signInWithCredentials({ ...ada, password: 'wrong' })
      expect(await visit.session()).toMatchObject({ user: { email: ada.email } })
    })
  })

  describe('`authorize` that throws', () => {
    test('something of its own is a fault of the server', async () => {
      const { open, log } = app(() => Promise.reject(new Error('the directory is down')))
      expect(leadsTo(await open().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.types()).toEqual(['CallbackRouteError'])
    })

    test('an AuthError is answered as that error', async () => {
      const { open, log } = app(() => Promise.reject(new AuthError('suspended')))
      expect(leadsTo(await open().signInWithCredentials(ada))).toBe(
        `${origin}/auth/error?error=Configuration`,
      )
      expect(log.types()).toEqual(['AuthError'])
    })
  })

  describe('with the database strategy', () => {
    test('a stored user gets a stored session', async () => {
      const adapter = MemoryAdapter()
      await adapter.createUser({ id: 'ada-1', email: ada.email, name: 'Ada stored', emailVerified: null })
      const { open } = app(credentials.authorize, { adapter })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(await visit.session()).toMatchObject({ user: { name: 'Ada stored' } })
    })

    test('an unknown user is refused, and the log names the choice', async () => {
      const { open, log } = app(credentials.authorize, { adapter: MemoryAdapter() })
      const visit = open()
      expect(leadsTo(await visit.signInWithCredentials(ada))).toBe(`${origin}/auth/error?error=Configuration`)
      expect(await visit.session()).toBeNull()
      expect(log.types()).toEqual(['UnsupportedStrategy'])
      expect(log.errors[0]?.message).toContain('session.strategy: "jwt"')
    })

    test('with an adapter and the jwt strategy nothing is stored or looked up', async () => {
      const { open } = app(credentials.authorize, { adapter: MemoryAdapter(), session: { strategy: 'jwt' } })
      const visit = open()
      await visit.signInWithCredentials(ada)
      expect(await visit.session()).toMatchObject({ user: { email: ada.email } })
    })
  })

  test('`POST signin/credentials` shows the form', async () => {
    expect(leadsTo(await app().open().signIn('credentials'))).toBe(`${origin}/auth/signin`)
  })

  test('a GET of the callback signs nobody in', async () => {
    const { open, log } = app()
    const visit = open()
    const answer = await visit.get(`/auth/callback/credentials?${new URLSearchParams(ada)}`)
    expect(leadsTo(answer)).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['InvalidProvider'])
    expect(await visit.session()).toBeNull()
  })

  describe('`authorize` is called', () => {
    test('with all that was sent, `csrfToken` and `callbackUrl` too, once', async () => {
      const seen: unknown[] = []
      const { open } = app(async typed => {
        seen.push({ ...typed })
        return null
      })
      const visit = open()
      const csrfToken = await visit.csrf()
      await visit.post('/auth/callback/credentials', { ...ada, csrfToken, callbackUrl: '/a', extra: 'e' })
      expect(seen).toEqual([{ ...ada, csrfToken, callbackUrl: '/a', extra: 'e' }])
    })

    test('with the request: its address, its method and its headers', async () => {
      const seen: Request[] = []
      const authorize = async (_: unknown, request: Request) => {
        seen.push(request)
        return null
      }
      const { open } = makeApp({ providers: [{ ...credentials, authorize }] })
      const visit = open()
      const csrfToken = await visit.csrf()
      const headers = { 'x-forwarded-for': '192.0.2.1', 'user-agent': 'a browser' }
      await visit.post('/auth/callback/credentials?step=2', { ...ada, csrfToken }, { headers })
      expect(seen[0]?.url).toBe(`${origin}/auth/callback/credentials?step=2`)
      expect(seen[0]?.method).toBe('POST')
      expect(Object.fromEntries(seen[0]?.headers ?? [])).toMatchObject(headers)
    })

    test.each([
      ['without a token', () => ({})],
      ['with the wrong one', () => ({ csrfToken: 'x'.repeat(64) })],
    ])('not for a form %s', async (_, fields) => {
      let calls = 0
      const { open } = app(async () => {
        calls += 1
        return { id: 'ada-1', name: 'Ada', email: '' }
      })
      const visit = open()
      await visit.csrf()
      const answer = await visit.post('/auth/callback/credentials', { ...ada, ...fields() })
      expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=MissingCSRF`)
      expect(calls).toBe(0)
      expect(await visit.session()).toBeNull()
    })
  })

  describe('the user that `authorize` returns', () => {
    /** The `sub` of the session it makes. */
    async function subOf(user: object): Promise<unknown> {
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
      expect(await visit.session()).not.toBeNull()
      return subs[0]
    }

    test.each([
      ['a text', 'ada-1', 'ada-1'],
      ['a number', 42, '42'],
    ])('may have %s for an id, which is a text from then on', async (_, id, expected) => {
      expect(await subOf({ id, name: 'Ada' })).toBe(expected)
    })

    test.each([undefined, null, ''])('gets a random id where its own is %j', async id => {
      const [one, two] = [await subOf({ id, name: 'Ada' }), await subOf({ id, name: 'Ada' })]
      expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(two).not.toBe(one)
    })
  })

  test.each([null, undefined, false, 0, ''])('an `authorize` that returns %j lets nobody in', async user => {
    const { open, log } = app(async () => user as null)
    const visit = open()
    const answer = await visit.signInWithCredentials(ada)
    expect(leadsTo(answer)).toBe(`${origin}/auth/signin?error=CredentialsSignin&code=credentials`)
    expect(log.types()).toEqual(['CredentialsSignin'])
    expect(await visit.session()).toBeNull()
  })

  test.each([
    [
      'that is shown to visitors',
      new OAuthAccountNotLinked('taken'),
      '/auth/signin?error=OAuthAccountNotLinked',
    ],
    ['that is shown on the error page', new AccessDenied('banned'), '/auth/error?error=AccessDenied'],
    ['of the sign-in page that is not', new OAuthSignInError('away'), '/auth/signin?error=OAuthSignin'],
  ])('an `authorize` that throws an error %s is answered as that error', async (_, error, expected) => {
    const { open, log } = app(() => Promise.reject(error))
    expect(leadsTo(await open().signInWithCredentials(ada))).toBe(origin + expected)
    expect(log.types()).toEqual([error.type])
  })

  test('what `authorize` throws of its own is logged with its origin and its provider', async () => {
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
