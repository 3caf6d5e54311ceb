import type { APIGatewayProxyEventV2, APIGatewayProxyHandler, APIGatewayProxyHandlerV2 } from 'aws-lambda'
import {
  CredentialsSignin,
  LambdaAuth,
  type LambdaAuthConfig,
  type LambdaAuthOptions,
  type LambdaEvent,
  type LambdaEventV1,
  type LambdaRequestAuth,
  LambdaResponseError,
} from 'latchkey/aws-lambda'
import type { PluginContext } from 'latchkey/plugins'
import { createInMemoryProvider } from 'latchkey/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ada, credentials, origin } from '../support/app.js'
import { createVisitor, type Visitor } from '../support/visitor.js'
import { clientAddress, createEvent, type EventOptions, type Service, services } from './events.js'
import { toResponse } from './results.js'
import { awslambda, invokeStreaming } from './streaming-runtime.js'

const op = createInMemoryProvider()
const secret = 'a secret of the tests of latchkey/aws-lambda'
const logger = { error: () => {}, warn: () => {} }

beforeEach(() => {
  for (const name of ['AUTH_URL', 'NEXTAUTH_URL', 'AUTH_TRUST_HOST', 'AUTH_SECRET'])
    vi.stubEnv(name, undefined)
  // Development trusts all hosts.
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.unstubAllGlobals()
  })
})

function createConfig(more: Partial<LambdaAuthConfig> = {}): LambdaAuthConfig {
  return { providers: [op.provider(), credentials], secret, logger, ...more }
}

type Handle = (event: LambdaEvent, auth: LambdaRequestAuth) => Promise<object | string>

interface Setup {
  readonly service?: Service
  readonly config?: Partial<LambdaAuthConfig>
  readonly options?: LambdaAuthOptions
  readonly event?: EventOptions
}

const showName: Handle = async (_, auth) => (await auth.getSession())?.user?.name ?? 'visitor'

function openVisitor(handle: Handle = showName, setup: Setup = {}): Visitor {
  const { service = 'HTTP API', config, options, event } = setup
  const handler = LambdaAuth(createConfig(config), options).withAuth(handle)
  return createVisitor(
    async request => toResponse(service, await handler(await createEvent(service, request, event), {})),
    origin,
  )
}

async function readText(visit: Visitor, path: string): Promise<string> {
  return (await visit.get(path)).text()
}

describe('the public URL', () => {
  test.each(['HTTP API', 'Function URL', 'REST API'] as const)(
    'has the domain of a %s, and not that of forwarded headers',
    async service => {
      const visit = openVisitor(showName, { service })
      const headers = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        host: 'evil.example',
      }
      const csrfToken = await visit.getCsrfToken()
      const away = await visit.post('/auth/signin/op', { csrfToken }, { headers })
      expect(visit.getLocation(away).searchParams.get('redirect_uri')).toBe(`${origin}/auth/callback/op`)
    },
  )

  test('needs AUTH_URL or `trustHost` behind a load balancer, which accepts any host', async () => {
    const setup = { service: 'load balancer' } as const
    expect((await openVisitor(showName, setup).get('/auth/session')).status).toBe(500)
    vi.stubEnv('AUTH_URL', origin)
    expect((await openVisitor(showName, setup).get('/auth/session')).status).toBe(200)
  })

  test('is not that of a Function URL behind CloudFront: the error says to set AUTH_URL', async () => {
    const event = { domainName: 'abc123.lambda-url.eu-west-1.on.aws' }
    const visit = openVisitor(showName, { service: 'Function URL', event })
    const init = { headers: { 'x-amz-cf-id': 'a1' } }
    await expect(visit.get('/', init)).rejects.toThrow(/CloudFront called abc123.*Set AUTH_URL/)
    vi.stubEnv('AUTH_URL', origin)
    expect(
      await (await openVisitor(showName, { service: 'Function URL', event }).get('/', init)).text(),
    ).toBe('visitor')
  })

  test('may be that of an edge-optimized REST API, which CloudFront calls by its own domain', async () => {
    const event = { domainName: 'abc123.execute-api.eu-west-1.amazonaws.com' }
    const visit = openVisitor(showName, { service: 'REST API', event })
    expect((await visit.get('/', { headers: { 'x-amz-cf-id': 'a1' } })).status).toBe(200)
  })

  test('has the stage of the API: the error says to add it to the base path', async () => {
    const event = { stage: 'prod' }
    await expect(openVisitor(showName, { event }).get('/prod/auth/signin')).rejects.toThrow(
      "Set `basePath: '/prod/auth'`",
    )
    const visit = createVisitorWithStage()
    expect((await visit.get('/prod/auth/signin')).status).toBe(200)
    await visit.signInWithCredentials(ada)
    expect(await readText(visit, '/prod/')).toBe('Ada')

    function createVisitorWithStage(): Visitor {
      const { withAuth } = LambdaAuth(createConfig({ basePath: '/prod/auth' }))
      const handler = withAuth(showName)
      const answer = async (request: Request) =>
        toResponse('HTTP API', await handler(await createEvent('HTTP API', request, event), {}))
      return createVisitor(answer, origin, { basePath: '/prod/auth' })
    }
  })
})

describe('a request of a service', () => {
  test.each(services)('of a %s keeps the parameters of the query as they were sent', async service => {
    const visit = openVisitor(showName, { service, config: { trustHost: true } })
    const signIn = await visit.get('/auth/signin?callbackUrl=%2Faccount%3Fa%3D1%26b%3D%25')
    expect(await signIn.text()).toContain('/account?a=1&amp;b=%')
  })

  test.each(['HTTP API', 'Function URL', 'REST API'] as const)(
    'of a %s has the address of the client',
    async service => {
      const seen: unknown[] = []
      const address = {
        id: 'address' as const,
        api: {
          read: async (ctx: PluginContext) => void seen.push(ctx.request.head.getClientAddress?.()),
        },
      }
      const { withAuth } = LambdaAuth({ ...createConfig(), plugins: [address] as const })
      const handler = withAuth(async (_, auth) => ({ read: (await auth.api.address.read()) ?? null }))
      await handler(await createEvent(service, new Request(origin)), {})
      expect(seen).toEqual([clientAddress])
    },
  )

  test('is rejected if the event is another one', async () => {
    const { handleAuth } = LambdaAuth(createConfig())
    const event = { Records: [] } as unknown as LambdaEvent
    await expect(handleAuth(event)).rejects.toThrow('The event is not an HTTP request')
  })
})

describe('a handler', () => {
  const start: Handle = async (event, auth) => {
    const path = 'rawPath' in event ? event.rawPath : event.path
    if (path === '/sign-in') return auth.signIn({ provider: 'op', redirectTo: '/account' })
    if (path === '/sign-in/credentials') {
      const fields = Object.fromEntries(new URLSearchParams(event.body ?? ''))
      return auth.signIn({ provider: 'credentials', fields, redirectTo: '/account' })
    }
    if (path === '/sign-out') return auth.signOut({ redirectTo: '/' })
    return showName(event, auth)
  }

  test.each(services)('behind a %s signs in and out', async service => {
    const visit = openVisitor(start, { service, config: { trustHost: true } })
    const away = await visit.post('/sign-in')
    expect(away.status).toBe(303)
    const callback = await visit.get(op.authorize(visit.getLocation(away)), { from: op.issuer })
    expect(visit.getLocation(callback).href).toBe(`${origin}/account`)
    expect(await readText(visit, '/')).toBe('Ada Lovelace')
    expect(visit.getLocation(await visit.post('/sign-out')).href).toBe(`${origin}/`)
    expect(await readText(visit, '/')).toBe('visitor')
  })

  test('rejects the form of another site with status 403', async () => {
    const visit = openVisitor(start)
    const response = await visit.post('/sign-in/credentials', ada, { from: 'https://evil.example' })
    expect([response.status, await response.text()]).toEqual([403, 'The request came from another origin.'])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('throws a wrong password to `onError`', async () => {
    const onError = (error: unknown) => ({
      statusCode: 401,
      body: error instanceof CredentialsSignin ? error.code : 'unknown',
    })
    const visit = openVisitor(start, { options: { onError } })
    const response = await visit.post('/sign-in/credentials', { ...ada, password: 'wrong' })
    expect([response.status, await response.text()]).toEqual([401, 'credentials'])
    expect(visit.getLocation(await visit.post('/sign-in/credentials', ada)).href).toBe(`${origin}/account`)
  })

  test('throws to Lambda without `onError`', async () => {
    const visit = openVisitor(async () => {
      throw new Error('broken')
    })
    await expect(visit.get('/')).rejects.toThrow('broken')
  })

  test('can catch the error of `requireAuth`, which has the response', async () => {
    const visit = openVisitor(async (_, auth) => {
      const error: unknown = await auth.requireAuth().catch(cause => cause)
      return { statusCode: error instanceof LambdaResponseError ? error.response.statusCode : 200 }
    })
    expect((await visit.get('/')).status).toBe(303)
  })

  test('returns a value without `statusCode` as JSON, as payload format 2.0 allows', async () => {
    const response = await openVisitor(async () => ({ ok: true })).get('/')
    expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
      200,
      'application/json',
      { ok: true },
    ])
  })

  test.each(services)('behind a %s keeps its own headers and its `Cache-Control`', async service => {
    const handle: Handle = async (_, auth) => {
      await auth.getSession()
      return { statusCode: 200, headers: { 'Cache-Control': 'max-age=5', 'X-App': 1 }, body: '' }
    }
    const { headers } = await openVisitor(handle, { service, config: { trustHost: true } }).get('/')
    expect([headers.get('cache-control'), headers.get('x-app')]).toEqual(['max-age=5', '1'])
  })

  test('sends `private, no-store` if it read the session and set no `Cache-Control`', async () => {
    const read = await openVisitor().get('/')
    expect(read.headers.get('cache-control')).toBe('private, no-store')
    const unread = await openVisitor(async () => 'public').get('/')
    expect(unread.headers.get('cache-control')).toBeNull()
  })

  test('sends a body of bytes as Base64', async () => {
    const body = Buffer.from([0, 255]).toString('base64')
    const response = await openVisitor(async () => ({ statusCode: 200, isBase64Encoded: true, body })).get(
      '/',
    )
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255])
  })

  test('needs multi-value headers behind a load balancer: the error says to enable them', async () => {
    const { withAuth } = LambdaAuth(createConfig({ trustHost: true }))
    const handler = withAuth(() => ({ statusCode: 200, cookies: ['a=1', 'b=2'], body: '' }))
    const { multiValueHeaders, ...event } = (await createEvent(
      'load balancer',
      new Request(origin),
    )) as LambdaEventV1
    const single = { ...event, headers: { host: 'app.example' } }
    await expect(handler(single, {})).rejects.toThrow('lambda.multi_value_headers.enabled')
    expect(multiValueHeaders).toBeDefined()
  })

  test('gets the context of Lambda, and is a handler of the types of AWS', async () => {
    const { withAuth } = LambdaAuth(createConfig())
    const handler = withAuth<APIGatewayProxyEventV2, { readonly awsRequestId: string }>(
      (_, _auth, { awsRequestId }) => awsRequestId,
    )
    const event = await createEvent('HTTP API', new Request(origin))
    expect(await handler(event as APIGatewayProxyEventV2, { awsRequestId: 'r7' })).toMatchObject({
      body: 'r7',
    })
    handler satisfies APIGatewayProxyHandlerV2
    withAuth(showName) satisfies APIGatewayProxyHandler
  })
})

describe('`handleAuth`', () => {
  test('is a function of its own, which responds to other paths with 404', async () => {
    const { handleAuth } = LambdaAuth(createConfig())
    const visit = createVisitor(
      async request => toResponse('HTTP API', await handleAuth(await createEvent('HTTP API', request))),
      origin,
    )
    expect((await visit.get('/auth/signin')).status).toBe(200)
    expect((await visit.get('/')).status).toBe(404)
  })
})

describe('a streamed response', () => {
  test('cannot start a sign-in, but can read the session', async () => {
    vi.stubGlobal('awslambda', awslambda)
    const { withStreamingAuth } = LambdaAuth(createConfig())
    const handler = withStreamingAuth((_, auth) => ({ statusCode: 200, body: createBody(auth) }))
    const event = await createEvent('Function URL', new Request(origin))
    const response = await invokeStreaming('Function URL', handler, event)
    expect(await response.text()).toBe('null, `signIn` sets cookies')

    async function* createBody(auth: LambdaRequestAuth) {
      yield String(await auth.getSession())
      const error: Error = await auth.signIn({ provider: 'op' }).catch(cause => cause)
      yield `, ${error.message.split(',')[0]}`
    }
  })

  test('of a redirect has its status, its location and its cookies, though it has no body', async () => {
    vi.stubGlobal('awslambda', awslambda)
    const { withStreamingAuth } = LambdaAuth(createConfig())
    const handler = withStreamingAuth((_, auth) => auth.signIn({ provider: 'op' }))
    const event = await createEvent('Function URL', new Request(origin))
    const response = await invokeStreaming('Function URL', handler, event)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(op.issuer),
    ])
    expect(response.headers.getSetCookie().length).toBeGreaterThan(0)
  })

  test('is ended after a body of more bytes than the client reads at once', async () => {
    vi.stubGlobal('awslambda', awslambda)
    const { withStreamingAuth } = LambdaAuth(createConfig())
    const part = 'x'.repeat(50_000)
    const handler = withStreamingAuth(() => ({ statusCode: 200, body: repeat(part) }))
    const event = await createEvent('Function URL', new Request(origin))
    expect(await (await invokeStreaming('Function URL', handler, event)).text()).toHaveLength(200_000)

    async function* repeat(text: string) {
      for (let count = 0; count < 4; count += 1) yield text
    }
  })

  test('needs the runtime of Lambda', () => {
    const { withStreamingAuth } = LambdaAuth(createConfig())
    expect(() => withStreamingAuth(() => ({}))).toThrow('needs the global `awslambda`')
  })
})
