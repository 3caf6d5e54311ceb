import { createAdaptorServer } from '@hono/node-server'
import { Controller, Get, Module, Req, type Type } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { AngularAuth } from 'latchkey/angular/server'
import { AstroAuth, type AstroRequestAuth } from 'latchkey/astro'
import { LambdaAuth, type LambdaEvent } from 'latchkey/aws-lambda'
import { ElysiaAuth } from 'latchkey/elysia'
import { ExpressAuth, getSession, requireAuth } from 'latchkey/express'
import { FastifyAuth } from 'latchkey/fastify'
import { FetchAuth } from 'latchkey/fetch'
import { H3Auth } from 'latchkey/h3'
import { HonoAuth } from 'latchkey/hono'
import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
import {
  AuthGuard,
  AuthModule,
  AuthService,
  CurrentUser,
  type NestRequest,
  UseAuth,
  type User,
} from 'latchkey/nest'
import { getSession as getNodeSession, NodeAuth, requireAuth as requireNodeAuth } from 'latchkey/node'
import { QwikCityAuth } from 'latchkey/qwik-city'
import { ReactRouterAuth } from 'latchkey/react-router'
import {
  getSession as getSolidSession,
  requireAuth as requireSolidAuth,
  SolidAuth,
} from 'latchkey/solid-start'
import { type KitEvent, SvelteKitAuth } from 'latchkey/sveltekit'
import { TanStackStartAuth } from 'latchkey/tanstack-start'
import type { ServedIntegration } from 'latchkey/testing'
import { createEvent } from '../../aws-lambda/events.js'
import { toResponse as toLambdaResponse } from '../../aws-lambda/results.js'
import { loadExpress } from '../../express/express-versions.js'
import { loadH3One, loadH3Two, type TestEvent } from '../../h3/h3-versions.js'
import { createQwikCityApp } from '../../qwik-city/create-app.js'
import { createReactRouterApp } from '../../react-router/create-app.js'
import { createAstroContext } from '../../support/astro-context.js'
import { listen } from '../../support/serve.js'
import { createNestApp, type NestPlatform, serveNestApp } from '../../support/serve-nest.js'
import { runRequestMiddleware } from '../../support/tanstack-middleware.js'
import { forward, serveBehindProxy } from '../contract/proxy.js'
import type { Audience } from './audiences.js'

/** Serves an app with two configurations, which are added in this order. */
export type ServeTwo = (order: readonly Audience[]) => Promise<ServedIntegration>

/** The apps by integration. Each page is behind the guard of its configuration, and reads the session in each way that the app has. */
export const appsWithTwo: Readonly<Record<string, ServeTwo>> = {
  'latchkey/angular': async order => {
    const auths = order.map(audience => ({ ...audience, ...AngularAuth(audience.config) }))
    // Without the engine, which receives `auth` from the app.
    return serveFetch(request =>
      runInTurn(auths, async ({ account, handleAuth }, next) =>
        handleAuth(request, async auth => {
          if (new URL(request.url).pathname !== account) return next()
          return (await auth.requireAuth()) ?? respond((await auth.getSession())?.user?.email)
        }),
      ),
    )
  },

  'latchkey/astro': async order => {
    const auths = order.map(audience => ({ ...audience, ...AstroAuth(audience.config) }))
    return serveFetch(request => {
      const context = createAstroContext(request)
      // `locals.auth` is that of the middleware that ran, so an app chooses it by the path.
      const chosen = auths.find(({ name }) => context.url.pathname.startsWith(`/${name}/`))
      return orNotFound(
        chosen?.onRequest(context, async () => {
          const { auth } = context.locals as { auth: AstroRequestAuth }
          const { response } = await auth.requireAuth()
          return response ?? respond((await auth.getSession())?.user?.email)
        }),
      )
    })
  },

  'latchkey/aws-lambda': async order => {
    const auths = order.map(audience => ({ ...audience, ...LambdaAuth(audience.config) }))
    const call = (event: LambdaEvent): Promise<unknown> =>
      runInTurn(auths, ({ account, withAuth }, next) =>
        withAuth(async (each, auth) => {
          if (Reflect.get(each, 'rawPath') !== account) return Object(await next())
          const { user } = await auth.requireAuth()
          return { statusCode: 200, body: joinEmails(user?.email, (await auth.getSession())?.user?.email) }
        })(event, {}),
      )
    return serveFetch(async request => {
      const result = await call(await createEvent('HTTP API', request))
      return toLambdaResponse('HTTP API', Object(result))
    })
  },

  'latchkey/elysia': async order => {
    const app = order.reduce((whole, { account, config }) => {
      const { auth } = ElysiaAuth(config)
      const part = new Elysia()
        .use(auth)
        .get(
          account,
          async ({ auth, session }) =>
            joinEmails(session.user?.email, (await auth.getSession())?.user?.email),
          { auth: true },
        )
      return whole.use(part) as unknown as Elysia
    }, new Elysia())
    return serveFetch(async request => app.handle(request))
  },

  'latchkey/express': async order => {
    const app = loadExpress('express-5')()
    for (const { basePath, config } of order) app.use(basePath, ExpressAuth(config))
    for (const { account, config } of order)
      app.get(account, (req, res, next) =>
        requireAuth(config)(req, Object.assign(res, { locals: {} }), async error => {
          if (error) return next(error)
          const { session } = Reflect.get(res, 'locals')
          res.end(joinEmails(session.user?.email, (await getSession(req, config))?.user?.email))
        }),
      )
    return serveBehindProxy(app)
  },

  'latchkey/fastify': async order => {
    const app = Fastify()
    for (const { account, config } of order) {
      const { auth, requireAuth } = FastifyAuth(config)
      await app.register(auth)
      app.get(account, { preHandler: requireAuth() }, async ({ auth }) =>
        joinEmails(auth.session.user?.email, (await auth.getSession())?.user?.email),
      )
    }
    await app.ready()
    return forward(await listen(app.server, 'http'))
  },

  'latchkey/fastify, each in its own plugin': async order => {
    const app = Fastify()
    for (const { account, config } of order) {
      const { auth, requireAuth } = FastifyAuth(config)
      app.register(async routes => {
        await routes.register(auth)
        routes.get(account, { preHandler: requireAuth() }, async ({ auth }) =>
          joinEmails(auth.session.user?.email, (await auth.getSession())?.user?.email),
        )
      })
    }
    await app.ready()
    return forward(await listen(app.server, 'http'))
  },

  'latchkey/fetch': async order => {
    const auths = order.map(audience => ({ ...audience, ...FetchAuth(audience.config) }))
    return serveFetch(request =>
      runInTurn(auths, ({ account, withAuth }, next) =>
        withAuth(async (each, auth) => {
          if (new URL(each.url).pathname !== account) return next()
          const { user } = await auth.requireAuth()
          return respond(user?.email, (await auth.getSession())?.user?.email)
        })(request),
      ),
    )
  },

  'latchkey/h3 on h3 1': async order => {
    const { createApp, eventHandler, toNodeListener } = await loadH3One()
    const app = createApp({
      onError: ({ statusCode }, { node: { res } }) => void res.writeHead(statusCode).end(),
    })
    const auths = order.map(audience => ({ ...audience, ...H3Auth(audience.config) }))
    for (const { auth } of auths) app.use(eventHandler(auth))
    for (const { account, requireAuth } of auths) {
      app.use(account, eventHandler(requireAuth()))
      app.use(account, eventHandler(showH3Account))
    }
    return serveBehindProxy(toNodeListener(app))
  },

  'latchkey/h3 on h3 2': async order => {
    const { H3 } = await loadH3Two()
    const app = new H3({ silent: true })
    const auths = order.map(audience => ({ ...audience, ...H3Auth(audience.config) }))
    for (const { auth } of auths) app.use(auth)
    for (const { account, requireAuth } of auths)
      app.get(account, showH3Account, { middleware: [requireAuth()] })
    return serveFetch(async request => app.fetch(request))
  },

  'latchkey/hono': async order => {
    const app = new Hono()
    const auths = order.map(audience => ({ ...audience, ...HonoAuth(audience.config) }))
    for (const { auth } of auths) app.use(auth)
    for (const { account, requireAuth } of auths)
      app.get(account, requireAuth(), async c =>
        c.text(joinEmails(c.get('session').user?.email, (await c.get('auth').getSession())?.user?.email)),
      )
    return forward(await listen(createAdaptorServer(app) as Parameters<typeof listen>[0], 'http'))
  },

  'latchkey/koa': async order => {
    const app = new Koa<KoaAuthState>()
    const auths = order.map(audience => ({ ...audience, ...KoaAuth(audience.config) }))
    for (const { auth } of auths) app.use(auth)
    for (const { account, requireAuth } of auths) {
      const guard = requireAuth()
      app.use(async (ctx, next) => {
        if (ctx.path !== account) return next()
        await guard(ctx, async () => {
          const { auth } = ctx.state
          ctx.body = joinEmails(auth.session.user?.email, (await auth.getSession())?.user?.email)
        })
      })
    }
    return serveBehindProxy(app.callback())
  },

  'latchkey/nest': order => serveNest(order, 'Express'),

  'latchkey/nest on Fastify': order => serveNest(order, 'Fastify'),

  'latchkey/node': async order => {
    const handlers = order.map(audience => ({ ...audience, handle: NodeAuth(audience.config) }))
    return serveBehindProxy(async (req, res) => {
      const { url = '/' } = req
      for (const { account, basePath, config, handle } of handlers) {
        if (url.startsWith(`${basePath}/`)) return handle(req, res)
        if (url !== account) continue
        const session = await requireNodeAuth(req, res, config)
        if (!session) return
        return void res.end(joinEmails(session.user?.email, (await getNodeSession(req, config))?.user?.email))
      }
      res.writeHead(404).end()
    })
  },

  'latchkey/qwik-city': async order => {
    const auths = order.map(audience => ({ ...audience, ...QwikCityAuth(audience.config) }))
    const answer = createQwikCityApp({
      onRequest: auths.map(({ onRequest }) => onRequest),
      endpoints: Object.fromEntries(
        auths.map(({ account, getAuth }) => [
          account,
          async event => {
            const { user } = await getAuth(event).requireAuth()
            event.text(200, joinEmails(user?.email, (await getAuth(event).getSession())?.user?.email))
          },
        ]),
      ),
    })
    return serveFetch(answer)
  },

  'latchkey/react-router': async order => {
    const auths = order.map(audience => ({ ...audience, ...ReactRouterAuth(audience.config) }))
    const routes = auths.flatMap(({ name, authContext, handleAuth, requireAuth, sessionContext }) => [
      [`${name}/auth/*`, { loader: handleAuth, action: handleAuth }],
      [
        `${name}/account`,
        {
          middleware: [requireAuth()],
          loader: async ({ context }) => {
            const session = await context.get(authContext).getSession()
            return respond(context.get(sessionContext).user?.email, session?.user?.email)
          },
        } satisfies Parameters<typeof createReactRouterApp>[0][string],
      ],
    ])
    const root = { middleware: auths.map(({ authMiddleware }) => authMiddleware) }
    return serveFetch(createReactRouterApp({ root, ...Object.fromEntries(routes) }))
  },

  'latchkey/solid-start': async order => {
    const auths = order.map(audience => ({ ...audience, ...SolidAuth(audience.config) }))
    return serveFetch(async request => {
      const event = { request, response: { headers: new Headers() } }
      const { pathname } = new URL(request.url)
      for (const { account, basePath, config, GET, POST } of auths) {
        if (pathname.startsWith(`${basePath}/`))
          return orNotFound((await (request.method === 'POST' ? POST(event) : GET(event))) ?? undefined)
        if (pathname !== account) continue
        const { response, session } = await requireSolidAuth(event, config)
        return response ?? respond(session.user?.email, (await getSolidSession(event, config))?.user?.email)
      }
      return orNotFound(undefined)
    })
  },

  'latchkey/sveltekit': async order => {
    const auths = order.map(audience => ({ ...audience, ...SvelteKitAuth(audience.config) }))
    return serveFetch(request => {
      const event = createKitEvent(request)
      return runInTurn(auths, ({ account, handle, requireAuth }, next) =>
        handle({
          event,
          resolve: async () => {
            if (event.url.pathname !== account) return next()
            // The errors of SvelteKit need its build.
            const session = await requireAuth(event).catch(() => null)
            return session ? respond(session.user?.email) : new Response(null, { status: 401 })
          },
        }),
      )
    })
  },

  'latchkey/tanstack-start': async order => {
    const auths = order.map(audience => ({ ...audience, ...TanStackStartAuth(audience.config) }))
    return serveFetch(async request => {
      const { pathname } = new URL(request.url)
      const auth = auths.find(({ basePath }) => pathname.startsWith(`${basePath}/`))
      if (auth)
        return request.method === 'POST' ? auth.handlers.POST({ request }) : auth.handlers.GET({ request })
      return runInTurn(auths, ({ account, authenticate }, next) =>
        runRequestMiddleware({ authenticate }, request, async auth => {
          if (pathname !== account) return next()
          const { user } = await auth.requireAuth()
          return respond(user?.email, (await auth.getSession())?.user?.email)
        }),
      )
    })
  },
}

/** Runs the wrappers of the configurations around each other, as middleware. */
function runInTurn<Auth, Result>(
  auths: readonly Auth[],
  run: (auth: Auth, next: () => Promise<Response>) => Promise<Result>,
): Promise<Response> {
  const [first, ...others] = auths
  if (!first) return orNotFound(undefined)
  return run(first, () => runInTurn(others, run)) as unknown as Promise<Response>
}

function createKitEvent(request: Request): KitEvent {
  const jar = new Map(
    (request.headers.get('cookie') ?? '').split('; ').map(pair => {
      const [name = '', value = ''] = pair.split('=')
      return [name, decodeURIComponent(value)]
    }),
  )
  return {
    request,
    url: new URL(request.url),
    params: {},
    platform: undefined,
    locals: {} as KitEvent['locals'],
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      set: (name, value) => void jar.set(name, value),
    },
  }
}

async function showH3Account({ context }: TestEvent): Promise<string> {
  const session = await context.auth.getSession()
  return joinEmails(context.session?.user?.email, session?.user?.email)
}

/** Each module has a service of its own. */
async function serveNest(order: readonly Audience[], platform: NestPlatform): Promise<ServedIntegration> {
  const parts = order.map(({ name, config }) => {
    class AudienceAuth extends AuthService {}
    @Controller(name)
    @UseAuth(AudienceAuth)
    class AccountController {
      constructor(private readonly auth: AudienceAuth) {}

      @Get('account')
      async show(@CurrentUser() user: CurrentUserValue, @Req() request: NestRequest) {
        return joinEmails(user?.email, (await this.auth.getSession(request))?.user?.email)
      }
    }
    Reflect.defineMetadata('design:paramtypes', [AudienceAuth], AccountController)
    return { controller: AccountController, module: AuthModule.forRoot(config, { service: AudienceAuth }) }
  })
  @Module({
    imports: parts.map(({ module }) => module),
    controllers: parts.map(({ controller }): Type => controller),
    providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
  })
  class AppModule {}
  return serveNestApp(await createNestApp(AppModule, platform))
}

type CurrentUserValue = User | null

function serveFetch(answer: (request: Request) => Promise<Response | null>): ServedIntegration {
  return { answer: async request => orNotFound((await answer(request)) ?? undefined), close: () => {} }
}

async function orNotFound(response: Response | Promise<Response> | undefined): Promise<Response> {
  return (await response) ?? new Response(null, { status: 404 })
}

function respond(...emails: readonly (string | null | undefined)[]): Response {
  return new Response(joinEmails(...emails))
}

function joinEmails(...emails: readonly (string | null | undefined)[]): string {
  return emails.join(', ')
}
