import { describe, expect, test } from 'vitest'
import { ada, completeRoundTrip, createTestApp, credentials, getLocation, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const createApp = (basePath: string | undefined) => {
  const op = createMaliciousProvider()
  return createTestApp({ op, providers: [op.provider(), credentials], basePath })
}

describe('base path', () => {
  describe.each([
    [undefined, '/auth'],
    ['/auth', '/auth'],
    ['/', ''],
    ['', ''],
    ['/api/auth', '/api/auth'],
    ['/api/auth/', '/api/auth'],
    ['/a/b/c//', '/a/b/c'],
    ['auth', '/auth'],
    ['/a+b(c)', '/a+b(c)'],
  ])('basePath %j', (basePath, mount) => {
    test('sign-in and callback run below it', async () => {
      const { op, open } = createApp(basePath)
      const visit = open({ basePath: mount })
      const away = await visit.signIn('op')
      const redirect = visit.getLocation(away).searchParams.get('redirect_uri')
      expect(redirect).toBe(`${origin}${mount}/callback/op`)
      expect(getLocation(await completeRoundTrip(visit, op, away))).toBe(origin)
      expect(await visit.getSession()).not.toBeNull()
      await visit.signOut()
      expect(await visit.getSession()).toBeNull()
    })

    test('errors and pages use URLs below it', async () => {
      const visit = createApp(basePath).open({ basePath: mount })
      const failed = await visit.signInWithCredentials({ ...ada, password: 'x' })
      expect(getLocation(failed)).toBe(`${origin}${mount}/signin?error=CredentialsSignin&code=credentials`)
      const page = await (await visit.get(`${mount}/signin`)).text()
      expect(page).toContain(`action="${origin}${mount}/signin/op"`)
      expect(page).toContain(`action="${origin}${mount}/callback/credentials"`)
    })

    test('the list of providers has URLs below it', async () => {
      const answer = await createApp(basePath).open({ basePath: mount }).get(`${mount}/providers`)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await answer.json()).toEqual({
        op: {
          id: 'op',
          name: 'OP',
          type: 'oidc',
          signinUrl: `${origin}${mount}/signin/op`,
          callbackUrl: `${origin}${mount}/callback/op`,
        },
        credentials: {
          id: 'credentials',
          name: 'Password',
          type: 'credentials',
          signinUrl: `${origin}${mount}/signin/credentials`,
          callbackUrl: `${origin}${mount}/callback/credentials`,
        },
      })
    })
  })

  test('requests outside the base path return 400', async () => {
    const visit = createApp('/api/auth').open()
    for (const path of ['/auth/session', '/api/authsession', '/api/auth', '/session', '/API/AUTH/session'])
      expect((await visit.get(path)).status).toBe(400)
  })

  test('all URLs use the host, port and scheme of the request', async () => {
    const { answer } = createTestApp()
    for (const base of ['http://localhost:3000', 'https://app.example:8443', 'http://[::1]:4000']) {
      const response = await answer(new Request(`${base}/auth/providers`))
      expect(await response.json()).toMatchObject({ op: { signinUrl: `${base}/auth/signin/op` } })
    }
  })
})
