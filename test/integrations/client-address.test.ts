import { Hono } from 'hono'
import { Auth, skipThrottling } from 'latchkey'
import { FetchAuth } from 'latchkey/fetch'
import { HonoAuth } from 'latchkey/hono'
import { type AuthConfig, createAuth } from 'latchkey/server'
import { SolidAuth } from 'latchkey/solid-start'
import type { IntegrationUnderTest } from 'latchkey/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handleRouteRequest } from '../../src/integrations/next/route-request.js'
import { createTestApp, credentials, origin } from '../support/app.js'
import { createVisitor } from '../support/visitor.js'
import { frameworks } from './contract/frameworks.js'

type Answer = (request: Request) => Promise<Response>

/** Creates a row of the table for an app that is called without a server. */
function createRow(name: string, create: (config: AuthConfig) => Answer): IntegrationUnderTest {
  return { name, serve: async config => ({ answer: create(config), close: async () => {} }) }
}

const clientAddress = '192.0.2.1'

/** Integrations that the contract does not have, and what their servers pass. */
const others: readonly IntegrationUnderTest[] = [
  createRow('latchkey', config => request => Auth(request, config)),
  createRow('latchkey/next', config => request => handleRouteRequest(createAuth(config), request)),
  createRow('latchkey/fetch', config => request => FetchAuth(config).handleAuth(request)),
  createRow('latchkey/fetch on Bun', config => request => {
    const server = { requestIP: () => ({ address: clientAddress }) }
    return FetchAuth(config).handleAuth(request, server)
  }),
  createRow('latchkey/fetch on Deno', config => request => {
    const info = { remoteAddr: { hostname: clientAddress } }
    return FetchAuth(config).handleAuth(request, info)
  }),
  createRow('latchkey/hono with getConnInfo', config => {
    const getConnInfo = () => ({ remote: { address: clientAddress } })
    const app = new Hono().use(HonoAuth(config, { getConnInfo }).auth)
    return async request => app.fetch(request)
  }),
  createRow('latchkey/solid-start', config => async request => {
    const { GET, POST } = SolidAuth({ ...config, prefix: '/auth' })
    const handle = request.method === 'POST' ? POST : GET
    return (await handle({ request, clientAddress })) ?? new Response(null, { status: 404 })
  }),
]

/** What the warning names for an app that does not know the address by itself. All others know it. */
const fixes: Readonly<Record<string, string>> = {
  latchkey: '`trustedProxies`',
  'latchkey/angular with AngularAppEngine': '`trustedProxies`',
  'latchkey/aws-lambda behind a load balancer': '`trustedProxies`',
  'latchkey/elysia': '`trustedProxies`',
  'latchkey/fetch': 'Pass all parameters of the handler of Bun, Deno or Workers',
  'latchkey/h3 on h3 2': '`trustedProxies`',
  'latchkey/hono': '`getConnInfo`',
  'latchkey/hono on Node': '`getConnInfo`',
  'latchkey/next': 'Next.js does not pass the address',
  'latchkey/react-router': '`getClientAddress`',
  'latchkey/react-router on React Router 8': '`getClientAddress`',
  'latchkey/tanstack-start, production build': 'srvx',
}

const code = 'throttling-without-address'

beforeEach(() => vi.stubEnv('NODE_ENV', 'production'))
afterEach(() => vi.unstubAllEnvs())

/** Submits two wrong passwords. Returns the sentences of the warning. */
async function submitPasswords(
  { serve }: IntegrationUnderTest,
  setup: Partial<AuthConfig> = {},
): Promise<string[]> {
  const warnings: string[] = []
  const { config } = createTestApp({
    providers: [credentials],
    secret: crypto.randomUUID(),
    logger: {
      error: () => {},
      warn: (name, text) => void (name === code && warnings.push(String(text))),
    },
    ...setup,
  })
  const { answer, close } = await serve(config)
  const visit = createVisitor(answer, origin)
  for (const password of ['wrong', 'worse']) await visit.signInWithCredentials({ email: 'a@b.c', password })
  await close()
  return warnings
}

describe('the address of the client in production', () => {
  test.each([...frameworks, ...others].map(framework => [framework.name, framework] as const))(
    '%s: it is known, or a warning names what to set, once',
    async (name, framework) => {
      const fix = fixes[name]
      const warnings = await submitPasswords(framework)
      expect(warnings).toEqual(fix === undefined ? [] : [expect.stringContaining(fix)])
    },
  )

  const hono = createRow('latchkey/hono', config => {
    const app = new Hono().use(HonoAuth(config).auth)
    return async request => app.fetch(request)
  })

  test.each<[string, string | undefined, Partial<AuthConfig>, number]>([
    ['with `trustedProxies: 0`, because there is no address', 'production', { trustedProxies: 0 }, 1],
    ['without NODE_ENV, which is production', undefined, {}, 1],
    [
      'not with proxies, because each request is checked when it arrives',
      'production',
      { trustedProxies: 1 },
      0,
    ],
    ['not without limits', 'production', { throttling: skipThrottling }, 0],
    ['not in development', 'development', { throttling: {} }, 0],
  ])('it warns %s', async (_, environment, setup, expected) => {
    vi.stubEnv('NODE_ENV', environment)
    expect(await submitPasswords(hono, setup)).toHaveLength(expected)
  })
})
