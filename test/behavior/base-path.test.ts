import { describe, expect, test } from 'vitest'
import { ada, comeBack, credentials, leadsTo, makeApp, origin } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const app = (basePath: string | undefined) => {
  const op = lyingProvider()
  return makeApp({ op, providers: [op.provider(), credentials], basePath })
}

describe('Behaviour section 2: base path', () => {
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
    test('a sign-in goes out and comes back below it', async () => {
      const { op, open } = app(basePath)
      const visit = open({ basePath: mount })
      const away = await visit.signIn('op')
      const redirect = visit.location(away).searchParams.get('redirect_uri')
      expect(redirect).toBe(`${origin}${mount}/callback/op`)
      expect(leadsTo(await comeBack(visit, op, away))).toBe(origin)
      expect(await visit.session()).not.toBeNull()
      await visit.signOut()
      expect(await visit.session()).toBeNull()
    })

    test('failures and pages lead below it', async () => {
      const visit = app(basePath).open({ basePath: mount })
      const failed = await visit.signInWithCredentials({ ...ada, password: 'x' })
      expect(leadsTo(failed)).toBe(`${origin}${mount}/signin?error=CredentialsSignin&code=credentials`)
      const page = await (await visit.get(`${mount}/signin`)).text()
      expect(page).toContain(`action="${origin}${mount}/signin/op"`)
      expect(page).toContain(`action="${origin}${mount}/callback/credentials"`)
    })

    test('the list of providers names addresses below it', async () => {
      const answer = await app(basePath).open({ basePath: mount }).get(`${mount}/providers`)
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

  test('nothing outside the base path is answered', async () => {
    const visit = app('/api/auth').open()
    for (const path of ['/auth/session', '/api/authsession', '/api/auth', '/session', '/API/AUTH/session'])
      expect((await visit.get(path)).status).toBe(400)
  })

  test('the host, port and scheme of the request are those of every address we give', async () => {
    const { answer } = makeApp()
    for (const base of ['http://localhost:3000', 'https://app.example:8443', 'http://[::1]:4000']) {
      const response = await answer(new Request(`${base}/auth/providers`))
      expect(await response.json()).toMatchObject({ op: { signinUrl: `${base}/auth/signin/op` } })
    }
  })
})
