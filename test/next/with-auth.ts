import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  NextAuthMiddlewareOptions,
  NextMiddlewareWithAuth,
  NextRequestWithAuth,
  withAuth,
} from 'latchkey/next-auth-4/middleware'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { issueNextAuth4Token } from '../support/next-auth-4.js'

const secret = 'of-thirty-two-characters-or-more'
const legacySessions = { nextAuth4: { until: '2999-03-01' } }

type Middleware = NextMiddlewareWithAuth
type MiddlewareRequest = NextRequestWithAuth

interface Modules {
  withAuth: typeof withAuth
  NextRequest: new (url: string, init?: RequestInit) => MiddlewareRequest
  encode(params: { token: object; secret: string; salt: string }): Promise<string>
}

/** Registers tests of `withAuth`, which reads the cookie that the configuration writes, without a server. */
export function testWithAuth(getFolder: () => string): void {
  let modules: Modules

  beforeAll(async () => {
    const load = (path: string) => import(pathToFileURL(join(getFolder(), 'node_modules', path)).href)
    const { withAuth: made } = await load('latchkey/dist/integrations/next-auth-4/middleware.js')
    const { NextRequest } = await load('next/server.js')
    const { encode } = await load('latchkey/dist/jwt.js')
    modules = { withAuth: made, NextRequest, encode }
  })

  afterEach(() => vi.unstubAllEnvs())

  const event = { waitUntil: async () => {} } as unknown as Parameters<Middleware>[1]

  /** Runs the middleware with one cookie. Returns the user whom it lets pass. */
  async function readUser(
    [name, value]: readonly [name: string, value: string],
    { origin = 'https://app.example', ...options }: NextAuthMiddlewareOptions & { origin?: string } = {},
  ) {
    const subs: unknown[] = []
    const middleware = modules.withAuth(({ nextauth }) => void subs.push(nextauth.token?.sub), {
      secret,
      legacySessions,
      ...options,
    })
    await middleware(
      new modules.NextRequest(`${origin}/shop`, { headers: { cookie: `${name}=${value}` } }),
      event,
    )
    return subs[0]
  }

  const issueOld = () => issueNextAuth4Token({ sub: '4711' }, secret)
  const issueNew = (salt: string) => modules.encode({ token: { sub: '4711' }, secret, salt })

  describe('`withAuth` reads old and new sessions', () => {
    test.each([
      ['__Secure-next-auth.session-token', {}],
      ['next-auth.session-token', { origin: 'http://localhost:3000' }],
      ['next-auth.session-token', { cookies: { sessionToken: { name: 'next-auth.session-token' } } }],
      ['shop', { cookies: { sessionToken: { name: 'shop' } } }],
      ['shop', { legacySessions: { nextAuth4: { until: '2999-03-01', cookieName: 'shop' } } }],
    ])('in %s, with %j', async (name, options) => {
      expect(await readUser([name, issueOld()], options)).toBe('4711')
      expect(await readUser([name, await issueNew(name)], options)).toBe('4711')
    })
  })

  test.each([
    ['http://app.internal', 'https://app.example', 'next-auth.session-token'],
    ['https://app.example', 'http://app.internal', '__Secure-next-auth.session-token'],
  ])('`withAuth` reads the cookie of NEXTAUTH_URL %s for a request of %s', async (url, origin, name) => {
    vi.stubEnv('NEXTAUTH_URL', url)
    expect(await readUser([name, issueOld()], { origin })).toBe('4711')
    expect(await readUser([name, await issueNew(name)], { origin })).toBe('4711')
  })
}
