import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AuthError, CredentialsSignin } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, makeApp, origin } from '../support/app.js'

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
    expect(leadsTo(await open().signInWithCredentials(ada))).toBe(`${origin}/auth/error?error=Configuration`)
    expect(log.types()).toEqual(['CallbackRouteError'])
  })

  test('an AuthError is answered as that error', async () => {
    const { open, log } = app(() => Promise.reject(new AuthError('suspended')))
    expect(leadsTo(await open().signInWithCredentials(ada))).toBe(`${origin}/auth/error?error=Configuration`)
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
