import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type NextAuth from 'latchkey/next'
import type { NextAuthConfig } from 'latchkey/next'
import { beforeAll, describe, expect, test } from 'vitest'

const secret = 'of-thirty-two-characters-or-more'
const providers: NextAuthConfig['providers'] = [
  { id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', clientId: 'app' },
]

/** What Next tells its requests of `next.config`. */
interface NextConfig {
  basePath?: string
  trailingSlash?: boolean
  i18n?: { locales: string[]; defaultLocale: string }
}

interface Modules {
  NextAuth: typeof NextAuth
  NextRequest: new (
    url: string,
    init?: RequestInit & { nextConfig?: NextConfig },
  ) => Parameters<ReturnType<typeof NextAuth>['handlers']['GET']>[0]
}

/** Calls what `NextAuth` gives with the requests of the installed Next, and without a server. */
export function testWithoutServer(getFolder: () => string): void {
  let modules: Modules

  beforeAll(async () => {
    const load = (path: string) => import(pathToFileURL(join(getFolder(), 'node_modules', path)).href)
    const { default: made } = await load('latchkey/dist/integrations/next.js')
    const { NextRequest } = await load('next/server.js')
    modules = { NextAuth: made, NextRequest }
  })

  const origin = 'https://app.example'
  const sendRequest = (path: string, nextConfig: NextConfig = {}, init: RequestInit = {}) =>
    new modules.NextRequest(origin + path, { nextConfig, ...init })

  type Given = Partial<NextAuthConfig>
  const configured = (given: Given) =>
    modules.NextAuth({ secret, trustHost: true, providers, logger: { error() {} }, ...given })
  const event = { waitUntil: async () => {} }

  /** What the proxy answers: `on` where the request goes on, else the status and where it leads. */
  async function stop(
    path: string,
    { nextConfig = {}, ...given }: Given & { nextConfig?: NextConfig } = {},
  ): Promise<string> {
    const { auth } = configured({ callbacks: { authorized: () => false }, ...given })
    const answer = await auth(sendRequest(path, nextConfig), event)
    if (answer.headers.has('x-middleware-next')) return 'on'
    return `${answer.status} ${answer.headers.get('location')}`
  }

  const came = (path: string) => new URLSearchParams({ callbackUrl: origin + path }).toString()

  describe('`authorized`', () => {
    const getResponse = async (authorized: () => unknown) => {
      // An app in JavaScript may return anything.
      const { auth } = configured({ callbacks: { authorized: authorized as () => boolean } })
      let ran = false
      const wrapped = auth(() => {
        ran = true
      })
      const answers = [
        await auth(sendRequest('/'), event),
        await wrapped(sendRequest('/'), { params: Promise.resolve({}) }),
      ]
      return { ran, answers, statuses: answers.map(({ status }) => status) }
    }

    test.each([[undefined], [null], [0], [''], [false]])(
      'sends to sign in where it gives %j',
      async given => {
        expect(await getResponse(() => given)).toMatchObject({ ran: false, statuses: [307, 307] })
        expect(await getResponse(async () => given)).toMatchObject({ ran: false, statuses: [307, 307] })
      },
    )

    test.each([[true], [1], ['yes'], [{ user: { name: 'Ada' } }], [{ status: 'active', headers: {} }]])(
      'lets pass where it gives %j',
      async given => {
        const { ran, answers } = await getResponse(() => given)
        expect(ran).toBe(true)
        for (const { headers } of answers) expect(headers.get('x-middleware-next')).toBe('1')
      },
    )

    test('answers with a response, also with one of another copy of the class', async () => {
      const likeOne = {
        status: 403,
        headers: new Map([['x-why', 'members only']]),
        body: 'No.',
      }
      for (const given of [
        new Response('No.', { status: 403, headers: { 'x-why': 'members only' } }),
        likeOne,
      ]) {
        const { ran, answers } = await getResponse(() => given)
        expect(ran).toBe(false)
        for (const answer of answers) {
          expect(answer).toBeInstanceOf(Response)
          expect([answer.status, answer.headers.get('x-why')]).toEqual([403, 'members only'])
        }
      }
    })

    test('lets nobody pass where it throws', async () => {
      const fails = () => {
        throw new Error('The list of members is away.')
      }
      await expect(getResponse(fails)).rejects.toThrow('The list of members is away.')
    })
  })

  describe('the way in', () => {
    test.each([
      '/api/auth/signin',
      '/api/auth/callback/github',
      '/api/auth/callback/github/',
      '/api/auth/session/',
      '/api/auth//providers',
    ])('is open at %s', async path => {
      expect(await stop(path)).toBe('on')
    })

    test.each([
      '/api/auth',
      '/api/auth/',
      '/api/auth/members',
      '/api/auth/session/list',
      '/api/auth/providers/unlink',
      '/api/auth/callback/github/members',
      '/api/authsession',
    ])('is not at %s, which is a page of the app', async path => {
      expect(await stop(path)).toBe(`307 ${origin}/api/auth/signin?${came(path)}`)
    })

    test.each([
      ['/login', '/login'],
      ['/login', '/login/'],
      ['/login/', '/login'],
      ['/login?a=1', '/login'],
      ['/login?a=1', '/login?a=1&callbackUrl=x'],
      [`${origin}/login`, '/login'],
    ])('is the page %s, asked for as %s', async (signIn, path) => {
      expect(await stop(path, { pages: { signIn } })).toBe('on')
    })

    test('keeps its own query beside that of the page that was asked for', async () => {
      const location = `${origin}/login?a=1&a=2&b=%2F&${came('/members?a=2&b=%2F')}`
      expect(await stop('/members?a=2&b=%2F', { pages: { signIn: '/login?a=1' } })).toBe(`307 ${location}`)
    })

    test('is told of no failure by the query of the page that was asked for', async () => {
      const path = '/members?error=AccessDenied&code=x&a=1'
      expect(await stop(path)).toBe(`307 ${origin}/api/auth/signin?a=1&${came(path)}`)
    })

    test('may be at another site', async () => {
      const pages = { signIn: 'https://accounts.example/login' }
      expect(await stop('/login', { pages })).toBe(`307 https://accounts.example/login?${came('/login')}`)
    })
  })

  describe('in an app below a path', () => {
    const below = { nextConfig: { basePath: '/docs' }, basePath: '/docs/api/auth' }

    test.each(['/login', '/docs/login'])(
      'sends strangers to its own page, which it may call %s',
      async signIn => {
        const pages = { signIn }
        expect(await stop('/docs/members', { ...below, pages })).toBe(
          `307 ${origin}/docs/login?${came('/docs/members')}`,
        )
        expect(await stop('/docs/login', { ...below, pages })).toBe('on')
      },
    )

    test('sends strangers to the actions, and lets them in there', async () => {
      const page = await stop('/docs/members', below)
      expect(page).toBe(`307 ${origin}/docs/api/auth/signin?${came('/docs/members')}`)
      expect(await stop('/docs/api/auth/signin', below)).toBe('on')
      expect(await stop('/docs/api/auth/session/list', below)).toMatch('307')
    })

    test('the handlers serve the actions, of whose path Next takes away its own', async () => {
      const { handlers } = configured({ basePath: below.basePath })
      for (const path of ['/api/auth/providers', '/docs/api/auth/providers']) {
        const answer = await handlers.GET(sendRequest(path))
        const { harbor } = await answer.json()
        expect(harbor.callbackUrl).toBe(`${origin}/docs/api/auth/callback/harbor`)
      }
      const body = new URLSearchParams({ csrfToken: 'x' })
      const posted = await handlers.POST(sendRequest('/api/auth/signout?a=1', {}, { method: 'POST', body }))
      expect(posted.status).toBe(302)
      for (const path of ['/auth/nothing', '/other/api/auth/providers'])
        expect((await handlers.GET(sendRequest(path))).status).toBe(400)
    })
  })

  test('keeps the language of the visitor, who signs in at the same actions', async () => {
    const nextConfig = { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }
    const pages = { signIn: '/login' }
    expect(await stop('/de/members', { nextConfig, pages })).toBe(
      `307 ${origin}/de/login?${came('/de/members')}`,
    )
    expect(await stop('/members', { nextConfig, pages })).toBe(`307 ${origin}/login?${came('/members')}`)
    expect(await stop('/de/login', { nextConfig, pages })).toBe('on')
    expect(await stop('/de/members', { nextConfig })).toBe(
      `307 ${origin}/api/auth/signin?${came('/de/members')}`,
    )
  })

  test('keeps the slash at the end where the app has one everywhere', async () => {
    const nextConfig = { trailingSlash: true }
    const pages = { signIn: '/login' }
    expect(await stop('/members/', { nextConfig, pages })).toBe(`307 ${origin}/login/?${came('/members/')}`)
    expect(await stop('/login/', { nextConfig, pages })).toBe('on')
  })

  test('has a configuration for each request, which the request decides', async () => {
    const tenant = (host: string): NextAuthConfig => ({
      secret,
      trustHost: true,
      basePath: `/${host}/auth`,
      providers,
      callbacks: { authorized: () => host === 'open' },
    })
    const tenants = { open: tenant('open'), shut: tenant('shut') }
    const getTenantName = (request?: Request) => (request?.url.includes('open.') ? 'open' : 'shut')
    const { handlers, auth } = modules.NextAuth(async request => tenants[getTenantName(request)])
    const wrapped = auth(() => Response.json('ran'))
    for (const [name, statuses] of Object.entries({ open: [200, 200, 200], shut: [200, 307, 307] })) {
      const at = (path: string) => new modules.NextRequest(`https://${name}.example${path}`)
      const own = await handlers.GET(at(`/${name}/auth/providers`))
      const { harbor } = await own.json()
      expect(harbor.callbackUrl).toBe(`https://${name}.example/${name}/auth/callback/harbor`)
      const before = await auth(at('/page'), event)
      const ran = await wrapped(at('/page'), { params: Promise.resolve({}) })
      expect([own, before, ran].map(({ status }) => status)).toEqual(statuses)
    }
  })
}
