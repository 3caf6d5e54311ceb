import type { IncomingMessage, ServerResponse } from 'node:http'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { AngularAuth } from 'latchkey/angular/server'
import { AstroAuth, type InferAuth } from 'latchkey/astro'
import { LambdaAuth } from 'latchkey/aws-lambda'
import { ElysiaAuth } from 'latchkey/elysia'
import { getApi as getExpressApi, requireAuth as requireExpressAuth } from 'latchkey/express'
import { FastifyAuth } from 'latchkey/fastify'
import { FetchAuth } from 'latchkey/fetch'
import { H3Auth } from 'latchkey/h3'
import { HonoAuth } from 'latchkey/hono'
import { type InferState, KoaAuth, type KoaAuthState } from 'latchkey/koa'
import { AuthGuard, AuthModule, RequireAuth } from 'latchkey/nest'
import { getApi, requireAuth } from 'latchkey/node'
import type { PluginContext } from 'latchkey/plugins'
import { QwikCityAuth } from 'latchkey/qwik-city'
import { ReactRouterAuth } from 'latchkey/react-router'
import { getApi as getSolidApi, requireAuth as requireSolidAuth, type SolidEvent } from 'latchkey/solid-start'
import { TanStackStartAuth } from 'latchkey/tanstack-start'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createEvent } from '../aws-lambda/events.js'
import { toResponse } from '../aws-lambda/results.js'
import { loadH3One, loadH3Two } from '../h3/h3-versions.js'
import { createQwikCityApp } from '../qwik-city/create-app.js'
import { createReactRouterApp } from '../react-router/create-app.js'
import { ada, origin } from '../support/app.js'
import { createAstroContext } from '../support/astro-context.js'
import { injectRequest } from '../support/inject-request.js'
import { serve } from '../support/serve.js'
import { createNestApp, serveNestApp } from '../support/serve-nest.js'
import { runRequestMiddleware } from '../support/tanstack-middleware.js'
import { createTestStore } from '../support/test-store.js'
import type { Visitor } from '../support/visitor.js'
import { createStepUpApp, pageUrl } from './step-up-app.js'

/** A plugin with server functions. */
const visits = {
  id: 'page-visits' as const,
  api: {
    count: async (ctx: PluginContext, name: string) => `${name} at ${ctx.origin}`,
    remember: async (ctx: PluginContext) => ctx.cookies.set('seen', 'yes', { maxAge: 60 }),
  },
}

const recent = { maxAge: 300 }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

async function openSignedIn() {
  const { config, open } = await createStepUpApp({
    adapter: createTestStore(),
    session: { strategy: 'database' },
  })
  const visit = open()
  await visit.signInWithCredentials(ada)
  return { config: { ...config, plugins: [visits] as const }, visit, adapter: config.adapter }
}

const toHeaders = (visit: Visitor, accept: string) => ({ accept, cookie: visit.jar.header(pageUrl) })

/** Sends a request to a Node handler, as the proxy of the app does. */
async function request(
  handle: (req: IncomingMessage, res: ServerResponse) => unknown,
  headers: Record<string, string>,
): Promise<Response> {
  const server = await serve((req, res) => void handle(req, res))
  const forwarded = { 'x-forwarded-host': 'app.example', 'x-forwarded-proto': 'https' }
  onTestFinished(server.close)
  return fetch(new URL('/billing', server.origin), {
    headers: { ...headers, ...forwarded },
    redirect: 'manual',
  })
}

type Config = Awaited<ReturnType<typeof openSignedIn>>['config']

/** The guards of the integrations: each writes `allowed`, or the response of a refusal. */
const guards: Readonly<
  Record<string, (config: Config, headers: Record<string, string>) => Promise<Response>>
> = {
  'latchkey/node': (config, headers) =>
    request(async (req, res) => {
      if (await requireAuth(req, res, config, recent)) res.end('allowed')
    }, headers),
  'latchkey/express': (config, headers) =>
    request(async (req, res) => {
      const expressRes = Object.assign(res, { locals: {} })
      await requireExpressAuth(config, recent)(req, expressRes, () => void res.end('allowed'))
    }, headers),
  'latchkey/angular/server': async (config, headers) => {
    const request = new Request(`${origin}/billing`, { headers })
    const response = await AngularAuth(config).handleAuth(
      request,
      async auth => (await auth.requireAuth(recent)) ?? new Response('allowed'),
    )
    return response ?? new Response(null, { status: 404 })
  },
  'latchkey/astro': async (config, headers) => {
    const { onRequest } = AstroAuth(config)
    const context = createAstroContext(new Request(`${origin}/billing`, { headers }))
    return onRequest(context, async () => {
      const locals = context.locals as { auth: InferAuth<typeof onRequest> }
      return (await locals.auth.requireAuth(recent)).response ?? new Response('allowed')
    })
  },
  'latchkey/fastify': async (config, headers) => {
    const { auth, requireAuth } = FastifyAuth(config)
    const app = Fastify()
    await app.register(auth)
    app.get('/billing', { preHandler: requireAuth(recent) }, async () => 'allowed')
    return injectRequest(app, new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/h3 on h3 1': async (config, headers) => {
    const { createApp, eventHandler, toNodeListener } = await loadH3One()
    const { auth, requireAuth } = H3Auth(config)
    const app = createApp()
    app.use(eventHandler(auth))
    app.use('/billing', eventHandler(requireAuth(recent)))
    app.use('/billing', () => 'allowed')
    return unwrapData(await request(toNodeListener(app), headers))
  },
  'latchkey/h3 on h3 2': async (config, headers) => {
    const { H3 } = await loadH3Two()
    const { auth, requireAuth } = H3Auth(config)
    const app = new H3()
    app.use(auth)
    app.get('/billing', () => 'allowed', { middleware: [requireAuth(recent)] })
    return unwrapData(await app.fetch(new Request(`${origin}/billing`, { headers })))
  },
  'latchkey/hono': async (config, headers) => {
    const { auth, requireAuth } = HonoAuth(config)
    const app = new Hono().use(auth).get('/billing', requireAuth(recent), c => c.text('allowed'))
    return app.request(`${origin}/billing`, { headers })
  },
  'latchkey/koa': async (config, headers) => {
    const { auth, requireAuth } = KoaAuth(config)
    const app = new Koa<KoaAuthState>()
    app.silent = true
    app.use(auth).use(requireAuth(recent))
    app.use(ctx => {
      ctx.body = 'allowed'
    })
    return request(app.callback(), headers)
  },
  'latchkey/elysia': async (config, headers) => {
    const app = new Elysia().use(ElysiaAuth(config).auth).get('/billing', () => 'allowed', { auth: recent })
    return app.handle(new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/fetch': async (config, headers) => {
    const handler = FetchAuth(config).withAuth(async (_, auth) => {
      await auth.requireAuth(recent)
      return new Response('allowed')
    })
    return handler(new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/aws-lambda': async (config, headers) => {
    const handler = LambdaAuth(config).withAuth(async (_, auth) => {
      await auth.requireAuth(recent)
      return 'allowed'
    })
    const event = await createEvent('HTTP API', new Request(`${origin}/billing`, { headers }))
    return toResponse('HTTP API', await handler(event, {}))
  },
  'latchkey/nest': async (config, headers) => {
    @Controller('billing')
    class BillingController {
      @Get()
      @UseGuards(AuthGuard)
      @RequireAuth(recent)
      show() {
        return 'allowed'
      }
    }
    @Module({ imports: [AuthModule.forRoot(config)], controllers: [BillingController] })
    class AppModule {}
    const { answer, close } = await serveNestApp(await createNestApp(AppModule, 'Express'))
    onTestFinished(close)
    return answer(new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/qwik-city': async (config, headers) => {
    const { onRequest, getAuth } = QwikCityAuth(config)
    const handle = createQwikCityApp({
      onRequest,
      endpoints: {
        '/billing': async event => {
          await getAuth(event).requireAuth(recent)
          throw event.text(200, 'allowed')
        },
      },
    })
    return handle(new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/react-router': async (config, headers) => {
    const { authMiddleware, requireAuth } = ReactRouterAuth(config)
    const handle = createReactRouterApp({
      root: { middleware: [authMiddleware] },
      billing: { middleware: [requireAuth(recent)], loader: () => new Response('allowed') },
    })
    return handle(new Request(`${origin}/billing`, { headers }))
  },
  'latchkey/solid-start': async (config, headers) => {
    const event = createSolidEvent(headers)
    const basePath = { ...config, basePath: '/auth' }
    return (await requireSolidAuth(event, basePath, recent)).response ?? new Response('allowed')
  },
  'latchkey/tanstack-start': (config, headers) =>
    runRequestMiddleware(
      TanStackStartAuth(config),
      new Request(`${origin}/billing`, { headers }),
      async auth => {
        await auth.requireAuth(recent)
        return new Response('allowed')
      },
    ),
}

/** h3 sends the challenge as `data` of its error. */
async function unwrapData(response: Response): Promise<Response> {
  if (response.status !== 401) return response
  const { data }: { data: unknown } = await response.json()
  return new Response(JSON.stringify(data), response)
}

function createSolidEvent(headers: Record<string, string>): SolidEvent {
  return { request: new Request(`${origin}/billing`, { headers }), response: { headers: new Headers() } }
}

describe.each(Object.entries(guards))('`requireAuth` of %s', (_, guard) => {
  test('allows a sufficient session, redirects a page, and answers an API with 401', async () => {
    const { config, visit } = await openSignedIn()
    expect(await (await guard(config, toHeaders(visit, 'text/html'))).text()).toBe('allowed')
    vi.setSystemTime(Date.now() + 301_000)
    const page = await guard(config, toHeaders(visit, 'text/html'))
    expect(page.status).toBe(303)
    const location = new URL(page.headers.get('location') ?? '')
    expect(location.pathname).toBe('/auth/step-up')
    expect(location.searchParams.get('callbackUrl')).toBe(`${origin}/billing`)
    const api = await guard(config, toHeaders(visit, '*/*'))
    expect(api.status).toBe(401)
    expect(api.headers.get('www-authenticate')).toContain('insufficient_user_authentication')
    expect(await api.json()).toMatchObject({ url: expect.stringContaining('/auth/step-up?') })
  })

  test('redirects a visitor to the sign-in page', async () => {
    const { config } = await openSignedIn()
    const page = await guard(config, { accept: 'text/html' })
    expect(page.status).toBe(303)
    expect(page.headers.get('location')).toContain('/auth/signin?')
  })

  test('answers 503 if the store fails', async () => {
    const { config, visit, adapter } = await openSignedIn()
    if (adapter) vi.spyOn(adapter, 'getSessionAndUser').mockRejectedValue(new Error('The store is away.'))
    expect((await guard(config, toHeaders(visit, '*/*'))).status).toBe(503)
  })
})

describe('the functions of plugins', () => {
  test('are bound to a Node request, and set their cookies on the response', async () => {
    const { config } = await openSignedIn()
    const response = await request(async (req, res) => {
      await getApi(req, config, res).pageVisits.remember()
      res.end(await getExpressApi(req, config, res).pageVisits.count('Ada'))
    }, {})
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a Fastify request', async () => {
    const { config } = await openSignedIn()
    const app = Fastify()
    await app.register(FastifyAuth(config).auth)
    app.get('/', async request => {
      const { pageVisits } = request.auth.api as ReturnType<typeof getApi<(typeof config)['plugins']>>
      await pageVisits.remember()
      return pageVisits.count('Ada')
    })
    const response = await injectRequest(app, new Request(origin))
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a Hono request', async () => {
    const { config } = await openSignedIn()
    const app = new Hono().use(HonoAuth(config).auth).get('/', async c => {
      const { api } = c.get('auth')
      await api.pageVisits.remember()
      return c.text(await api.pageVisits.count('Ada'))
    })
    const response = await app.request(origin)
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a Koa request', async () => {
    const { config } = await openSignedIn()
    const { auth } = KoaAuth(config)
    const app = new Koa<InferState<typeof auth>>()
    app.use(auth).use(async ctx => {
      const { pageVisits } = ctx.state.auth.api
      await pageVisits.remember()
      ctx.body = await pageVisits.count('Ada')
    })
    const response = await request(app.callback(), {})
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to an Astro request', async () => {
    const { config } = await openSignedIn()
    const { onRequest } = AstroAuth(config)
    const context = createAstroContext(new Request(origin))
    const response = await onRequest(context, async () => {
      const { api } = (context.locals as { auth: InferAuth<typeof onRequest> }).auth
      await api.pageVisits.remember()
      return new Response(await api.pageVisits.count('Ada'))
    })
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a Qwik City request', async () => {
    const { config } = await openSignedIn()
    const { onRequest, getAuth } = QwikCityAuth(config)
    const handle = createQwikCityApp({
      onRequest,
      endpoints: {
        '/visits': async event => {
          const { api } = getAuth(event)
          await api.pageVisits.remember()
          throw event.text(200, await api.pageVisits.count('Ada'))
        },
      },
    })
    const response = await handle(new Request(`${origin}/visits`))
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a React Router request', async () => {
    const { config } = await openSignedIn()
    const { authMiddleware, authContext } = ReactRouterAuth(config)
    const handle = createReactRouterApp({
      root: { middleware: [authMiddleware] },
      visits: {
        loader: async ({ context }) => {
          const { api } = context.get(authContext)
          await api.pageVisits.remember()
          return new Response(await api.pageVisits.count('Ada'))
        },
      },
    })
    const response = await handle(new Request(`${origin}/visits`))
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a TanStack Start request', async () => {
    const { config } = await openSignedIn()
    const response = await runRequestMiddleware(
      TanStackStartAuth(config),
      new Request(origin),
      async ({ api }) => {
        await api.pageVisits.remember()
        return new Response(await api.pageVisits.count('Ada'))
      },
    )
    expect(await response.text()).toBe(`Ada at ${origin}`)
    expect(response.headers.get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('are bound to a SolidStart event', async () => {
    const { config } = await openSignedIn()
    const event = createSolidEvent({})
    await getSolidApi(event, config).pageVisits.remember()
    expect((event.response.headers as Headers).get('set-cookie')).toContain('page-visits.seen=yes')
  })

  test('throw a clear error if the response cannot set their cookies, or no plugin has them', async () => {
    const { config } = await openSignedIn()
    const api = getSolidApi(new Request(pageUrl), config)
    await expect(api.pageVisits.remember()).rejects.toThrow('`pageVisits.remember` sets cookies')
    await expect(api.pageVisits.count('Ada')).resolves.toBe(`Ada at ${origin}`)
    const unknown = api as unknown as { none: { run(): Promise<unknown> } }
    await expect(unknown.none.run()).rejects.toThrow('pageVisits.count, pageVisits.remember')
  })
})
