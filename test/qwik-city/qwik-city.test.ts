import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { QwikCityAuth, type QwikCityEvent } from 'latchkey/qwik-city'
import type { AuthConfig } from 'latchkey/server'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveBehindProxy } from '../integrations/contract/proxy.js'
import { ada, createTappedAdapter, credentials, origin } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { createQwikCityApp } from './create-app.js'
import { loadQwikCityApp } from './qwik-city-app.js'

const createListener = await loadQwikCityApp()
const op = createInMemoryProvider()
const clientBuild = fileURLToPath(new URL(`installed/dist/${process.pid}/client`, import.meta.url))

vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET', 'ORIGIN'])
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
    secret: 'a secret of the tests of latchkey/qwik-city',
    trustHost: true,
    session: { updateAge: 0 },
    logger: { error: () => {}, warn: () => {} },
    ...more,
  }
}

/** Opens the production build of the app in `installed`. */
async function openApp(config = createConfig()): Promise<Visitor> {
  const { answer, close } = await serveBehindProxy(createListener({ config }))
  onTestFinished(close)
  return createVisitor(answer, origin)
}

async function openSignedIn(config?: AuthConfig): Promise<Visitor> {
  const visitor = await openApp(config)
  await visitor.signInWithCredentials(ada)
  return visitor
}

const readUser = (html: string) => /<p id="user"[^>]*>(?:<!--.*?-->)*([^<]*)/.exec(html)?.[1]

describe('a page', () => {
  test('shows the session of its loader, and no shared cache keeps it', async () => {
    const visitor = await openSignedIn()
    const response = await visitor.get('/page/')
    expect(readUser(await response.text())).toBe(ada.email)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
  })

  test('gives its loader data to the router in the browser', async () => {
    const visitor = await openSignedIn()
    const response = await visitor.get('/page/q-data.json', { headers: { accept: '*/*' } })
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.text()).toContain(ada.email)
    expect(response.headers.getSetCookie().join()).toContain('session-token=')
  })

  test('loads no code of Latchkey in the browser', () => {
    const files = readdirSync(clientBuild, { recursive: true, encoding: 'utf8' }).filter(name =>
      /\.m?js$/.test(name),
    )
    const code = files.map(name => readFileSync(join(clientBuild, name), 'utf8'))
    expect(code.join()).toContain('Sign out')
    expect(code.filter(text => /latchkey|qwikSetup|getAuth/i.test(text))).toEqual([])
  })
})

describe('the check of origins of Qwik City', () => {
  test('rejects the form of another site to a page, and not the form of a provider', async () => {
    const visitor = await openApp()
    const foreign = await visitor.post('/ok/', {}, { from: 'https://evil.example' })
    expect(foreign.status).toBe(403)
    const away = await visitor.signIn('form-post', { callbackUrl: '/ok' })
    const { pathname, searchParams } = op.authorize(visitor.getLocation(away))
    const response = await visitor.post(pathname, searchParams, { from: op.issuer })
    expect(visitor.getLocation(response).href).toBe(`${origin}/ok`)
    expect(await visitor.getSession()).not.toBeNull()
  })

  test('rejects the form of a provider if a route of the app matches it', async () => {
    const { onRequest } = QwikCityAuth(createConfig())
    const open = (endpoints: Parameters<typeof createQwikCityApp>[0]['endpoints']) =>
      createVisitor(createQwikCityApp({ onRequest, endpoints }), origin)
    const statuses = []
    for (const path of ['/other', '/auth/callback/form-post']) {
      const visitor = open({ [path]: async () => {} })
      const away = await visitor.signIn('form-post', { callbackUrl: '/ok' })
      const { pathname, searchParams } = op.authorize(visitor.getLocation(away))
      statuses.push((await visitor.post(pathname, searchParams, { from: op.issuer })).status)
    }
    expect(statuses).toEqual([302, 403])
  })
})

describe('requireAuth', () => {
  test('redirects a document, and answers the router with 401, which then loads the document', async () => {
    const visitor = await openApp()
    const page = await visitor.get('/account/')
    expect(page.status).toBe(303)
    expect(visitor.getLocation(page).searchParams.get('callbackUrl')).toBe(`${origin}/account/`)
    const data = await visitor.get('/account/q-data.json', { headers: { accept: '*/*' } })
    expect([data.status, data.headers.get('location')]).toEqual([401, null])
    expect(data.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })
})

test('an outage is 503 for the document and its data, and keeps the cookie', async () => {
  let isDown = false
  const { adapter } = createTappedAdapter(undefined, method => {
    if (isDown && method === 'getSessionAndUser') throw new Error('The database is down.')
  })
  const visitor = await openApp(createConfig({ adapter }))
  const away = await visitor.signIn('op')
  await visitor.get(op.authorize(visitor.getLocation(away)), { from: op.issuer })
  isDown = true
  for (const path of ['/page/', '/page/q-data.json', '/account/', '/account/q-data.json']) {
    const response = await visitor.get(path)
    expect([path, response.status]).toEqual([path, 503])
    expect(response.headers.getSetCookie().join()).not.toContain('session-token')
  }
  isDown = false
  expect(readUser(await (await visitor.get('/page/')).text())).toBe(ada.email)
})

test('ORIGIN of Qwik City is the origin in production, as AUTH_URL is', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const { trustHost: _, ...config } = createConfig()
  const visitor = await openApp(config)
  expect((await visitor.get('/auth/csrf')).status).toBe(500)
  vi.stubEnv('ORIGIN', origin)
  const away = await (await openApp({ ...config })).signIn('op')
  expect(new URL(away.headers.get('location') ?? '').searchParams.get('redirect_uri')).toBe(
    `${origin}/auth/callback/op`,
  )
})

describe('an app that is not set up', () => {
  const { onRequest, getAuth } = QwikCityAuth(createConfig())

  test.each<[string, unknown]>([
    ['an event of another framework', { request: new Request(origin), url: new URL(origin) }],
    ['nothing', undefined],
  ])('names Qwik City 1 if `onRequest` is called with %s', async (_, event) => {
    await expect(onRequest(event as QwikCityEvent)).rejects.toThrow(
      '`onRequest` is middleware of Qwik City 1. Export it from src/routes/plugin@auth.ts of an app with @builder.io/qwik-city.',
    )
  })

  test('names the file that is missing if `getAuth` is called without `onRequest`', () => {
    expect(() => getAuth({ sharedMap: new Map() })).toThrow(
      '`getAuth` needs `onRequest`. Export it from src/routes/plugin@auth.ts.',
    )
  })
})
