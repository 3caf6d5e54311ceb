import { afterEach, describe, expect, test, vi } from 'vitest'
import { ada, credentials, origin, secret } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'

afterEach(() => vi.unstubAllGlobals())

/** Simulates a page of an app with `prefix` and records its requests, oldest first. */
async function openPage(prefix?: string) {
  vi.resetModules()
  const { SolidAuth } = await import('latchkey/solid-start')
  const logger = { error() {} }
  const { GET, POST } = SolidAuth({ prefix, providers: [credentials], secret, trustHost: true, logger })
  const jar = new CookieJar()
  const requests: string[] = []
  const fetch = async (path: string, init?: RequestInit) => {
    const request = new Request(new URL(path, origin), init)
    request.headers.set('cookie', jar.header(new URL(origin)))
    requests.push(`${request.method} ${new URL(request.url).pathname}`)
    const answer = await (request.method === 'POST' ? POST : GET)({ request })
    if (answer) jar.storeCookies(new URL(origin), answer)
    return answer ?? new Response('not found', { status: 404 })
  }
  for (const [name, value] of Object.entries({ fetch, document: {}, location: { href: `${origin}/here` } }))
    vi.stubGlobal(name, value)
  return { requests, ...(await import('latchkey/solid-start/client')) }
}

const stay = { redirect: false } as const

describe('the client of a SolidStart app', () => {
  test('signs in and out at /api/auth and requests the CSRF token once', async () => {
    const { requests, signIn, signOut } = await openPage()
    expect(await signIn('credentials', { ...ada, ...stay, redirectTo: '/home' })).toMatchObject({
      ok: true,
      url: `${origin}/home`,
    })
    expect(await signOut(stay)).toMatchObject({ ok: true })
    expect(requests).toEqual([
      'GET /api/auth/providers',
      'GET /api/auth/csrf',
      'POST /api/auth/callback/credentials',
      'GET /api/auth/session',
      'POST /api/auth/signout',
    ])
  })

  test('signs in and out below another prefix', async () => {
    const { requests, signIn, signOut } = await openPage('/login')
    const options = { ...stay, basePath: '/login' }
    expect(await signIn('credentials', { ...ada, password: 'wrong', ...options })).toMatchObject({
      error: 'CredentialsSignin',
    })
    expect(await signIn('credentials', { ...ada, ...options })).toMatchObject({ ok: true })
    expect(await signOut(options)).toMatchObject({ ok: true })
    expect(requests.filter(one => !/ \/login\//.test(one))).toEqual([])
  })

  test('redirects to the sign-in page without a provider', async () => {
    const { signIn } = await openPage()
    const location = { href: `${origin}/here` }
    vi.stubGlobal('location', location)
    await signIn(undefined, { redirectTo: '/account' })
    expect(location.href).toBe('/api/auth/signin?callbackUrl=%2Faccount')
  })

  test('accepts a FormData object', async () => {
    const { signIn } = await openPage()
    const location = { href: `${origin}/here` }
    vi.stubGlobal('location', location)
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...ada, redirectTo: '/home' })) form.set(name, value)
    await signIn('credentials', form)
    expect(location.href).toBe(`${origin}/home`)
  })
})
