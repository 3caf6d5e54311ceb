import { inspect } from 'node:util'
import { node } from '@elysiajs/node'
import { Elysia, type ElysiaConfig } from 'elysia'
import { ElysiaAuth, type ElysiaAuthConfig } from 'latchkey/elysia'
import type { PluginContext } from 'latchkey/plugins'
import type { RequireAuthOptions } from 'latchkey/server'
import { signInAs } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenOnNode } from './listen-on-node.js'

const origin = 'https://app.example'

const config = {
  providers: [],
  secret: 'a secret of the tests of latchkey/elysia',
  trustHost: true,
  logger: { error: () => {}, warn: () => {} },
  session: { updateAge: 0 },
} satisfies ElysiaAuthConfig

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

async function signIn(): Promise<Record<string, string>> {
  const { headers } = await signInAs(config, { user: { id: '1', name: 'Ada' }, url: origin })
  return headers
}

interface App {
  handle(request: Request): Promise<Response>
}

async function get(app: App, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.handle(new Request(origin + path, { headers }))
}

const rolled = expect.stringMatching(/^__Secure-authjs\.session-token=\S/)

describe('the cookies of the session', () => {
  test('are added to a response with immutable headers, beside those of the handler', async () => {
    const app = new Elysia()
      .use(ElysiaAuth(config).auth)
      .get('/redirect', async ({ auth }) => {
        await auth.getSession()
        return Response.redirect(`${origin}/ok`)
      })
      .get('/response', async ({ auth, set }) => {
        set.headers['x-handler'] = 'set'
        await auth.getSession()
        const response = new Response('ok')
        response.headers.append('set-cookie', 'theme=dark')
        return response
      })
      .get('/cookie', async ({ auth, cookie }) => {
        await auth.getSession()
        cookie['theme']?.set({ value: 'dark' })
        return 'ok'
      })
    const headers = await signIn()
    const redirect = await get(app, '/redirect', headers)
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, `${origin}/ok`])
    expect(redirect.headers.getSetCookie()).toEqual([rolled])
    const response = await get(app, '/response', headers)
    expect(response.headers.get('x-handler')).toBe('set')
    expect(response.headers.getSetCookie()).toEqual(['theme=dark', rolled])
    const cookie = await get(app, '/cookie', headers)
    expect(cookie.headers.getSetCookie()).toEqual([expect.stringContaining('theme=dark'), rolled])
  })

  test('are added to the response of an error in a hook, and to that of a missing page', async () => {
    const { auth } = ElysiaAuth(config)
    const app = new Elysia()
      .use(auth)
      .onBeforeHandle(async ({ auth, path }) => {
        await auth.getSession()
        if (path === '/hook') throw new Error('broken')
      })
      .get('/hook', () => 'ok')
      .get('/*', ({ status }) => status(404, 'Not here.'))
    const headers = await signIn()
    for (const [path, status] of [
      ['/hook', 500],
      ['/missing', 404],
    ] as const) {
      const response = await get(app, path, headers)
      expect([response.status, response.headers.getSetCookie()]).toEqual([status, [rolled]])
      expect(response.headers.get('cache-control')).toBe('private, no-store')
    }
  })

  test('are not set on a response that does not depend on the session', async () => {
    const app = new Elysia().use(ElysiaAuth(config).auth).get('/', () => 'public')
    const response = await get(app, '/', await signIn())
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.has('cache-control')).toBe(false)
  })
})

describe('the option `auth` of a route', () => {
  function createApp(requirement: RequireAuthOptions | true, options: ElysiaConfig<''> = {}) {
    const handler = vi.fn(() => 'allowed')
    const app = new Elysia(options)
      .use(ElysiaAuth(config).auth)
      .get('/account', handler, { auth: requirement })
    return { app, handler }
  }

  test('does not call the handler for a visitor', async () => {
    const { app, handler } = createApp(true)
    const page = await get(app, '/account', { accept: 'text/html' })
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toMatch(/^https:\/\/app\.example\/auth\/signin\?/)
    const api = await get(app, '/account', { accept: 'application/json' })
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(handler).not.toHaveBeenCalled()
  })

  test.each([
    ['its own adapter', {}],
    ['the adapter for Node', { adapter: node() }],
  ])('requires a level, with %s', async (_, options) => {
    const { app, handler } = createApp({ acr: 'aal2' }, options)
    const response = await get(app, '/account', await signIn())
    expect(response.status).toBe(401)
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    expect(await response.json()).toBeTypeOf('object')
    expect(response.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
    expect(handler).not.toHaveBeenCalled()
  })

  test('protects all routes of a guard, also with HEAD', async () => {
    const { auth } = ElysiaAuth(config)
    const app = new Elysia()
      .use(auth)
      .guard({ auth: true }, guarded => guarded.get('/a', ({ session }) => `${session.user?.name}`))
      .get('/b', () => 'public')
    const headers = await signIn()
    expect((await get(app, '/a')).status).toBe(401)
    expect((await app.handle(new Request(`${origin}/a`, { method: 'HEAD' }))).status).toBe(401)
    expect(await (await get(app, '/a', headers)).text()).toBe('Ada')
    expect(await (await get(app, '/b')).text()).toBe('public')
  })
})

describe('an app of several instances', () => {
  test('reads the session once, and sets its cookies once', async () => {
    const jwt = vi.fn(({ token }) => token)
    const { auth } = ElysiaAuth({ ...config, callbacks: { jwt } })
    const account = new Elysia({ prefix: '/account', name: 'account' })
      .use(auth)
      .get('/', ({ session }) => `${session.user?.name}`, { auth: true })
    const app = new Elysia().use(auth).use(account)
    const response = await get(app, '/account', await signIn())
    expect([await response.text(), response.headers.getSetCookie()]).toEqual(['Ada', [rolled]])
    expect(jwt).toHaveBeenCalledTimes(1)
  })

  test('shares `auth` with instances that are used after it', async () => {
    const account = new Elysia().get('/name', async context => {
      const { auth } = context as unknown as { auth: { getSession(): Promise<{ user: { name: string } }> } }
      return (await auth.getSession()).user.name
    })
    const app = new Elysia().use(ElysiaAuth(config).auth).use(account)
    const response = await get(app, '/name', await signIn())
    expect([await response.text(), response.headers.getSetCookie()]).toEqual(['Ada', [rolled]])
  })

  test('may have two configurations', async () => {
    const one = ElysiaAuth(config)
    const two = ElysiaAuth({ ...config, basePath: '/admin/auth' })
    const app = new Elysia()
      .use(new Elysia({ name: 'one' }).use(one.auth))
      .use(new Elysia({ name: 'two' }).use(two.auth))
    for (const path of ['/auth/csrf', '/admin/auth/csrf']) expect((await get(app, path)).status).toBe(200)
  })
})

test('keeps the headers of hooks before it on the responses of Latchkey', async () => {
  const app = new Elysia()
    .onRequest(({ set }) => {
      set.headers['x-hook'] = 'set'
    })
    .use(ElysiaAuth(config).auth)
  const response = await get(app, '/auth/csrf')
  expect([response.status, response.headers.get('x-hook')]).toEqual([200, 'set'])
  expect(response.headers.getSetCookie()).toHaveLength(2)
})

test('takes the configuration from a function of the request', async () => {
  const { auth } = ElysiaAuth(async (request: Request) => ({
    ...config,
    basePath: new URL(request.url).pathname.startsWith('/login') ? '/login' : '/auth',
  }))
  const app = new Elysia().use(auth)
  expect((await get(app, '/login/csrf')).status).toBe(200)
})

describe('a wrong use', () => {
  async function readError(app: Elysia, path = '/auth/csrf'): Promise<string> {
    const messages: string[] = []
    app.onError(({ error }) => void messages.push(error instanceof Error ? error.message : ''))
    const response = await app.handle(new Request(origin + path))
    expect(response.status).toBe(500)
    return messages.join()
  }

  test('names the option `aot: false`', async () => {
    const app = new Elysia({ aot: false })
    app.use(ElysiaAuth(config).auth)
    expect(await readError(app)).toContain('Remove the option `aot: false`.')
  })

  test('names the hook that has read the body', async () => {
    const errors: unknown[] = []
    const logger = { ...config.logger, error: (error: Error) => void errors.push(inspect(error)) }
    const app = new Elysia()
    app.onRequest(async ({ request }) => void (await request.text()))
    app.use(ElysiaAuth({ ...config, logger }).auth)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin }
    await app.handle(new Request(`${origin}/auth/signout`, { method: 'POST', headers, body: 'csrfToken=1' }))
    expect(errors.join()).toContain('The body was read before `auth`.')
  })

  test('names the version of Elysia', () => {
    const { auth } = ElysiaAuth(config)
    expect(() => auth({} as Elysia)).toThrow('`auth` is a plugin of Elysia 1.4.')
    expect(() => auth(undefined as unknown as Elysia)).toThrow('Call `app.use(auth)`.')
  })
})

describe('the address of the client', () => {
  const address = {
    id: 'address' as const,
    api: { read: async (ctx: PluginContext) => ctx.request.head.getClientAddress?.() ?? 'unknown' },
  }
  const { auth } = ElysiaAuth({ ...config, plugins: [address] as const })

  test('is that of the connection, on Node', async () => {
    const app = new Elysia({ adapter: node() }).use(auth).get('/', ({ auth }) => auth.api.address.read())
    const { url, close } = await listenOnNode(app)
    const response = await fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    await close()
    expect(await response.text()).toMatch(/^(::1|(::ffff:)?127\.0\.0\.1)$/)
  })

  test('is what the server of Bun knows', async () => {
    const app = new Elysia().use(auth).get('/', ({ auth }) => auth.api.address.read())
    expect(await (await get(app, '/')).text()).toBe('unknown')
    Object.assign(app, { server: { requestIP: () => ({ address: '203.0.113.7' }) } })
    expect(await (await get(app, '/')).text()).toBe('203.0.113.7')
  })
})

test('the form of another site to a sign-in of the app is rejected with status 403', async () => {
  const app = new Elysia().use(ElysiaAuth(config).auth).post('/sign-in', ({ auth }) => auth.signIn())
  const foreign = new Request(`${origin}/sign-in`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  const response = await app.handle(foreign)
  expect([response.status, await response.text()]).toEqual([403, 'The request came from another origin.'])
})
