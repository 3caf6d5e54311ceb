import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AuthConfig } from 'latchkey/server'
import { type TanStackStartArgs, TanStackStartAuth } from 'latchkey/tanstack-start'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, createTappedAdapter, credentials, origin } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { loadTanStackStartApp } from './tanstack-app.js'

const createFetch = await loadTanStackStartApp()
const op = createInMemoryProvider()

/** The headers that the router in the browser sends with a call, and the URL of `readEmail`, the first function of `session.ts`. */
const rpc = { headers: { 'x-tsr-serverFn': 'true', accept: 'application/json' } }
const readEmailUrl = `/_serverFn/${findFunctionId()}`

/** The build replaces the functions in the code for browsers by their ids. */
function findFunctionId(): string {
  const assets = fileURLToPath(new URL(`installed/dist/${process.pid}/client/assets`, import.meta.url))
  const code = readdirSync(assets).map(name => readFileSync(join(assets, name), 'utf8'))
  const [, id] = /\(`([0-9a-f]{64})`\)/.exec(code.join('\n')) ?? []
  if (id) return id
  throw new Error('The client build calls no server function.')
}

vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
})

function createConfig(more: Partial<AuthConfig> = {}): AuthConfig {
  return {
    providers: [
      credentials,
      op.provider(),
      op.provider({ id: 'form-post', authorization: { params: { response_mode: 'form_post' } } }),
    ],
    secret: 'a secret of the tests of latchkey/tanstack-start',
    trustHost: true,
    session: { updateAge: 0 },
    logger: { error: () => {}, warn: () => {} },
    ...more,
  }
}

/** Opens the production build of the app in `installed`. */
const openApp = (config = createConfig()): Visitor => createVisitor(createFetch(config), origin)

/** Opens an app with sessions in a database that can fail. */
async function openStored() {
  let isDown = false
  const { adapter, calls } = createTappedAdapter(undefined, method => {
    if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
  })
  const visitor = openApp(createConfig({ adapter }))
  const away = await visitor.signIn('op')
  await visitor.get(op.authorize(visitor.getLocation(away)), { from: op.issuer })
  calls.length = 0
  const setDown = (value: boolean) => {
    isDown = value
  }
  return { visitor, calls, setDown }
}

describe('a rendered page', () => {
  test('shows the session that its loader reads, and no shared cache keeps it', async () => {
    const { visitor, calls } = await openStored()
    const response = await visitor.get('/page')
    expect(await response.text()).toContain(`<p>${ada.email}</p>`)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
  })

  test('that requires a session redirects a visitor, who returns to it', async () => {
    const visitor = openApp()
    const response = await visitor.get('/guarded?tab=2')
    expect(response.status).toBe(303)
    const { pathname, searchParams } = visitor.getLocation(response)
    expect([pathname, searchParams.get('callbackUrl')]).toEqual(['/auth/signin', `${origin}/guarded?tab=2`])
    await visitor.signInWithCredentials(ada)
    expect(await (await visitor.get('/guarded')).text()).toContain(`<p>${ada.email}</p>`)
  })

  test('is 503 if the session cannot be read, with its error component, and keeps the cookie', async () => {
    const { visitor, setDown } = await openStored()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    setDown(true)
    const response = await visitor.get('/page')
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('<p>Something went wrong.</p>')
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
    setDown(false)
    expect(await (await visitor.get('/page')).text()).toContain(`<p>${ada.email}</p>`)
  })
})

describe('a server function that a browser calls', () => {
  test('reads the session, and is refused for a page of another site', async () => {
    const { visitor, calls } = await openStored()
    const response = await visitor.get(readEmailUrl, rpc)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(ada.email)])
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
    expect(calls.filter(method => method === 'getSessionAndUser')).toHaveLength(1)
    const foreign = await visitor.get(readEmailUrl, { ...rpc, from: 'https://evil.example' })
    expect([foreign.status, await foreign.text()]).toEqual([403, expect.not.stringContaining(ada.email)])
  })

  test('sees a visitor without a session', async () => {
    expect(await (await openApp().get(readEmailUrl, rpc)).text()).toContain('visitor')
  })
})

describe('needsCsrfCheck', () => {
  const { needsCsrfCheck } = TanStackStartAuth(createConfig())
  const needsCheck = (method: string, pathname: string, handlerType: TanStackStartArgs['handlerType']) =>
    needsCsrfCheck({ request: new Request(origin + pathname, { method }), pathname, handlerType })

  test.each([
    ['GET', '/_serverFn/abc', 'serverFn', true],
    ['POST', '/_serverFn/abc', 'serverFn', true],
    ['POST', '/ok', 'router', true],
    ['DELETE', '/ok', 'router', true],
    ['POST', '/authors', 'router', true],
    ['GET', '/ok', 'router', false],
    ['POST', '/auth/callback/form-post', 'router', false],
  ] as const)('of %s %s by the %s is %s', async (method, path, type, expected) => {
    expect(await needsCheck(method, path, type)).toBe(expected)
  })

  test('lets the form of a provider through, and refuses a form of another site to the app', async () => {
    const visitor = openApp()
    const own = await visitor.post('/ok')
    expect([own.status, await own.text()]).toEqual([200, 'saved'])
    const foreign = await visitor.post('/ok', {}, { from: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const away = await visitor.signIn('form-post', { callbackUrl: '/page' })
    const { pathname, searchParams } = op.authorize(visitor.getLocation(away))
    const response = await visitor.post(pathname, searchParams, { from: op.issuer })
    expect(visitor.getLocation(response).href).toBe(`${origin}/page`)
    expect(await visitor.getSession()).not.toBeNull()
  })

  test('is needed: without the exemption, here of another path, the framework refuses the form of a provider', async () => {
    const visitor = openApp(createConfig({ basePath: '/login' }))
    const response = await visitor.post('/auth/callback/form-post', {}, { from: op.issuer })
    expect(response.status).toBe(403)
  })
})

describe('a request without what the framework passes', () => {
  const { authenticate, needsCsrfCheck } = TanStackStartAuth(createConfig())
  const args = { request: new Request(`${origin}/ok`), pathname: '/ok' } as TanStackStartArgs
  const message =
    'latchkey/tanstack-start needs request middleware of TanStack Start 1.169 or newer, and `handlerType` is undefined. Update it: npm install @tanstack/react-start@latest @tanstack/react-router@latest'

  test('names the version and the update', async () => {
    await expect(needsCsrfCheck(args)).rejects.toThrow(message)
    await expect(authenticate(args, () => ({ response: new Response('ok') }))).rejects.toThrow(message)
  })
})

test('a redirect of signIn and signOut in middleware loads a document, with its cookies', async () => {
  const { authenticate } = TanStackStartAuth(createConfig())
  const request = new Request(`${origin}/ok`, { method: 'POST', headers: { origin } })
  const args: TanStackStartArgs = { request, pathname: '/ok', handlerType: 'router' }
  const { response } = await authenticate(args, async auth => ({
    response: await auth.signIn({ provider: 'credentials', fields: ada, redirectTo: '/page' }),
  }))
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/page`])
  expect(Reflect.get(response, 'options')).toMatchObject({ reloadDocument: true, statusCode: 303 })
  expect(response.headers.getSetCookie().join()).toContain('session-token=')
  const foreign = new Request(request, { headers: { origin: 'https://evil.example' } })
  const rejected = authenticate({ ...args, request: foreign }, async auth => ({
    response: await auth.signIn(),
  }))
  await expect(rejected).rejects.toMatchObject({ type: 'MissingCSRF', status: 403 })
})
