import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Client, type ClientOptions, createClient } from 'latchkey/client'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { onTestFinished } from 'vitest'
import { credentials, secret } from './app.js'
import { CookieJar } from './cookie-jar.js'
import { createMaliciousProvider } from './malicious-provider.js'
import { serve } from './serve.js'

/** Handles a request instead of the server. Returns true if it sent a response. */
export type Interceptor = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>

/** An HTTP server with a credentials and an OpenID provider, for tests of the client. */
export class ClientApp {
  readonly op = createMaliciousProvider()
  /** The requested actions, oldest first: `GET session`. */
  readonly requests: string[] = []
  intercept: Interceptor = () => false
  #origin = ''

  static async start(more: Partial<NodeAuthConfig> = {}): Promise<ClientApp> {
    const app = new ClientApp()
    const auth = NodeAuth({
      secret,
      trustHost: true,
      providers: [credentials, app.op.provider()],
      logger: { error() {}, warn() {}, debug() {} },
      ...more,
    })
    const { origin, close } = await serve(async (req, res) => {
      app.requests.push(`${req.method} ${req.url?.replace(/^\/auth\/|\?.*$/g, '')}`)
      if (!(await app.intercept(req, res))) await auth(req, res)
    })
    app.#origin = origin
    onTestFinished(close)
    return app
  }

  get origin(): string {
    return this.#origin
  }

  /** Creates a client. Clients with the same `jar` are tabs of one browser. */
  open(jar = new CookieJar(), options: ClientOptions = {}): Client {
    return createClient({ baseUrl: this.#origin, fetch: createCookieFetch(jar), ...options })
  }

  count(action: string): number {
    return this.requests.filter(request => request === action).length
  }

  /** From now on, requests of this action return `status` with the body `null`. */
  fail(action: string, status: number): void {
    this.intercept = (req, res) => {
      if (!req.url?.startsWith(`/auth/${action}`)) return false
      res.writeHead(status, { 'content-type': 'application/json' }).end('null')
      return true
    }
  }
}

/** Creates a `fetch` that stores and sends cookies as a browser does. */
function createCookieFetch(jar: CookieJar): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!request.headers.has('cookie')) request.headers.set('cookie', jar.header(url))
    request.headers.set('sec-fetch-site', request.headers.get('sec-fetch-site') ?? 'same-origin')
    const response = await fetch(request)
    jar.storeCookies(url, response)
    return response
  }
}
