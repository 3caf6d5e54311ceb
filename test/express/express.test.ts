import { fileURLToPath } from 'node:url'
import { ExpressAuth, type ExpressAuthConfig, getSession } from 'latchkey/express'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { ada, credentials, secret } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'
import { type ServedApp, serve } from '../support/serve.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { type ErrorHandler, type Express, expressVersions, loadExpress } from './express-versions.js'

const installed = fileURLToPath(new URL('installed', import.meta.url))

let server: ServedApp | undefined

beforeAll(() => installDependencies(installed), 120_000)

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST']) vi.stubEnv(name, undefined)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  await server?.close()
  server = undefined
})

type App = ReturnType<Express>

function createConfig(more: Partial<ExpressAuthConfig> = {}): ExpressAuthConfig {
  return { providers: [credentials, createMaliciousProvider().provider()], secret, trustHost: true, ...more }
}

async function openVisitor(app: App, basePath = '/auth'): Promise<Visitor> {
  server = await serve(app)
  return createVisitor(fetch, server.origin, { basePath })
}

/** Creates an error handler of the app. */
function createErrorHandler(status: number, toBody: (error: Error) => string): ErrorHandler {
  return (error, _req, res, _next) => res.status(status).send(toBody(error))
}

/** Signs in and out. Returns the users that the session action returns after each step. */
async function signInAndOut(visit: Visitor): Promise<(string | undefined)[]> {
  const readUser = async () => {
    const session = await visit.getSession()
    return session ? JSON.stringify(session['user']) : 'no session'
  }
  await visit.signInWithCredentials(ada)
  const inside = await readUser()
  await visit.signOut()
  return [inside, await readUser()]
}

const signedInAndOut = [expect.stringContaining(ada.email), 'no session']

describe.each(expressVersions)('Express $major', ({ module, wildcard }) => {
  const express = () => loadExpress(module)

  test.each([
    ['app.use with a path', '/auth', (app: App) => app.use('/auth', ExpressAuth(createConfig()))],
    [
      'app.use with a wildcard',
      '/auth',
      (app: App) => app.use(`/auth/${wildcard}`, ExpressAuth(createConfig())),
    ],
    [
      'app.all with a wildcard',
      '/auth',
      (app: App) => app.all(`/auth/${wildcard}`, ExpressAuth(createConfig())),
    ],
    ['app.use without a path', '/auth', (app: App) => app.use(ExpressAuth(createConfig()))],
    [
      'app.use without a path and with a configured basePath',
      '/api/login',
      (app: App) => app.use(ExpressAuth(createConfig({ basePath: '/api/login/' }))),
    ],
    ['a deeper path', '/api/v1/auth', (app: App) => app.use('/api/v1/auth', ExpressAuth(createConfig()))],
    [
      'a path that differs from the configured basePath',
      '/login',
      (app: App) => app.use('/login', ExpressAuth(createConfig({ basePath: '/auth' }))),
    ],
    [
      'a router in a router',
      '/api/auth',
      (app: App) => {
        const router = express().Router()
        router.all(`/auth/${wildcard}`, ExpressAuth(createConfig()))
        app.use('/api', router)
      },
    ],
    [
      'a path with a parameter',
      '/acme/auth',
      (app: App) => app.use('/:tenant/auth', ExpressAuth(createConfig())),
    ],
  ])('serves the actions below %s', async (_, basePath, mount) => {
    const app = express()()
    mount(app)
    const visit = await openVisitor(app, basePath)
    expect(await signInAndOut(visit)).toEqual(signedInAndOut)
    const providers = await (await visit.get(`${basePath}/providers`)).json()
    expect(providers.op.callbackUrl).toBe(`${visit.origin}${basePath}/callback/op`)
  })

  test('serves one configuration below two paths without changing it', async () => {
    const config = Object.freeze(createConfig())
    const app = express()()
    app.use('/one', ExpressAuth(config))
    app.use('/two', ExpressAuth(config))
    const visit = await openVisitor(app)
    for (const base of ['/one', '/two', '/one']) {
      const { op } = await (await visit.get(`${base}/providers`)).json()
      expect(op.signinUrl).toBe(`${visit.origin}${base}/signin/op`)
    }
    expect(config.basePath).toBeUndefined()
  })

  test('serves more base paths than it caches', async () => {
    const app = express()()
    app.use('/:tenant/auth', ExpressAuth(createConfig()))
    const visit = await openVisitor(app)
    for (let tenant = 0; tenant <= 250; tenant++) {
      const { op } = await (await visit.get(`/${tenant % 125}/auth/providers`)).json()
      expect(op.callbackUrl).toBe(`${visit.origin}/${tenant % 125}/auth/callback/op`)
    }
  })

  test('finds the provider in a path with double slashes and percent-encoding', async () => {
    const app = express()()
    app.use(`/auth/${wildcard}`, ExpressAuth(createConfig()))
    const visit = await openVisitor(app)
    const csrfToken = await visit.getCsrfToken()
    const answer = await visit.post('/auth//callback/%63redentials/?a=/b', { csrfToken, ...ada })
    expect(answer.headers.get('location')).toBe(visit.origin)
  })

  test.each([
    [
      'json and urlencoded',
      (app: App) => app.use(express().json(), express().urlencoded({ extended: true })),
    ],
    ['a plain urlencoded', (app: App) => app.use(express().urlencoded({ extended: false }))],
    ['text', (app: App) => app.use(express().text({ type: '*/*' }))],
  ])('reads bodies that a body parser has parsed: %s', async (_, parse) => {
    const app = express()()
    parse(app)
    app.use('/auth', ExpressAuth(createConfig()))
    expect(await signInAndOut(await openVisitor(app))).toEqual(signedInAndOut)
  })

  test('reads JSON with and without a body parser', async () => {
    const jwt: NonNullable<ExpressAuthConfig['callbacks']>['jwt'] = ({ token, session }) =>
      session ? { ...token, name: JSON.stringify(session) } : token
    const config = createConfig({ callbacks: { jwt } })
    const app = express()()
    app.use('/parsed', express().json(), ExpressAuth(config))
    app.use('/raw', ExpressAuth(config))
    const visit = await openVisitor(app, '/raw')
    await visit.signInWithCredentials(ada)
    const csrfToken = await visit.getCsrfToken()
    for (const base of ['/parsed', '/raw']) {
      const data = { from: base, list: [1, { a: null }] }
      const answer = await visit.post(`${base}/session`, { csrfToken, data }, { json: true })
      expect(await answer.json()).toMatchObject({ user: { name: JSON.stringify(data) } })
    }
  })

  test('passes nested fields to `authorize` as they were sent, and the last of repeated ones, parsed or not', async () => {
    const authorize = vi.fn(async (_: unknown, request: Request) => ({ id: await request.text() }))
    const config = createConfig({ providers: [{ ...credentials, authorize }] })
    const app = express()()
    app.use('/parsed', express().urlencoded({ extended: true }), ExpressAuth(config))
    app.use('/raw', ExpressAuth(config))
    const visit = await openVisitor(app, '/raw')
    const csrfToken = await visit.getCsrfToken()
    const fields = `csrfToken=${csrfToken}&a[b][c]=1&a[d]=%C3%A9&list=x&list=y`
    for (const base of ['/parsed', '/raw']) await visit.post(`${base}/callback/credentials`, fields)
    const texts = await Promise.all(authorize.mock.results.map(({ value }) => value))
    expect(texts.map(({ id }) => [...new URLSearchParams(id)])).toEqual(
      Array(2).fill([
        ['csrfToken', csrfToken],
        ['a[b][c]', '1'],
        ['a[d]', 'é'],
        ['list', 'y'],
      ]),
    )
  })

  test('returns 413 for a body larger than a megabyte', async () => {
    const app = express()()
    app.use('/auth', ExpressAuth(createConfig()))
    const visit = await openVisitor(app)
    expect((await visit.post('/auth/signout', { csrfToken: 'x'.repeat(1_500_000) })).status).toBe(413)
  })

  test('accepts a function that returns the configuration for each request', async () => {
    const app = express()()
    const createTenantConfig = (request: { params: object }) =>
      Promise.resolve(createConfig({ pages: { signIn: `/hello/${Reflect.get(request.params, 'tenant')}` } }))
    app.use('/:tenant/auth', ExpressAuth(createTenantConfig))
    const visit = await openVisitor(app)
    expect((await visit.get('/acme/auth/signin')).headers.get('location')).toMatch('/hello/acme?')
  })

  test('passes errors of the configuration function to the error handler of the app', async () => {
    const app = express()()
    app.use(
      '/auth',
      ExpressAuth(() => Promise.reject(new Error('no tenant'))),
    )
    app.use(createErrorHandler(418, error => error.message))
    const answer = await (await openVisitor(app)).get('/auth/session')
    expect([answer.status, await answer.text()]).toEqual([418, 'no tenant'])
  })

  test('handles paths below its base path and passes on all others', async () => {
    const app = express()()
    app.use(ExpressAuth(createConfig({ logger: { error: () => {} } })))
    app.use((_req, res) => res.status(200).send('the app'))
    const visit = await openVisitor(app)
    expect((await visit.get('/auth/nonsense')).status).toBe(400)
    for (const path of ['/', '/authors', '/auth'])
      expect(await (await visit.get(path)).text()).toBe('the app')
  })

  test('keeps cookies and headers that other middleware has set', async () => {
    const app = express()()
    app.use((_req, res, next) => {
      res.setHeader('set-cookie', ['seen=yes'])
      res.setHeader('x-frame-options', 'DENY')
      next()
    })
    app.use('/auth', ExpressAuth(createConfig()))
    const answer = await (await openVisitor(app)).get('/auth/csrf')
    expect(answer.headers.getSetCookie()).toEqual([
      'seen=yes',
      expect.stringMatching(/^authjs\.csrf-token=/),
      expect.stringMatching(/^authjs\.callback-url=/),
    ])
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  })

  test('sends redirects without a content type', async () => {
    const app = express()()
    app.use('/auth', ExpressAuth(createConfig()))
    const answer = await (await openVisitor(app)).signInWithCredentials(ada)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([302, null])
  })

  test('does not warn about a base path in AUTH_URL if the app has not configured one', async () => {
    vi.stubEnv('AUTH_URL', 'https://shop.example/auth')
    const warn = vi.fn()
    const app = express()()
    // Other files of this process configure the provider "op" with the common secret and other issuers.
    const own = { logger: { warn }, secret: 'a secret that no other test file has, 42 characters' }
    app.use('/auth', ExpressAuth(createConfig(own)))
    const { op } = await (await (await openVisitor(app)).get('/auth/providers')).json()
    expect(op.callbackUrl).toBe('https://shop.example/auth/callback/op')
    expect(warn.mock.calls).toEqual([])
  })

  test('uses https if a trusted proxy forwards it', async () => {
    const app = express()()
    app.use('/auth', ExpressAuth(createConfig()))
    const visit = await openVisitor(app)
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' }
    const answer = await visit.get('/auth/csrf', { headers })
    expect(answer.headers.getSetCookie().join()).toMatch(/__Host-authjs\.csrf-token=.*Secure/)
  })
})

describe.each(expressVersions)('getSession on Express $major', ({ module }) => {
  async function pages(config: ExpressAuthConfig): Promise<Visitor> {
    const app = loadExpress(module)()
    app.use('/auth', ExpressAuth(config))
    app.get('/read', (req, res, next) => getSession(req, config).then(found => res.json(found), next))
    app.get('/read-only', async (req, res) => res.json(await getSession(req, config, null)))
    app.get('/extend', async (req, res) => res.json(await getSession(req, config, res)))
    app.get('/late', async (req, res) => {
      res.write('[')
      res.end(`${JSON.stringify(await getSession(req, config))}]`)
    })
    app.use(createErrorHandler(503, error => error.name))
    return openVisitor(app)
  }

  test('returns the session with the user id, or null for a visitor', async () => {
    const visit = await pages(createConfig())
    for (const path of ['/read', '/read-only']) expect(await (await visit.get(path)).json()).toBeNull()
    await visit.signInWithCredentials(ada)
    const expected = { user: { id: 'ada-1', email: ada.email } }
    for (const path of ['/read', '/read-only'])
      expect(await (await visit.get(path)).json()).toMatchObject(expected)
  })

  test('throws if the session is unavailable, and the app can handle the error', async () => {
    const session = () => Promise.reject(new Error('down'))
    const visit = await pages(createConfig({ callbacks: { session }, logger: { error: () => {} } }))
    await visit.signInWithCredentials(ada)
    const answer = await visit.get('/read')
    expect([answer.status, await answer.text()]).toEqual([503, 'SessionUnavailable'])
  })

  test('extends the session unless the response is null', async () => {
    const visit = await pages(createConfig({ session: { updateAge: 0 } }))
    await visit.signInWithCredentials(ada)
    const set = async (path: string) => (await visit.get(path)).headers.getSetCookie()
    expect(await set('/read-only')).toEqual([])
    for (const path of ['/read', '/extend'])
      expect(await set(path)).toEqual([expect.stringMatching(/^authjs\.session-token=.*HttpOnly/)])
    expect(await (await visit.get('/late')).json()).toMatchObject([{ user: { email: ada.email } }])
  })
})
