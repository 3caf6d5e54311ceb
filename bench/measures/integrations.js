import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Context } from 'hono'
import Koa from 'koa'
import { createContext, RouterContextProvider } from 'react-router'
import { AngularAuth } from '../../dist/integrations/angular.js'
import { AstroAuth } from '../../dist/integrations/astro.js'
import { LambdaAuth } from '../../dist/integrations/aws-lambda.js'
import { getSession as getExpressSession } from '../../dist/integrations/express.js'
import { FetchAuth } from '../../dist/integrations/fetch.js'
import { H3Auth } from '../../dist/integrations/h3.js'
import { HonoAuth } from '../../dist/integrations/hono.js'
import { KoaAuth } from '../../dist/integrations/koa.js'
import { getSession as getNodeSession } from '../../dist/integrations/node.js'
import { QwikCityAuth } from '../../dist/integrations/qwik-city.js'
import { ReactRouterAuth } from '../../dist/integrations/react-router.js'
import { getSession as getSolidStartSession } from '../../dist/integrations/solid-start.js'
import { TanStackStartAuth } from '../../dist/integrations/tanstack-start.js'
import { createAuth, toRequestHead } from '../../dist/server.js'
import { importNextIntegration } from '../candidates/next.js'
import { cookie, createProviders, email, origin, secret, toNodeHead } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const { default: NextAuth } = await importNextIntegration()
const { auth } = NextAuth(config)
const angular = AngularAuth(config)
const astro = AstroAuth(config)
const h3 = H3Auth(config)
const hono = HonoAuth(config)
const koa = KoaAuth(config)
const koaApp = new Koa()
const qwikCity = QwikCityAuth(config)
const reactRouter = ReactRouterAuth(config)
const sessionContext = createContext()
const tanStackStart = TanStackStartAuth(config)
const { withAuth: withFetchAuth } = FetchAuth(config)
const { withAuth: withLambdaAuth } = LambdaAuth(config)
const server = createAuth(config)
const { host } = new URL(origin)
const headers = { host, cookie }

/** Creates a request of Node and Express, of which nothing is parsed yet. */
const createNodeRequest = () => ({
  headers: { ...headers },
  socket: { encrypted: true },
  url: '/',
  originalUrl: '/',
})
/** Creates the argument of `getServerSideProps` in Next.js. */
const createPageContext = () => ({ req: createNodeRequest(), res: { headersSent: false, appendHeader() {} } })
const createWebRequest = () => new Request(`${origin}/`, { headers })

const integrations = {
  'latchkey/node': createCandidate(createNodeRequest, getNodeSession),
  'latchkey/express': createCandidate(createNodeRequest, getExpressSession),
  'latchkey/solid-start': createCandidate(createWebRequest, getSolidStartSession),
  'latchkey/next': createCandidate(createPageContext, context => auth(context)),
}

/**
 * Middleware by framework: creates a request of the framework, runs the middleware around a handler, and reads the session in it.
 * The handler responds, because middleware changes the response. Both candidates create it in the same way.
 */
const frameworks = {
  Angular: {
    prepare: () => ({ request: createWebRequest() }),
    toHead: input => toRequestHead(input.request),
    runBehind: (input, handle) =>
      angular.handleAuth(input.request, auth => {
        input.auth = auth
        return handle()
      }),
    readSession: input => input.auth.getSession(),
  },
  Astro: {
    prepare: () => createAstroContext(createWebRequest()),
    toHead: context => toRequestHead(context.request),
    runBehind: (context, handle) => astro.onRequest(context, handle),
    readSession: context => context.locals.auth.getSession(),
  },
  h3: {
    prepare: () => createH3Event(createWebRequest()),
    toHead: event => toRequestHead(event.req),
    runBehind: (event, handle) => h3.auth(event, handle),
    readSession: event => event.context.auth.getSession(),
  },
  'Workers, Bun and Deno': {
    prepare: () => ({ request: createWebRequest() }),
    toHead: input => toRequestHead(input.request),
    runBehind: (input, handle) => serveFetch(input.request, input, handle),
    readSession: input => input.auth.getSession(),
  },
  'AWS Lambda': {
    prepare: () => ({ event: createLambdaEvent() }),
    toHead: ({ event }) => ({
      method: event.requestContext.http.method,
      url: event.rawPath,
      scheme: 'https',
      getHeader: name => (name === 'cookie' ? event.cookies.join('; ') : (event.headers[name] ?? null)),
      getClientAddress: () => event.requestContext.http.sourceIp,
      toHeaders: () => new Headers(event.headers),
    }),
    respond: (_, body, headers) => ({ statusCode: 200, headers, body }),
    runBehind: (input, handle) => serveLambda(input.event, { input, handle }),
    readSession: input => input.auth.getSession(),
  },
  Koa: {
    prepare: createKoaContext,
    toHead: ({ req }) => toNodeHead(req),
    runBehind: (ctx, handle) => koa.auth(ctx, handle),
    readSession: ctx => ctx.state.auth.getSession(),
    respond: (ctx, body, headers) => {
      ctx.body = body
      ctx.set(headers)
    },
  },
  Hono: {
    prepare: () => new Context(createWebRequest()),
    toHead: context => toRequestHead(context.req.raw),
    runBehind: (context, handle) =>
      hono.auth(context, async () => {
        context.res = await handle()
      }),
    readSession: context => context.get('auth').getSession(),
  },
  'Qwik City': {
    prepare: () => createQwikCityEvent(createWebRequest()),
    toHead: event => toRequestHead(event.request),
    respond: (event, body, headers) => {
      for (const [name, value] of Object.entries(headers)) event.headers.set(name, value)
      return body
    },
    runBehind: (event, handle) => {
      event.next = handle
      return qwikCity.onRequest(event)
    },
    readSession: event => qwikCity.getAuth(event).getSession(),
  },
  'React Router': {
    prepare: () => ({ request: createWebRequest(), context: new RouterContextProvider() }),
    toHead: args => toRequestHead(args.request),
    // Loaders get values of middleware from the context, which React Router keeps in a WeakMap.
    passOn: (args, session) => args.context.set(sessionContext, session),
    runBehind: (args, handle) => reactRouter.authMiddleware(args, handle),
    readSession: args => args.context.get(reactRouter.authContext).getSession(),
  },
  'TanStack Start': {
    prepare: () => ({ args: { request: createWebRequest(), pathname: '/', handlerType: 'router' } }),
    toHead: ({ args }) => toRequestHead(args.request),
    runBehind: (input, handle) =>
      tanStackStart.authenticate(input.args, async auth => {
        input.auth = auth
        return { response: await handle() }
      }),
    readSession: input => input.auth.getSession(),
  },
}

const serveFetch = withFetchAuth((_, auth, input, handle) => {
  input.auth = auth
  return handle()
})

const serveLambda = withLambdaAuth((_, auth, { input, handle }) => {
  input.auth = auth
  return handle()
})

/** An event of an HTTP API, with payload version 2. */
function createLambdaEvent() {
  const requestContext = { domainName: host, http: { method: 'GET', sourceIp: '127.0.0.1' } }
  return {
    version: '2.0',
    rawPath: '/',
    rawQueryString: '',
    cookies: cookie.split('; '),
    headers: { host },
    requestContext,
  }
}

function createKoaContext() {
  const req = new IncomingMessage(Object.assign(new Socket(), { encrypted: true }))
  Object.assign(req, { method: 'GET', url: '/', headers })
  return koaApp.createContext(req, new ServerResponse(req))
}

function createAstroContext(request) {
  return { request, url: new URL(request.url), locals: {}, isPrerendered: false }
}

function createQwikCityEvent(request) {
  return {
    request,
    url: new URL(request.url),
    headers: new Headers(),
    cookie: { set() {} },
    sharedMap: new Map(),
    headersSent: false,
    clientConn: {},
    next: async () => {},
  }
}

function createH3Event(request) {
  const res = { headers: new Headers(), errHeaders: new Headers() }
  return { req: request, url: new URL(request.url), context: {}, res }
}

const respondOnWeb = (_, body, headers) => new Response(body, { headers })

/** Compares a handler behind the middleware with one that does the same work with `createAuth`. */
function createFrameworkMeasure([name, framework]) {
  const { prepare, toHead, runBehind, readSession, respond = respondOnWeb, passOn = () => {} } = framework
  const read = ({ user }) => user.email
  return {
    title: `Session of a page in ${name}, JWT strategy`,
    note: `A handler that reads the session and responds with the email. By hand: \`getSession\` of \`createAuth\`, with \`Cache-Control\` and the
cookies of a session that is extended. Behind the middleware: one call, and the middleware does the rest.`,
    expected: email,
    candidates: {
      'createAuth in a handler': () => ({
        prepare,
        read,
        async run(input) {
          const { session, cookies } = await server.refreshSession(toHead(input))
          passOn(input, session)
          if (cookies.length > 0) throw new Error('No session is due to be extended.')
          respond(input, session.user.email, { 'cache-control': 'private, no-store' })
          return session
        },
      }),
      middleware: () => ({
        prepare,
        read,
        async run(input) {
          let session
          await runBehind(input, async () => {
            session = await readSession(input)
            return respond(input, session.user.email, {})
          })
          return session
        },
      }),
    },
    ratios: { '× createAuth': () => 'createAuth in a handler' },
    targets: [{ of: 'middleware', to: 'createAuth in a handler', most: 1.3 }],
  }
}

export const measures = [
  {
    title: 'Session of a page, JWT strategy',
    note: `\`getSession\` of each integration (\`auth\` of Next.js, in the pages router), compared with \`getSession\` of \`createAuth\`, which all of
them call. The requests are those of the framework. The time of the framework itself is not included.`,
    expected: email,
    candidates: { createAuth: createCandidate(createWebRequest, getSession), ...integrations },
    ratios: { '× createAuth': () => 'createAuth' },
    targets: Object.keys(integrations).map(of => ({ of, to: 'createAuth', most: 1.3 })),
  },
  ...Object.entries(frameworks).map(createFrameworkMeasure),
]

function getSession(request) {
  return peekHead(toRequestHead(request))
}

function peekHead(head) {
  return server.getSession(head)
}

function createCandidate(prepare, getSession) {
  return () => ({ prepare, run: request => getSession(request, config), read: ({ user }) => user.email })
}
