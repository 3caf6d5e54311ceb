import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type NextAuth from 'latchkey/next'
import type { NextAuthConfig } from 'latchkey/next'
import { beforeAll, describe, expect, test } from 'vitest'

const secret = 'of-thirty-two-characters-or-more'
const providers: NextAuthConfig['providers'] = [
  { id: 'harbor', name: 'Harbor', type: 'oidc', issuer: 'https://harbor.example', clientId: 'app' },
]

/** The settings of `next.config` that a `NextRequest` has. */
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

/** Registers tests that call the functions of `NextAuth` with a `NextRequest`, without a server. */
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

  type Options = Partial<NextAuthConfig>
  const configured = (options: Options) =>
    modules.NextAuth({ secret, trustHost: true, providers, logger: { error() {} }, ...options })
  const event = { waitUntil: async () => {} }

  /** Runs the middleware. Returns `next` if the request continues, or else the status and the redirect URL. */
  async function runMiddleware(
    path: string,
    { nextConfig = {}, ...options }: Options & { nextConfig?: NextConfig } = {},
  ): Promise<string> {
    const { auth } = configured({ callbacks: { authorized: () => false }, ...options })
    const answer = await auth(sendRequest(path, nextConfig), event)
    if (answer.headers.has('x-middleware-next')) return 'next'
    return `${answer.status} ${answer.headers.get('location')}`
  }

  const toCallbackQuery = (path: string) => new URLSearchParams({ callbackUrl: origin + path }).toString()

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
      'redirects to the sign-in page if it returns %j',
      async given => {
        expect(await getResponse(() => given)).toMatchObject({ ran: false, statuses: [307, 307] })
        expect(await getResponse(async () => given)).toMatchObject({ ran: false, statuses: [307, 307] })
      },
    )

    test.each([[true], [1], ['yes'], [{ user: { name: 'Ada' } }], [{ status: 'active', headers: {} }]])(
      'lets requests pass if it returns %j',
      async given => {
        const { ran, answers } = await getResponse(() => given)
        expect(ran).toBe(true)
        for (const { headers } of answers) expect(headers.get('x-middleware-next')).toBe('1')
      },
    )

    test('can return a response, also of another copy of the class', async () => {
      const responseLike = {
        status: 403,
        headers: new Map([['x-why', 'members only']]),
        body: 'No.',
      }
      for (const given of [
        new Response('No.', { status: 403, headers: { 'x-why': 'members only' } }),
        responseLike,
      ]) {
        const { ran, answers } = await getResponse(() => given)
        expect(ran).toBe(false)
        for (const answer of answers) {
          expect(answer).toBeInstanceOf(Response)
          expect([answer.status, answer.headers.get('x-why')]).toEqual([403, 'members only'])
        }
      }
    })

    test('rejects requests if it throws', async () => {
      const fails = () => {
        throw new Error('The list of members is unavailable.')
      }
      await expect(getResponse(fails)).rejects.toThrow('The list of members is unavailable.')
    })
  })

  describe('the sign-in page', () => {
    test.each([
      '/api/auth/signin',
      '/api/auth/callback/github',
      '/api/auth/callback/github/',
      '/api/auth/session/',
      '/api/auth//providers',
    ])('and the action %s are not guarded', async path => {
      expect(await runMiddleware(path)).toBe('next')
    })

    test.each([
      '/api/auth',
      '/api/auth/',
      '/api/auth/members',
      '/api/auth/session/list',
      '/api/auth/providers/unlink',
      '/api/auth/callback/github/members',
      '/api/authsession',
    ])('is required for %s, which is not an action', async path => {
      expect(await runMiddleware(path)).toBe(`307 ${origin}/api/auth/signin?${toCallbackQuery(path)}`)
    })

    test.each([
      ['/login', '/login'],
      ['/login', '/login/'],
      ['/login/', '/login'],
      ['/login?a=1', '/login'],
      ['/login?a=1', '/login?a=1&callbackUrl=x'],
      [`${origin}/login`, '/login'],
    ])('configured as %s is not guarded when requested as %s', async (signIn, path) => {
      expect(await runMiddleware(path, { pages: { signIn } })).toBe('next')
    })

    test('keeps its query next to the query of the requested page', async () => {
      const location = `${origin}/login?a=1&a=2&b=%2F&${toCallbackQuery('/members?a=2&b=%2F')}`
      expect(await runMiddleware('/members?a=2&b=%2F', { pages: { signIn: '/login?a=1' } })).toBe(
        `307 ${location}`,
      )
    })

    test('does not receive the error parameters of the requested page', async () => {
      const path = '/members?error=AccessDenied&code=x&a=1'
      expect(await runMiddleware(path)).toBe(`307 ${origin}/api/auth/signin?a=1&${toCallbackQuery(path)}`)
    })

    test('can be on another origin', async () => {
      const pages = { signIn: 'https://accounts.example/login' }
      expect(await runMiddleware('/login', { pages })).toBe(
        `307 https://accounts.example/login?${toCallbackQuery('/login')}`,
      )
    })
  })

  describe('with a basePath of Next', () => {
    const below = { nextConfig: { basePath: '/docs' }, basePath: '/docs/api/auth' }

    test.each(['/login', '/docs/login'])(
      'redirects visitors to the custom sign-in page, configured as %s',
      async signIn => {
        const pages = { signIn }
        expect(await runMiddleware('/docs/members', { ...below, pages })).toBe(
          `307 ${origin}/docs/login?${toCallbackQuery('/docs/members')}`,
        )
        expect(await runMiddleware('/docs/login', { ...below, pages })).toBe('next')
      },
    )

    test('redirects visitors to the actions, which are not guarded', async () => {
      const page = await runMiddleware('/docs/members', below)
      expect(page).toBe(`307 ${origin}/docs/api/auth/signin?${toCallbackQuery('/docs/members')}`)
      expect(await runMiddleware('/docs/api/auth/signin', below)).toBe('next')
      expect(await runMiddleware('/docs/api/auth/session/list', below)).toMatch('307')
    })

    test('the handlers serve the actions, whose path Next passes without the basePath', async () => {
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

  test('keeps the locale in the path of a custom sign-in page, but not of the actions', async () => {
    const nextConfig = { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } }
    const pages = { signIn: '/login' }
    expect(await runMiddleware('/de/members', { nextConfig, pages })).toBe(
      `307 ${origin}/de/login?${toCallbackQuery('/de/members')}`,
    )
    expect(await runMiddleware('/members', { nextConfig, pages })).toBe(
      `307 ${origin}/login?${toCallbackQuery('/members')}`,
    )
    expect(await runMiddleware('/de/login', { nextConfig, pages })).toBe('next')
    expect(await runMiddleware('/de/members', { nextConfig })).toBe(
      `307 ${origin}/api/auth/signin?${toCallbackQuery('/de/members')}`,
    )
  })

  test('keeps the trailing slash with `trailingSlash`', async () => {
    const nextConfig = { trailingSlash: true }
    const pages = { signIn: '/login' }
    expect(await runMiddleware('/members/', { nextConfig, pages })).toBe(
      `307 ${origin}/login/?${toCallbackQuery('/members/')}`,
    )
    expect(await runMiddleware('/login/', { nextConfig, pages })).toBe('next')
  })

  test('supports a function that returns the configuration for each request', async () => {
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
