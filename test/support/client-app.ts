import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Client, type ClientOptions, createClient } from 'latchkey/client'
import { NodeAuth, type NodeAuthConfig } from 'latchkey/node'
import { onTestFinished } from 'vitest'
import { credentials, secret } from './app.js'
import { CookieJar } from './cookie-jar.js'
import { createMaliciousProvider } from './malicious-provider.js'
import { serve } from './serve.js'

/** What may stand between a page and its server; true when it has answered in the server's place. */
export type Interference = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>

/** A server with a password and an OpenID provider, which pages talk to through the network. */
export class ClientApp {
  readonly op = createMaliciousProvider()
  /** The actions that were asked for, oldest first: `GET session`. */
  readonly asked: string[] = []
  interfere: Interference = () => false
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
      app.asked.push(`${req.method} ${req.url?.replace(/^\/auth\/|\?.*$/g, '')}`)
      if (!(await app.interfere(req, res))) await auth(req, res)
    })
    app.#origin = origin
    onTestFinished(close)
    return app
  }

  get origin(): string {
    return this.#origin
  }

  /** A tab of a browser that keeps its cookies in `jar`. */
  open(jar = new CookieJar(), options: ClientOptions = {}): Client {
    return createClient({ baseUrl: this.#origin, fetch: createCookieFetch(jar), ...options })
  }

  count(action: string): number {
    return this.asked.filter(one => one === action).length
  }

  /** From now on, this action is answered with `status` and nothing that could be read. */
  fail(action: string, status: number): void {
    this.interfere = (req, res) => {
      if (!req.url?.startsWith(`/auth/${action}`)) return false
      res.writeHead(status, { 'content-type': 'application/json' }).end('null')
      return true
    }
  }
}

/** As a page's `fetch` does it. */
function createCookieFetch(jar: CookieJar): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    if (!request.headers.has('cookie')) request.headers.set('cookie', jar.header(url))
    request.headers.set('sec-fetch-site', request.headers.get('sec-fetch-site') ?? 'same-origin')
    const response = await fetch(request)
    jar.take(url, response)
    return response
  }
}
