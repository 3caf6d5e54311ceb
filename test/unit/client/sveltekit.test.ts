import type { AuthConfig } from 'latchkey'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials, origin, secret } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a page, or its server (`document` undefined), and records its requests, oldest first. */
async function openPage(document?: object) {
  vi.resetModules()
  const { Auth } = await import('latchkey')
  const config: AuthConfig = { providers: [credentials], secret, trustHost: true, logger: { error() {} } }
  const jar = new CookieJar()
  const requests: string[] = []
  const fetch = async (path: string, init?: RequestInit) => {
    const request = new Request(new URL(path, origin), init)
    request.headers.set('cookie', jar.header(new URL(origin)))
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    const answer = await Auth(request, config)
    jar.storeCookies(new URL(origin), answer)
    return answer
  }
  const location = { href: `${origin}/here` }
  for (const [name, value] of Object.entries({ fetch, location, document })) vi.stubGlobal(name, value)
  const { signIn: withPasskey } = await import('latchkey/sveltekit/webauthn')
  return { requests, location, withPasskey, ...(await import('latchkey/sveltekit/client')) }
}

const stay = { redirect: false } as const

describe('the client of a SvelteKit app', () => {
  test('signs in and out below /auth and requests the CSRF token once', async () => {
    const { requests, signIn, signOut } = await openPage({})
    const wrong = await signIn('credentials', { ...ada, password: 'wrong', ...stay })
    expect(wrong).toMatchObject({ ok: false, error: 'CredentialsSignin', code: 'credentials' })
    const right = await signIn('credentials', { ...ada, ...stay, redirectTo: '/home' })
    expect(right).toMatchObject({ ok: true, url: `${origin}/home` })
    expect(await signOut(stay)).toMatchObject({ ok: true })
    expect(requests.filter(one => one !== 'GET /auth/session')).toEqual([
      'GET /auth/providers',
      'GET /auth/csrf',
      'POST /auth/callback/credentials',
      'POST /auth/callback/credentials',
      'POST /auth/signout',
    ])
  })

  test('follows the redirect of the server', async () => {
    const { location, signIn } = await openPage({})
    await signIn('credentials', { ...ada, redirectTo: '/home' })
    expect(location.href).toBe(`${origin}/home`)
    await signIn(undefined, { redirectTo: '/account' })
    expect(location.href).toBe('/auth/signin?callbackUrl=%2Faccount')
  })

  test('does not share the CSRF token with the next visitor on a server', async () => {
    const { requests, signOut } = await openPage()
    await signOut(stay)
    await signOut(stay)
    expect(requests.filter(one => one === 'GET /auth/csrf')).toHaveLength(2)
  })

  test('exports the passkey sign-in under its Auth.js name', async () => {
    const { signIn, withPasskey } = await openPage({})
    expect(withPasskey).toBe(signIn)
  })
})
