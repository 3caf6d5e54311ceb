import { Auth, type AuthConfig, createActionURL } from 'latchkey'
import { FetchAuth } from 'latchkey/fetch'
import { createAuth, originChecked, toRequestHead } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { ada, createTestApp, credentials, origin, secret } from '../../support/app.js'
import { createVisitor } from '../../support/visitor.js'

const publicBasePath = '/shop/auth'

/** Passes `/shop/*` on as `/*`, and responds to all else as another app of the host. */
function createProxy(app: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith('/shop/')) return new Response('Another app.', { status: 404 })
    url.pathname = url.pathname.slice('/shop'.length)
    return app(new Request(url, request))
  }
}

/** Opens a browser of an app behind a proxy that removes `/shop`. */
function openBehindProxy(setup: Partial<AuthConfig> = {}) {
  const { config, op, log } = createTestApp({ publicBasePath, ...setup })
  const proxy = createProxy(request => Auth(request, config))
  const visit = createVisitor(proxy, origin, { basePath: publicBasePath })
  return { config, op, log, visit }
}

describe('behind a proxy that removes the front of the path', () => {
  test('a user signs in with a password, and out', async () => {
    const { visit } = openBehindProxy({ providers: [credentials] })
    const response = await visit.signInWithCredentials(ada)
    expect(response.headers.get('location')).toBe(`${origin}/shop`)
    expect(await visit.getSession()).toMatchObject({ user: { email: ada.email } })
    await visit.signOut()
    expect(await visit.getSession()).toBeNull()
  })

  test('a user signs in at a provider, and returns to the page', async () => {
    const { visit, op } = openBehindProxy()
    const callbackUrl = `${origin}/shop/account`
    const csrfToken = await visit.getCsrfToken()
    const away = await visit.post('/shop/auth/signin/op', { csrfToken, callbackUrl })
    const callback = await op.authorize(away.headers.get('location') ?? '')
    expect(callback.pathname).toBe('/shop/auth/callback/op')
    const back = await visit.get(callback.pathname + callback.search)
    expect(back.headers.get('location')).toBe(callbackUrl)
    expect(await visit.getSession()).not.toBeNull()
  })

  test('a failed sign-in shows a page of the app', async () => {
    const { visit } = openBehindProxy({ providers: [credentials] })
    const response = await visit.signInWithCredentials({ ...ada, password: 'wrong' })
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.example\/shop\/auth\/signin\?/)
    const failed = await visit.get('/shop/auth/callback/unknown')
    expect(failed.headers.get('location') ?? (await failed.text())).toContain('/shop/auth/error')
  })

  test('server functions redirect below the public path', async () => {
    const auth = createAuth({ secret, trustHost: true, providers: [credentials], publicBasePath })
    const head = toRequestHead(new Request(`${origin}/account?a=1`, { headers: { accept: 'text/html' } }))
    const { redirect } = await auth.requireAuth(head)
    expect(redirect).toBe(
      `${origin}/shop/auth/signin?${new URLSearchParams({ callbackUrl: `${origin}/shop/account?a=1` })}`,
    )
    const options = { provider: 'credentials', fields: ada, originCheck: originChecked } as const
    expect((await auth.signIn(head, options)).redirect).toBe(`${origin}/shop`)
    expect([auth.basePath, auth.publicBasePath]).toEqual(['/auth', publicBasePath])
  })

  test('`createActionURL` returns the public URL', () => {
    const headers = new Headers({ host: 'app.example' })
    const config = { basePath: '/auth', publicBasePath }
    expect(createActionURL('session', 'https', headers, {}, config).href).toBe(`${origin}/shop/auth/session`)
    const environment = { AUTH_URL: 'https://www.example/shop/auth' }
    expect(createActionURL('session', 'https', headers, environment, config).href).toBe(
      'https://www.example/shop/auth/session',
    )
  })
})

describe('`publicBasePath`', () => {
  test.each([
    ['/shop/auth', undefined],
    ['shop/auth/', '/auth'],
    ['/auth', '/auth'],
    ['/shop', '/'],
    ['/a/b/api/auth', '/api/auth'],
  ])('can be %j if `basePath` is %j', async (publicPath, basePath) => {
    const { log, answer } = createTestApp({ publicBasePath: publicPath, basePath })
    const inner = `/${(basePath ?? '/auth').replace(/^\//, '')}`.replace(/\/$/, '')
    const response = await answer(new Request(`${origin}${inner}/providers`))
    const signinUrl = `${origin}/${publicPath.replace(/^\/|\/$/g, '')}/signin/op`
    expect([await response.json(), log.errors]).toMatchObject([{ op: { signinUrl } }, []])
  })

  test.each(['/shop', '/shop/authenticate', '/auth/shop', '', 5, null, {}])(
    'cannot be %j, and the error names both paths',
    async value => {
      const { log, answer } = createTestApp({ publicBasePath: value as string })
      expect((await answer(new Request(`${origin}/auth/providers`))).status).toBe(500)
      expect(log.errors[0]?.message).toContain(
        '`publicBasePath` must be a path that ends with `basePath` ("/auth")',
      )
      expect(log.errors[0]?.message).toContain(JSON.stringify(value))
    },
  )
})

describe('without `publicBasePath`, a request whose path lost its front', () => {
  const config = (basePath: string) => createTestApp({ basePath })

  test.each([
    ['/shop/auth', '/auth/csrf', '/auth'],
    ['/shop/auth', '/auth/session', '/auth'],
    ['/a/b/auth', '/b/auth/providers', '/b/auth'],
    ['/a/b/auth', '/auth/providers', '/auth'],
  ])('names both paths: `basePath` %j, request %j', async (basePath, path, inner) => {
    const app = config(basePath)
    const { handleAuth } = FetchAuth(app.config)
    for (let tries = 0; tries < 2; tries++)
      expect((await handleAuth(new Request(origin + path))).status).toBe(404)
    expect(app.log.warnings).toEqual(['base-path-removed'])
    expect(app.log.warningMessages[0]).toContain(
      `\`basePath\` to "${inner}" and \`publicBasePath\` to "${basePath}"`,
    )
  })

  test.each([
    ['/auth', '/csrf'],
    ['/shop/auth', '/shop/auth/csrf'],
    ['/shop/auth', '/auth/signin'],
    ['/shop/auth', '/session'],
    ['/shop/auth', '/other/auth/session'],
  ])('is not suspected: `basePath` %j, request %j', async (basePath, path) => {
    const app = config(basePath)
    await FetchAuth(app.config).handleAuth(new Request(origin + path))
    expect(app.log.warnings).toEqual([])
  })
})
