import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Controller, Get, Inject, Module, Req, Res } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { Elysia } from 'elysia'
import Fastify from 'fastify'
import { ElysiaAuth } from '../../dist/integrations/elysia.js'
import { FastifyAuth } from '../../dist/integrations/fastify.js'
import { AuthModule, AuthService } from '../../dist/integrations/nest.js'
import { createAuth, toRequestHead } from '../../dist/server.js'
import { cookie, createProviders, email, origin, secret, toNodeHead } from '../candidates/request-fixture.js'

const config = { secret, trustHost: true, providers: createProviders(4) }
const server = createAuth(config)
const { host } = new URL(origin)
const privateHeaders = { 'cache-control': 'private, no-store' }

/**
 * Frameworks whose integration is a plugin or a module of an app, by name. `createApp` creates an app with one page, which sends the email of
 * the session, and returns how a request is made. The page reads the session by the integration, or by hand if there is none.
 */
const frameworks = {
  Fastify: {
    async createApp(isByHand) {
      const app = Fastify()
      const { auth } = FastifyAuth(config)
      if (!isByHand) await app.register(auth)
      app.get('/', async (request, reply) => {
        if (!isByHand) return (await request.auth.getSession()).user.email
        reply.headers(privateHeaders)
        return readByHand(toNodeHead(request.raw))
      })
      await app.ready()
      return createNodeCandidate((req, res) => app.routing(req, res))
    },
  },
  'NestJS on Express': {
    async createApp(isByHand) {
      const app = await NestFactory.create(createNestModule(isByHand), { logger: false })
      await app.init()
      const handle = app.getHttpAdapter().getInstance()
      return createNodeCandidate((req, res) => handle(req, res))
    },
  },
  Elysia: {
    async createApp(isByHand) {
      const app = new Elysia()
      const { auth } = ElysiaAuth(config)
      if (!isByHand) app.use(auth)
      const read = async ({ auth }) => (await auth.getSession()).user.email
      const readFromRequest = async ({ request, set }) => {
        Object.assign(set.headers, privateHeaders)
        return readByHand(toRequestHead(request))
      }
      app.get('/', isByHand ? readFromRequest : read)
      return {
        prepare: () => new Request(`${origin}/`, { headers: { host, cookie } }),
        run: request => app.handle(request),
        read: response => response.text(),
      }
    },
  },
}

/** Reads the session as the integrations do, which also extend it. */
async function readByHand(head) {
  const { session, cookies } = await server.refreshSession(head)
  if (cookies.length > 0) throw new Error('No session is due to be extended.')
  return session.user.email
}

/** Makes requests without a connection, whose work would exceed that of both candidates. The response is the text that the app sends. */
function createNodeCandidate(handle) {
  return {
    prepare() {
      const req = new IncomingMessage(Object.assign(new Socket(), { encrypted: true }))
      Object.assign(req, { method: 'GET', url: '/', headers: { host, cookie }, complete: true })
      req.push(null)
      return { req, res: new ServerResponse(req) }
    },
    run: ({ req, res }) =>
      new Promise(resolve => {
        let head = null
        // Properties of the response, because Express replaces its prototype.
        Object.assign(res, {
          writeHead(_, headers = {}) {
            head = { ...res.getHeaders(), ...headers }
            return res
          },
          end(text) {
            // As Node does.
            if (!head) res.writeHead(res.statusCode)
            resolve({ text: String(text), cacheControl: head['cache-control'] })
          },
        })
        handle(req, res)
      }),
    read: ({ text, cacheControl }) =>
      cacheControl === privateHeaders['cache-control'] ? text : cacheControl,
  }
}

/** Decorators are called as functions, because this file is not compiled. */
function createNestModule(isByHand) {
  class PageController {
    constructor(auth) {
      this.auth = auth
    }

    async show(req, res) {
      if (!isByHand) return (await this.auth.getSession(req)).user.email
      res.set(privateHeaders)
      return readByHand(toNodeHead(req))
    }
  }
  Get()(PageController.prototype, 'show', Object.getOwnPropertyDescriptor(PageController.prototype, 'show'))
  Req()(PageController.prototype, 'show', 0)
  Res({ passthrough: true })(PageController.prototype, 'show', 1)
  Controller()(PageController)
  if (!isByHand) Inject(AuthService)(PageController, undefined, 0)

  class AppModule {}
  Module({
    imports: isByHand ? [] : [AuthModule.forRoot(config)],
    controllers: [PageController],
  })(AppModule)
  return AppModule
}

function createFrameworkMeasure([name, { createApp }]) {
  return {
    title: `Session of a page of an app, ${name}, JWT strategy`,
    note: `An app with one page, which sends the email of the session: with the integration, and with \`getSession\` of \`createAuth\` and
\`Cache-Control\` by hand. The time of the framework is included, without that of the connection.`,
    expected: email,
    candidates: { 'createAuth in a handler': () => createApp(true), integration: () => createApp(false) },
    ratios: { '× createAuth': () => 'createAuth in a handler' },
    targets: [{ of: 'integration', to: 'createAuth in a handler', most: 1.3 }],
  }
}

export const measures = Object.entries(frameworks).map(createFrameworkMeasure)
