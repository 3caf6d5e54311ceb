import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { AngularAppEngine, createRequestHandler } from '@angular/ssr'
import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  writeResponseToNodeResponse,
} from '@angular/ssr/node'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'

interface Auth {
  getPublicSession(): Promise<{ user?: { email?: string } } | null>
  signIn(options: { provider: string; fields: object }): Promise<Response>
  signOut(): Promise<Response>
}

type Render = (auth: Auth) => Promise<Response | null>

declare global {
  /** What `AngularAuth` returns for the configuration of the test. */
  var handleAuth: (request: IncomingMessage | Request, render: Render) => Promise<Response | null>
}

const cookies = ['theme=dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT', 'seen=yes; Path=/; HttpOnly']

/** The endpoints of the app, which no page has. */
const endpoints: Record<string, (auth: Auth, url: URL) => Promise<Response | null>> = {
  '/error': async auth => {
    await auth.getPublicSession()
    throw new Error('broken')
  },
  '/stream': async auth => {
    const email = (await auth.getPublicSession())?.user?.email ?? 'visitor'
    const parts = [email.slice(0, 3), email.slice(3)]
    const stream = new ReadableStream({
      async pull(controller) {
        const part = parts.shift()
        part === undefined ? controller.close() : controller.enqueue(new TextEncoder().encode(part))
      },
    })
    const response = new Response(stream)
    for (const line of cookies) response.headers.append('set-cookie', line)
    return response
  },
  '/sign-in': (auth, url) =>
    auth.signIn({ provider: 'credentials', fields: Object.fromEntries(url.searchParams) }),
  '/sign-out': auth => auth.signOut(),
}

const nodeEngine = new AngularNodeAppEngine({ trustProxyHeaders: ['x-forwarded-host', 'x-forwarded-proto'] })
const engine = new AngularAppEngine({ trustProxyHeaders: ['x-forwarded-host', 'x-forwarded-proto'] })

const respond: RequestHandler = (req, res, next) => {
  const endpoint = endpoints[req.path]
  if (req.path === '/error') for (const line of cookies) res.append('set-cookie', line)
  globalThis
    .handleAuth(
      req,
      auth => endpoint?.(auth, new URL(req.url, 'http://localhost')) ?? nodeEngine.handle(req, { auth }),
    )
    .then(response => (response ? writeResponseToNodeResponse(response, res) : next()))
    .catch(next)
}

const handleError: ErrorRequestHandler = (_error, _req, res, _next) => {
  res.status(500).send('Something went wrong.')
}

const echo: RequestHandler = (req, res) => void res.send(`[${req.headers.cookie ?? 'no cookie'}]`)

const files = express.static(join(import.meta.dirname, '../browser'), { index: false, redirect: false })

export const app = express().get('/echo', echo).use(files, respond, handleError)
export const parsingApp = express().use(
  express.json(),
  express.urlencoded({ extended: true }),
  respond,
  handleError,
)
export const reqHandler = createNodeRequestHandler(app)

/** The same with web requests, as on edge platforms. */
export const fetchHandler = createRequestHandler(async request => {
  const { pathname } = new URL(request.url)
  const fail = (error: unknown) => {
    if (pathname !== '/error') throw error
    const response = new Response('Something went wrong.', { status: 500 })
    for (const line of cookies) response.headers.append('set-cookie', line)
    return response
  }
  const endpoint = endpoints[pathname]
  return globalThis.handleAuth(request, auth =>
    (endpoint?.(auth, new URL(request.url)) ?? engine.handle(request, { auth })).catch(fail),
  )
})
