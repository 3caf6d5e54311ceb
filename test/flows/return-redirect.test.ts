import { describe, expect, test } from 'vitest'
import { ada, credentials, leadsTo, makeApp, origin, sessionCookie } from '../support/app.js'
import { lyingProvider } from '../support/lying-provider.js'

const header = { headers: { 'x-auth-return-redirect': '1' } }

function app() {
  const op = lyingProvider()
  return makeApp({ op, providers: [op.provider(), credentials] })
}

describe('with `X-Auth-Return-Redirect`', () => {
  test('a redirect becomes data, beside the header it would have had', async () => {
    const visit = app().open()
    const answer = await visit.signInWithCredentials({ ...ada, callbackUrl: '/welcome' }, header)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toEqual({ url: `${origin}/welcome` })
    expect(leadsTo(answer)).toBe(`${origin}/welcome`)
    expect(visit.jar.get(sessionCookie)).toBeDefined()
  })

  test('any value counts', async () => {
    const answer = await app()
      .open()
      .signOut({}, { headers: { 'x-auth-return-redirect': '' } })
    expect(await answer.json()).toEqual({ url: origin })
  })

  test('the way to a provider is data too, and its cookie is set', async () => {
    const visit = app().open()
    const answer = await visit.signIn('op', {}, header)
    expect(await answer.json()).toEqual({ url: expect.stringContaining('https://op.example/authorize?') })
    expect(visit.jar.cookies().map(({ name }) => name)).toContainEqual(
      expect.stringContaining('authjs.state.'),
    )
  })

  test('so is a failure', async () => {
    const answer = await app()
      .open()
      .signInWithCredentials({ ...ada, password: 'wrong' }, header)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      url: `${origin}/auth/signin?error=CredentialsSignin&code=credentials`,
    })
  })

  test('pages and JSON stay what they are', async () => {
    const visit = app().open()
    expect((await visit.get('/auth/signin', header)).headers.get('content-type')).toContain('text/html')
    expect(await (await visit.get('/auth/session', header)).json()).toBeNull()
  })
})
