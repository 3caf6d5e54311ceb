import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Controller, Module, Post, Req } from '@nestjs/common'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { MemoryAdapter } from 'latchkey/adapters/memory'
import { AngularAuth } from 'latchkey/angular/server'
import { AstroAuth, type InferAuth } from 'latchkey/astro'
import { LambdaAuth } from 'latchkey/aws-lambda'
import { ElysiaAuth } from 'latchkey/elysia'
import { getUserSessions as getExpressSessions } from 'latchkey/express'
import { FastifyAuth } from 'latchkey/fastify'
import { FetchAuth } from 'latchkey/fetch'
import { H3Auth } from 'latchkey/h3'
import { HonoAuth } from 'latchkey/hono'
import { KoaAuth, type KoaAuthState } from 'latchkey/koa'
import { AuthModule, AuthService } from 'latchkey/nest'
import { getUserSessions, type NodeAuthConfig } from 'latchkey/node'
import { QwikCityAuth } from 'latchkey/qwik-city'
import { ReactRouterAuth } from 'latchkey/react-router'
import { getUserSessions as getSolidSessions, type SolidEvent } from 'latchkey/solid-start'
import { TanStackStartAuth } from 'latchkey/tanstack-start'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createEvent } from '../aws-lambda/events.js'
import { toResponse } from '../aws-lambda/results.js'
import { loadH3One, loadH3Two, type TestEvent } from '../h3/h3-versions.js'
import { createQwikCityApp } from '../qwik-city/create-app.js'
import { createReactRouterApp } from '../react-router/create-app.js'
import { origin } from '../support/app.js'
import { createAstroContext } from '../support/astro-context.js'
import { injectRequest } from '../support/inject-request.js'
import { serve } from '../support/serve.js'
import { createNestApp, serveNestApp } from '../support/serve-nest.js'
import { runRequestMiddleware } from '../support/tanstack-middleware.js'
import { type Browser, createRevocableApp, strategies } from './revocable-app.js'

type Sessions = ReturnType<typeof getUserSessions>
/** Calls a function in a request of a browser, and stores the cookies of the response. */
type Run = (
  config: NodeAuthConfig,
  browser: Browser,
  use: (sessions: Sessions) => Promise<unknown>,
) => Promise<unknown>

const page = `${origin}/account`

const integrations: Readonly<Record<string, Run>> = {
  'latchkey/node': (config, browser, use) =>
    runOnNode(browser, (req, res) => use(getUserSessions(req, config, res))),
  'latchkey/express': (config, browser, use) =>
    runOnNode(browser, (req, res) => use(getExpressSessions(req, config, res))),
  'latchkey/angular/server': async (config, browser, use) => {
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const request = new Request(page, { method: 'POST', headers })
    const response = await AngularAuth(config).handleAuth(request, async ({ sessions }) =>
      Response.json((await use(sessions)) ?? null),
    )
    if (!response) throw new Error('The app did not respond.')
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/astro': async (config, browser, use) => {
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const { onRequest } = AstroAuth(config)
    const context = createAstroContext(new Request(page, { method: 'POST', headers }))
    const response = await onRequest(context, async () => {
      const { sessions } = (context.locals as { auth: InferAuth<typeof onRequest> }).auth
      return Response.json((await use(sessions)) ?? null)
    })
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/fastify': async (config, browser, use) => {
    const app = Fastify()
    await app.register(FastifyAuth(config).auth)
    app.post('/account', async (request, reply) => reply.send((await use(request.auth.sessions)) ?? 'null'))
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await injectRequest(app, new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/h3 on h3 1': async (config, browser, use) => {
    const { createApp, eventHandler, toNodeListener } = await loadH3One()
    const app = createApp()
    app.use(eventHandler(H3Auth(config).auth))
    app.use('/account', createSessionsHandler(use))
    return sendOnNode(browser, toNodeListener(app))
  },
  'latchkey/h3 on h3 2': async (config, browser, use) => {
    const { H3, toNodeHandler } = await loadH3Two()
    const app = new H3()
    app.use(H3Auth(config).auth)
    app.use('/account', event => createSessionsHandler(use)(event as TestEvent))
    return sendOnNode(browser, toNodeHandler(app))
  },
  'latchkey/hono': async (config, browser, use) => {
    const app = new Hono().use(HonoAuth(config).auth).post('/account', async c => {
      const result = await use(c.get('auth').sessions)
      return c.json(result ?? null)
    })
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await app.request(page, { method: 'POST', headers })
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/koa': async (config, browser, use) => {
    const app = new Koa<KoaAuthState>()
    app.use(KoaAuth(config).auth).use(async ctx => {
      ctx.body = JSON.stringify((await use(ctx.state.auth.sessions)) ?? null)
    })
    return sendOnNode(browser, app.callback())
  },
  'latchkey/elysia': async (config, browser, use) => {
    const app = new Elysia()
      .use(ElysiaAuth(config).auth)
      .post(new URL(page).pathname, async ({ auth }) => Response.json((await use(auth.sessions)) ?? null))
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await app.handle(new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/fetch': async (config, browser, use) => {
    const handler = FetchAuth(config).withAuth(async (_, auth) =>
      Response.json((await use(auth.sessions)) ?? null),
    )
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await handler(new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/aws-lambda': async (config, browser, use) => {
    const handler = LambdaAuth(config).withAuth(async (_, auth) => ({
      statusCode: 200,
      body: JSON.stringify((await use(auth.sessions)) ?? null),
    }))
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const event = await createEvent('HTTP API', new Request(page, { method: 'POST', headers }))
    const response = toResponse('HTTP API', await handler(event, {}))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/nest': async (config, browser, use) => {
    @Controller('account')
    class AccountController {
      @Post()
      async useSessions(@Req() request: IncomingMessage) {
        return (await use(app.get(AuthService).getUserSessions(request))) ?? null
      }
    }
    @Module({ imports: [AuthModule.forRoot(config)], controllers: [AccountController] })
    class AppModule {}
    const app = await createNestApp(AppModule, 'Express')
    const { answer, close } = await serveNestApp(app)
    onTestFinished(close)
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await answer(new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return JSON.parse((await response.text()) || 'null')
  },
  'latchkey/qwik-city': async (config, browser, use) => {
    const { onRequest, getAuth } = QwikCityAuth(config)
    const handle = createQwikCityApp({
      onRequest,
      endpoints: {
        '/account': async event => {
          const result = await use(getAuth(event).sessions)
          throw event.text(200, JSON.stringify(result ?? null))
        },
      },
    })
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await handle(new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/react-router': async (config, browser, use) => {
    const { authMiddleware, authContext } = ReactRouterAuth(config)
    const handle = createReactRouterApp({
      root: { middleware: [authMiddleware] },
      account: {
        action: async ({ context }) => Response.json((await use(context.get(authContext).sessions)) ?? null),
      },
    })
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const response = await handle(new Request(page, { method: 'POST', headers }))
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
  'latchkey/solid-start': async (config, browser, use) => {
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const responseHeaders = new Headers()
    const event: SolidEvent = {
      request: new Request(page, { method: 'POST', headers }),
      response: { headers: responseHeaders },
    }
    const result = await use(getSolidSessions(event, { ...config, basePath: '/auth' }))
    for (const cookie of responseHeaders.getSetCookie()) browser.visit.jar.set(page, cookie)
    return result
  },
  'latchkey/tanstack-start': async (config, browser, use) => {
    const headers = { cookie: browser.visit.jar.header(page), origin }
    const request = new Request(page, { method: 'POST', headers })
    const response = await runRequestMiddleware(TanStackStartAuth(config), request, async ({ sessions }) =>
      Response.json((await use(sessions)) ?? null),
    )
    browser.visit.jar.storeCookies(page, response)
    return response.json()
  },
}

function createSessionsHandler(use: (sessions: Sessions) => Promise<unknown>) {
  return async ({ context }: TestEvent) => JSON.stringify((await use(context.auth.sessions)) ?? null)
}

function runOnNode(
  browser: Browser,
  use: (req: IncomingMessage, res: ServerResponse) => Promise<unknown>,
): Promise<unknown> {
  return sendOnNode(browser, async (req, res) => {
    const result = await use(req, res).catch((error: Error) => ({ error: error.message }))
    res.end(JSON.stringify(result))
  })
}

async function sendOnNode({ visit: { jar } }: Browser, listener: RequestListener): Promise<unknown> {
  const server = await serve(listener)
  onTestFinished(server.close)
  const response = await fetch(new URL('/account', server.origin), {
    method: 'POST',
    headers: {
      cookie: jar.header(page),
      origin,
      'x-forwarded-host': 'app.example',
      'x-forwarded-proto': 'https',
    },
  })
  for (const cookie of response.headers.getSetCookie()) jar.set(page, cookie)
  return response.json()
}

describe.each(Object.entries(integrations))('sessions in %s', (_, run) => {
  describe.each(strategies)('with the %s strategy', strategy => {
    async function openBrowsers() {
      const app = createRevocableApp({ adapter: MemoryAdapter() }, { session: { strategy } })
      const [phone, laptop] = [app.open(), app.open()]
      await phone.signIn()
      await laptop.signIn()
      return { config: app.config, phone, laptop }
    }

    test('are listed, and others end', async () => {
      const { config, phone, laptop } = await openBrowsers()
      const listed = await run(config, laptop, sessions => sessions.list())
      expect(listed).toMatchObject([{ isCurrent: true }, { isCurrent: false }])
      expect(await run(config, laptop, sessions => sessions.endOthers())).toBe(true)
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, true])
    })

    test('all end, and the cookies of the current one are cleared', async () => {
      const { config, phone, laptop } = await openBrowsers()
      expect(await run(config, laptop, sessions => sessions.endAll())).toBe(true)
      expect(laptop.getCookie()).toBeUndefined()
      expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, false])
      expect(await run(config, laptop, sessions => sessions.endAll())).toBe(false)
    })

    test('end with a marker that scripts of the browser can read, unlike other sessions', async () => {
      const { config, laptop } = await openBrowsers()
      const findMarker = () => laptop.visit.jar.get('__Secure-authjs.session-marker')
      await run(config, laptop, sessions => sessions.endOthers())
      expect(findMarker()).toBeUndefined()
      await run(config, laptop, sessions => sessions.endAll())
      expect(findMarker()).toMatchObject({
        value: expect.stringMatching(/^latchkey\.[0-9a-f]{8}$/),
        httpOnly: false,
        secure: true,
        sameSite: 'lax',
        path: '/',
      })
    })
  })
})

test('no session ends if the response cannot clear its cookies', async () => {
  const app = createRevocableApp({ adapter: MemoryAdapter() }, { session: { strategy: 'jwt' } })
  const phone = app.open()
  await phone.signIn()
  const request = new Request(page, { headers: { cookie: phone.visit.jar.header(page) } })
  const sessions = getSolidSessions(request, { ...app.config, basePath: '/auth' })
  expect(await sessions.list()).toHaveLength(1)
  await expect(sessions.endAll()).rejects.toThrow('this response can set none')
  expect(await phone.isSignedIn()).toBe(true)
})
