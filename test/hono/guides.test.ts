import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { serve, type WebSocketServerLike } from '@hono/node-server'
import { hc } from 'hono/client'
import GitHub from 'latchkey/providers/github'
import { signInAs } from 'latchkey/testing'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { installDependencies } from '../../tools/setup.js'
import { openSocket } from '../support/open-socket.js'
import api, { type AppType } from './guides/api.js'
import { readName } from './guides/api-client.js'
import cors from './guides/cors.js'
import live from './guides/node-websocket.js'

const secret = 'a secret of more than 32 characters!'
const variables = {
  AUTH_SECRET: secret,
  AUTH_TRUST_HOST: 'true',
  AUTH_GITHUB_ID: 'id',
  AUTH_GITHUB_SECRET: 's',
}
const installed = new URL('installed/', import.meta.url)
const guides = new URL('guides/', import.meta.url)

beforeAll(async () => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL']) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  await installDependencies(fileURLToPath(installed))
  return () => vi.unstubAllEnvs()
}, 120_000)

async function signInAda(url: string): Promise<{ cookie: string }> {
  const user = { name: 'Ada', email: 'ada@example.com' }
  return (await signInAs({ providers: [GitHub], secret }, { user, url })).headers
}

test.each(readdirSync(guides))('docs/frameworks/hono.md shows %s as it is tested', name => {
  const page = readFileSync(new URL('../../docs/frameworks/hono.md', import.meta.url), 'utf8')
  expect(page).toContain(`\`\`\`ts\n${readFileSync(new URL(name, guides), 'utf8')}\`\`\`\n`)
})

describe('a WebSocket on Node', () => {
  const origin = 'http://localhost:3000'

  /** Starts the app of the guide as the guide does. */
  async function startLive(): Promise<string> {
    const { WebSocketServer } = createRequire(new URL('package.json', installed))('ws')
    const sockets: WebSocketServerLike = new WebSocketServer({ noServer: true })
    const server = serve({
      fetch: live.fetch,
      port: 0,
      hostname: 'localhost',
      websocket: { server: sockets },
    })
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    return `http://localhost:${(server.address() as AddressInfo).port}`
  }

  test('has the session of the user', async () => {
    const url = await startLive()
    const socket = await openSocket(`${url}/live`, { origin, ...(await signInAda(url)) })
    expect(socket.status).toBe(101)
    expect(await socket.receive()).toBe('Hello Ada')
    socket.send('Is this on?')
    expect(await socket.receive()).toBe('Ada: Is this on?')
    socket.close()
  })

  test('closes once the session has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const url = await startLive()
    const socket = await openSocket(`${url}/live`, { origin, ...(await signInAda(url)) })
    expect(await socket.receive()).toBe('Hello Ada')
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    socket.send('Is this on?')
    expect(await socket.receive()).toBe('closed with 1008: Sign in to continue.')
  })

  test('is refused for a visitor', async () => {
    const url = await startLive()
    expect((await openSocket(`${url}/live`, { origin })).status).toBe(401)
    expect((await openSocket(`${url}/live`, { origin, cookie: 'authjs.session-token=forged' })).status).toBe(
      401,
    )
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, {}])(
    'is refused for a page of another origin: %o',
    async headers => {
      const url = await startLive()
      const { status } = await openSocket(`${url}/live`, { ...headers, ...(await signInAda(url)) })
      expect(status).toBe(403)
    },
  )
})

describe('an app on another origin', () => {
  const apiUrl = 'https://api.your.site'
  const app = 'https://app.your.site'
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }

  /** Returns the status, and whether a browser shows the response to a page of the origin, if it sent cookies. */
  async function request(method: string, path: string, headers: { origin: string; cookie?: string }) {
    const init = { method, headers: { 'sec-fetch-site': 'same-site', ...preflight, ...headers } }
    const response = await cors.request(apiUrl + path, init)
    const allowedOrigin = response.headers.get('access-control-allow-origin')
    const isReadable =
      response.headers.get('access-control-allow-credentials') === 'true' && allowedOrigin === headers.origin
    return { response, status: response.status, isReadable }
  }

  test.each(['/account', '/sign-out', '/auth/session', '/auth/csrf'])(
    'may send cookies to %s, as the preflight says',
    async path => {
      expect(await request('OPTIONS', path, { origin: app })).toMatchObject({ status: 204, isReadable: true })
      const evil = await request('OPTIONS', path, { origin: 'https://evil.your.site' })
      expect(evil.isReadable).toBe(false)
    },
  )

  test('reads the session of the user, and the status of a visitor', async () => {
    const { cookie } = await signInAda(apiUrl)
    const own = await request('GET', '/account', { origin: app, cookie })
    expect(own).toMatchObject({ status: 200, isReadable: true })
    expect(own.response.headers.get('cache-control')).toBe('private, no-store')
    expect(own.response.headers.get('vary')).toBe('Cookie, Origin')
    expect(await own.response.json()).toMatchObject({ name: 'Ada' })
    expect(await request('GET', '/account', { origin: app })).toMatchObject({ status: 401, isReadable: true })
    const session = await request('GET', '/auth/session', { origin: app, cookie })
    expect(session).toMatchObject({ status: 200, isReadable: true })
    expect(await session.response.json()).toMatchObject({ user: { name: 'Ada' } })
  })

  test('reads nothing if its origin is not in the list', async () => {
    const { cookie } = await signInAda(apiUrl)
    for (const path of ['/account', '/auth/session'])
      expect((await request('GET', path, { origin: 'https://evil.your.site', cookie })).isReadable).toBe(
        false,
      )
  })

  test('signs the user out only if its origin is in the list', async () => {
    const { cookie } = await signInAda(apiUrl)
    const evil = await request('POST', '/sign-out', { origin: 'https://evil.your.site', cookie })
    expect([evil.status, evil.response.headers.getSetCookie()]).toEqual([403, []])
    const own = await request('POST', '/sign-out', { origin: app, cookie })
    expect(own).toMatchObject({ status: 204, isReadable: true })
    expect(own.response.headers.getSetCookie().join()).toMatch(/session-token=; Max-Age=0/)
  })
})

describe('the client `hc`', () => {
  const url = 'https://app.example'
  const signInUrl = `${url}/auth/signin?callbackUrl=${encodeURIComponent(url)}`

  test('receives status 401 with the sign-in page, or the account', async () => {
    const connect = (headers: Record<string, string>) =>
      hc<AppType>(url, {
        headers,
        fetch: (input: URL | RequestInfo, init?: RequestInit) => request(input, init),
      })
    const request = async (input: URL | RequestInfo, init?: RequestInit) => api.request(String(input), init)
    const refused = await connect({}).account.$get()
    if (refused.status !== 401) throw new Error(`Expected status 401, got ${refused.status}.`)
    expect(await refused.json()).toEqual({ error: 'login_required', url: signInUrl })
    const response = await connect(await signInAda(url)).account.$get()
    if (response.status !== 200) throw new Error(`Expected status 200, got ${response.status}.`)
    expect((await response.json()).name).toBe('Ada')
  })

  test('leads a visitor of the page to the sign-in page, and returns the name of a user', async () => {
    const visited: string[] = []
    let headers = {}
    // What a browser adds to a relative URL: the origin of the page, and the cookies.
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => api.request(url + path, { ...init, headers }))
    vi.stubGlobal('location', { assign: (target: string) => void visited.push(target) })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await readName()).toBeUndefined()
    expect(visited).toEqual([signInUrl])
    headers = await signInAda(url)
    expect(await readName()).toBe('Ada')
  })
})
