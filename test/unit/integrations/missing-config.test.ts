import { type IncomingMessage, ServerResponse } from 'node:http'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import { Auth, setEnvDefaults } from 'latchkey'
import { AngularAuth } from 'latchkey/angular/server'
import { AstroAuth } from 'latchkey/astro'
import { LambdaAuth } from 'latchkey/aws-lambda'
import { ElysiaAuth } from 'latchkey/elysia'
import { InvalidConfig } from 'latchkey/errors'
import { ExpressAuth, getSession as getExpressSession } from 'latchkey/express'
import { FastifyAuth } from 'latchkey/fastify'
import { FetchAuth } from 'latchkey/fetch'
import { H3Auth } from 'latchkey/h3'
import { HonoAuth } from 'latchkey/hono'
import { KoaAuth } from 'latchkey/koa'
import { AuthService } from 'latchkey/nest'
import { getSession as getNodeSession, NodeAuth } from 'latchkey/node'
import { QwikCityAuth } from 'latchkey/qwik-city'
import { ReactRouterAuth } from 'latchkey/react-router'
import { createAuth } from 'latchkey/server'
import { SolidAuth } from 'latchkey/solid-start'
import { SvelteKitAuth } from 'latchkey/sveltekit'
import { TanStackStartAuth } from 'latchkey/tanstack-start'
import { signInAs } from 'latchkey/testing'
import { RouterContextProvider } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEvent } from '../../aws-lambda/events.js'
import { origin } from '../../support/app.js'

afterEach(() => vi.restoreAllMocks())

/** JavaScript callers can pass anything. */
const untyped = (value: unknown) => value as never
const request = new Request(`${origin}/auth/session`)
const nodeRequest = {
  url: '/auth/session',
  originalUrl: '/auth/session',
  method: 'GET',
  headers: {},
  baseUrl: '/auth',
  params: {},
}

const astroContext = { request, url: new URL(request.url), locals: {}, isPrerendered: false }

/** Calls each entry point with a configuration, and returns what it throws or passes to the framework. */
const entryPoints: Record<string, (config: unknown) => Promise<unknown>> = {
  Auth: config => Auth(request, untyped(config)),
  createAuth: async config => createAuth(untyped(config)),
  NodeAuth: async config => NodeAuth(untyped(config)),
  'getSession of latchkey/node': config => getNodeSession(untyped(nodeRequest), untyped(config)),
  'getSession of latchkey/express': config => getExpressSession(untyped(nodeRequest), untyped(config), null),
  ExpressAuth: config => runExpress(config),
  AngularAuth: config => AngularAuth(untyped(config)).handleAuth(request, async () => null),
  AstroAuth: config => AstroAuth(untyped(config)).ALL(untyped(astroContext)),
  FastifyAuth: config => runFastify(config),
  H3Auth: config => H3Auth(untyped(config)).auth(createH3Event()),
  HonoAuth: config => runHono(config),
  KoaAuth: config => runKoa(config),
  AuthService: async config => new AuthService(untyped(config)),
  LambdaAuth: async config =>
    LambdaAuth(untyped(config)).handleAuth(await createEvent('HTTP API', request.clone())),
  ElysiaAuth: async config => {
    const errors: unknown[] = []
    const app = new Elysia().onError(({ error }) => void errors.push(error))
    await app.use(ElysiaAuth(untyped(config)).auth).handle(request.clone())
    for (const error of errors) throw error
  },
  FetchAuth: config => FetchAuth(untyped(config)).handleAuth(request.clone()),
  QwikCityAuth: config => QwikCityAuth(untyped(config)).onRequest(untyped(createQwikCityEvent())),
  ReactRouterAuth: config =>
    ReactRouterAuth(untyped(config)).handleAuth({ request, context: new RouterContextProvider() }),
  SolidAuth: config => SolidAuth(untyped(config)).GET({ request }),
  SvelteKitAuth: config => SvelteKitAuth(untyped(config)).handle(untyped(createKitInput())),
  TanStackStartAuth: config => TanStackStartAuth(untyped(config)).handlers.GET({ request }),
  signInAs: config => signInAs(untyped(config), { user: { email: 'ada@example.com' } }),
}

/** Entry points that accept a function, which returns the configuration of a request, or a promise of it. */
const lazyEntryPoints = [
  'AngularAuth',
  'AstroAuth',
  'ElysiaAuth',
  'ExpressAuth',
  'FastifyAuth',
  'FetchAuth',
  'H3Auth',
  'HonoAuth',
  'KoaAuth',
  'LambdaAuth',
  'QwikCityAuth',
  'ReactRouterAuth',
  'SolidAuth',
  'SvelteKitAuth',
  'TanStackStartAuth',
]

function listEntryPoints({ isLazy }: { readonly isLazy: boolean }) {
  return Object.entries(entryPoints).filter(([name]) => lazyEntryPoints.includes(name) === isLazy)
}

function runExpress(config: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const next = (error?: unknown) => reject(error)
    const response = {} as ServerResponse
    void ExpressAuth(untyped(config))(untyped(nodeRequest), response, next).then(resolve)
  })
}

async function runFastify(config: unknown): Promise<unknown> {
  const failures: Error[] = []
  const app = Fastify()
  app.addHook('onError', async (_request, _reply, error) => void failures.push(error))
  await app.register(FastifyAuth(untyped(config)).auth)
  const response = await app.inject('/auth/session')
  if (failures[0]) throw failures[0]
  return response
}

function createH3Event() {
  return { context: {}, req: request, res: { headers: new Headers(), errHeaders: new Headers() } }
}

async function runHono(config: unknown): Promise<unknown> {
  const app = new Hono().use(HonoAuth(untyped(config)).auth).onError(error => {
    throw error
  })
  return app.request(request)
}

/** Koa catches what middleware throws, so this calls the middleware itself. */
async function runKoa(config: unknown): Promise<unknown> {
  const koaRequest = { ...nodeRequest, socket: {} }
  const ctx = new Koa().createContext(untyped(koaRequest), untyped(new ServerResponse(untyped(koaRequest))))
  return KoaAuth(untyped(config)).auth(untyped(ctx), async () => {})
}

function createQwikCityEvent() {
  return { request, url: new URL(request.url), sharedMap: new Map(), cookie: {}, next: async () => {} }
}

function createKitInput() {
  const cookies = { set: () => {}, getAll: () => [] }
  return { event: { request, url: new URL(request.url), locals: {}, cookies }, resolve: () => new Response() }
}

describe.each(Object.entries(entryPoints))('%s', (_, call) => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['string', 'config'],
    ['array', []],
  ])('rejects %s with an InvalidConfig that names it', async (type, config) => {
    const error = await call(config).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidConfig)
    expect(String(error)).toMatch(
      `InvalidConfig: The configuration is not an object, but ${type}. Pass an object with \`providers\`, and check the name of its import.`,
    )
  })
})

describe.each(listEntryPoints({ isLazy: false }))('%s', (_, call) => {
  test('rejects a promise, which must be awaited', async () => {
    await expect(call(Promise.resolve({ providers: [] }))).rejects.toThrow(
      /^The configuration is a promise\. Await it first\.$/,
    )
  })
})

describe.each(listEntryPoints({ isLazy: true }))('%s', (_, call) => {
  test('rejects a function that returns undefined, as for an unknown tenant', async () => {
    const error = await call(() => undefined).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidConfig)
    expect(String(error)).toMatch(
      /A function that creates it must return one for every request that it accepts\.$/,
    )
  })
})

describe('a configuration without providers', () => {
  test.each<[string, object]>([
    ['undefined', {}],
    ['an object', { providers: {} }],
    ['a gap', { providers: [undefined] }],
  ])('responds with 500 and logs the option: %s', async (_, config) => {
    const errors: Error[] = []
    const logger = { error: (error: Error) => void errors.push(error) }
    const response = await createAuth(untyped({ ...config, logger, secret: 'x'.repeat(32) })).handler(request)
    expect(response.status).toBe(500)
    expect(errors.map(String)).toEqual([
      expect.stringMatching(/^InvalidConfig: `providers` (must be an array|contains undefined)/),
    ])
  })

  test('is left to the first request by `NodeAuth` and `setEnvDefaults`', () => {
    const config = untyped({})
    expect(() => setEnvDefaults({}, config)).not.toThrow()
    const handler: (req: IncomingMessage, res: ServerResponse) => Promise<void> = NodeAuth(untyped({}))
    expect(handler).toBeTypeOf('function')
  })
})
