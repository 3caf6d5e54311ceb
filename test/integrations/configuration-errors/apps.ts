import { node } from '@elysiajs/node'
import { createAdaptorServer } from '@hono/node-server'
import { Controller, Get, Module, UseGuards } from '@nestjs/common'
import { Elysia } from 'elysia'
import Fastify, { type FastifyInstance } from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { AngularAuth } from 'latchkey/angular/server'
import { ElysiaAuth } from 'latchkey/elysia'
import { ExpressAuth, getSession, requireAuth } from 'latchkey/express'
import { FastifyAuth } from 'latchkey/fastify'
import { H3Auth } from 'latchkey/h3'
import { HonoAuth } from 'latchkey/hono'
import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
import { AuthGuard, AuthModule, CurrentUser, type User } from 'latchkey/nest'
import { NodeAuth } from 'latchkey/node'
import { QwikCityAuth } from 'latchkey/qwik-city'
import { ReactRouterAuth } from 'latchkey/react-router'
import type { AuthConfig } from 'latchkey/server'
import type { ServedIntegration } from 'latchkey/testing'
import { listenOnNode } from '../../elysia/listen-on-node.js'
import { loadExpress } from '../../express/express-versions.js'
import { loadH3One, loadH3Two, type TestEvent } from '../../h3/h3-versions.js'
import { createQwikCityApp } from '../../qwik-city/create-app.js'
import { createReactRouterApp } from '../../react-router/create-app.js'
import { listen } from '../../support/serve.js'
import { createNestApp, type NestPlatform, serveNestApp } from '../../support/serve-nest.js'
import { forward, serveBehindProxy } from '../contract/proxy.js'

/** Keeps what a framework logs. */
export type Log = (...values: readonly unknown[]) => void

/** Serves an app without error handlers of its own. `/page` reads the session, and `/guarded` is behind the guard. */
export type ServeApp = (config: AuthConfig, log: Log) => Promise<ServedIntegration>

/** The apps by integration. Left out are those that throw all errors to the server of the app: fetch and Lambda. */
export const appsWithoutHandlers: Readonly<Record<string, ServeApp>> = {
  'latchkey/angular in Express': async config => {
    const { handleAuth } = AngularAuth(config)
    const app = loadExpress('express-5')()
    app.use((req, res, next) => {
      handleAuth(req, async auth => {
        if (req.originalUrl === '/page') await auth.getSession()
        return auth.requireAuth()
      }).then(response => res.writeHead(response?.status ?? 200).end(), next)
    })
    return serveBehindProxy(app)
  },

  'latchkey/elysia': async config => {
    const app = createElysiaApp(config)
    return { answer: async request => app.handle(request), close: () => {} }
  },

  'latchkey/elysia on Node': async config => {
    const { url, close } = await listenOnNode(createElysiaApp(config, { adapter: node() }))
    return forward({ origin: new URL(url).origin, close })
  },

  'latchkey/express': async config => {
    const app = loadExpress('express-5')()
    app.use('/auth', ExpressAuth(config))
    app.get('/page', async (req, res) => res.end((await getSession(req, config))?.user?.email))
    app.use('/guarded', (req, res, next) =>
      requireAuth(config)(req, Object.assign(res, { locals: {} }), next),
    )
    return serveBehindProxy(app)
  },

  'latchkey/fastify': async (config, log) => {
    const app = Fastify({ logger: { level: 'error', stream: { write: log } } })
    return serveFastify(app as FastifyInstance, config)
  },

  'latchkey/fastify without a logger': config => serveFastify(Fastify(), config),

  'latchkey/h3 on h3 1': async config => {
    const { createApp, eventHandler, toNodeListener } = await loadH3One()
    const { auth, requireAuth } = H3Auth(config)
    const app = createApp()
    app.use(eventHandler(auth))
    app.use('/page', eventHandler(readEmail))
    app.use('/guarded', eventHandler(requireAuth()))
    return serveBehindProxy(toNodeListener(app))
  },

  'latchkey/h3 on h3 2': async config => {
    const { H3 } = await loadH3Two()
    const { auth, requireAuth } = H3Auth(config)
    const app = new H3()
    app.use(auth)
    app.get('/page', readEmail)
    app.get('/guarded', () => 'secret', { middleware: [requireAuth()] })
    return { answer: async request => app.fetch(request), close: () => {} }
  },

  'latchkey/hono': async config => {
    const { auth, requireAuth } = HonoAuth(config)
    const app = new Hono()
      .use(auth)
      .get('/page', async c => c.text(String((await c.get('auth').getSession())?.user?.email)))
      .get('/guarded', requireAuth(), c => c.text('secret'))
    return forward(await listen(createAdaptorServer(app) as Parameters<typeof listen>[0], 'http'))
  },

  'latchkey/koa': async config => {
    const { auth, requireAuth } = KoaAuth(config)
    const guard = requireAuth()
    const app = new Koa<KoaAuthState>()
    app.use(auth)
    app.use(async (ctx, next) => {
      if (ctx.path === '/guarded') return guard(ctx, next)
      ctx.body = (await ctx.state.auth.getSession())?.user?.email
    })
    return serveBehindProxy(app.callback())
  },

  'latchkey/nest': (config, log) => serveNest(config, log, 'Express'),

  'latchkey/nest on Fastify': (config, log) => serveNest(config, log, 'Fastify'),

  'latchkey/node': async config => serveBehindProxy(NodeAuth(config)),

  'latchkey/qwik-city': async (config, log) => {
    const { getAuth, onRequest } = QwikCityAuth(config)
    const answer = createQwikCityApp({
      onRequest,
      endpoints: {
        '/page': async event => void (await getAuth(event).getSession()),
        '/guarded': async event => void (await getAuth(event).requireAuth()),
      },
    })
    return { answer: request => answer(request, log), close: () => {} }
  },

  'latchkey/react-router': async config => {
    const { authContext, authMiddleware, handleAuth, requireAuth } = ReactRouterAuth(config)
    const routes = {
      root: { middleware: [authMiddleware] },
      'auth/*': { loader: handleAuth, action: handleAuth },
      page: {
        loader: async ({ context }) => new Response(String(await context.get(authContext).getSession())),
      },
      guarded: { middleware: [requireAuth()], loader: () => new Response('secret') },
    } satisfies Parameters<typeof createReactRouterApp>[0]
    return { answer: createReactRouterApp(routes, { mode: 'production' }), close: () => {} }
  },
}

function createElysiaApp(config: AuthConfig, options: ConstructorParameters<typeof Elysia>[0] = {}) {
  return new Elysia(options)
    .use(ElysiaAuth(config).auth)
    .get('/page', async ({ auth }) => String((await auth.getSession())?.user?.email))
    .get('/guarded', () => 'secret', { auth: true })
}

async function serveFastify(app: FastifyInstance, config: AuthConfig): Promise<ServedIntegration> {
  const { auth, requireAuth } = FastifyAuth(config)
  await app.register(auth)
  app.get('/page', async ({ auth }) => String((await auth.getSession())?.user?.email))
  app.get('/guarded', { preHandler: requireAuth() }, async () => 'secret')
  await app.ready()
  return forward(await listen(app.server, 'http'))
}

async function readEmail({ context }: TestEvent): Promise<string> {
  return String((await context.auth.getSession())?.user?.email)
}

async function serveNest(config: AuthConfig, log: Log, platform: NestPlatform): Promise<ServedIntegration> {
  @Controller()
  class AppController {
    @Get('page')
    show(@CurrentUser() user: CurrentUserValue) {
      return user?.email
    }

    @Get('guarded')
    @UseGuards(AuthGuard)
    showGuarded() {
      return 'secret'
    }
  }
  @Module({ imports: [AuthModule.forRoot(config)], controllers: [AppController] })
  class AppModule {}
  const logger = { error: log, log: () => {}, warn: () => {} }
  return serveNestApp(await createNestApp(AppModule, platform, { logger }))
}

type CurrentUserValue = User | null
