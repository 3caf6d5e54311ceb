import { CredentialsSignin } from 'latchkey/errors'
import { describe, expect, test } from 'vitest'
import { ada, completeRoundTrip, createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const nasty = [
  '/a\r\nSet-Cookie: evil=1',
  '/a\nX-Evil: 1',
  '/a\rb',
  '/a\0b',
  '/a\u0085b',
  '/a\u2028b',
  '/ümläut?q=日本語#ß',
  '/😀',
  '/a b',
  '/%0d%0aSet-Cookie:evil=1',
  '/\u{10ffff}',
  '/\x7f',
]

const createApp = (more = {}) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], ...more })
}

/** Asserts that all headers are visible ASCII without injected names. */
function isClean(response: Response): void {
  for (const [name, value] of response.headers) {
    expect(value, name).toMatch(/^[\x20-\x7e]*$/)
    expect(name).not.toMatch(/evil/i)
  }
  expect(response.headers.getSetCookie().map(line => line.split('=')[0])).not.toContain('evil')
}

describe.each(nasty)('%j', address => {
  test('as a callback URL', async () => {
    const { open, op } = createApp()
    const visit = open()
    const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: address })
    isClean(answer)
    expect(new URL(getLocation(answer) ?? '').href).toBe(
      new URL(origin + address.replace(/[\t\n\r]/g, c => encodeURIComponent(c))).href,
    )
    isClean(await completeRoundTrip(visit, op, await visit.signIn('op', { callbackUrl: address })))
    isClean(await visit.signOut({ callbackUrl: address }))
  })

  test('as a callback URL, with the redirect as JSON', async () => {
    const header = { headers: { 'x-auth-return-redirect': '1' } }
    const answer = await createApp()
      .open()
      .signInWithCredentials({ ...ada, callbackUrl: address }, header)
    isClean(answer)
    expect(new URL((await answer.json()).url).origin).toBe(origin)
  })

  test('as a callback URL with the own origin', async () => {
    isClean(
      await createApp()
        .open()
        .signInWithCredentials({ ...ada, callbackUrl: origin + address }),
    )
  })

  test('in the query of a custom page', async () => {
    const { open } = createApp({ pages: { signIn: '/login', error: '/oops', verifyRequest: '/mail' } })
    for (const path of ['signin', 'error', 'verify-request'])
      isClean(
        await open().get(`/auth/${path}?${new URLSearchParams({ error: address, callbackUrl: address })}`),
      )
  })

  test('as an error code of the app, or in a URL that a callback returns', async () => {
    class Odd extends CredentialsSignin {
      override code = address
    }
    const refusing = { ...credentials, authorize: () => Promise.reject(new Odd()) }
    isClean(
      await createApp({ providers: [refusing] })
        .open()
        .signInWithCredentials(ada),
    )
    isClean(
      await createApp({ callbacks: { signIn: () => address } })
        .open()
        .signInWithCredentials(ada),
    )
    isClean(
      await createApp({ callbacks: { redirect: () => origin + address } })
        .open()
        .signInWithCredentials({ ...ada, callbackUrl: '/x' }),
    )
  })
})

describe('a lone surrogate', () => {
  const half = '/\ud800'

  test('in the JSON of a sign-in is handled', async () => {
    const visit = createApp().open()
    const csrfToken = await visit.getCsrfToken()
    const fields = { csrfToken, ...ada, callbackUrl: half }
    const answer = await visit.post('/auth/callback/credentials', fields, { json: true })
    isClean(answer)
    expect(new URL(getLocation(answer) ?? '').origin).toBe(origin)
  })

  test('in any field of any action is handled', async () => {
    for (const path of ['callback/credentials', 'signin/op', 'signout', 'session']) {
      const visit = createApp().open()
      const csrfToken = await visit.getCsrfToken()
      const fields = { csrfToken, email: half, password: half, callbackUrl: half, data: half, '\udfff': half }
      const answer = await visit.post(`/auth/${path}`, fields, { json: true })
      expect(answer.status).toBeLessThan(500)
      expect((await visit.get('/auth/session')).status).toBe(200)
    }
  })

  test('in the result of a callback is handled', async () => {
    const visit = createApp({ callbacks: { redirect: () => half } }).open()
    expect((await visit.signInWithCredentials({ ...ada, callbackUrl: '/x' })).status).toBeLessThan(600)
  })
})

test('cookie names cannot add attributes', async () => {
  const { open } = createApp({ cookies: { callbackUrl: { name: 'a=b; Domain=evil.example' } } })
  const answer = await open().get('/auth/signin?callbackUrl=/x')
  for (const line of answer.headers.getSetCookie()) expect(line).not.toContain('Domain=')
})
