import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { type ServedApp, serve } from '../support/serve.js'

const discovery = '/.well-known/openid-configuration'

/** Providers that nobody can use, below the address of the honest one. */
const faulty: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => unknown>> = {
  [`/moved${discovery}`]: (_, res) => res.writeHead(302, { location: discovery }).end(),
  [`/endless${discovery}`]: (_, res) => createEndlessStream().pipe(res),
  [`/broken${discovery}`]: req => req.socket.destroy(),
}

/** The provider behind a real socket, for what a runtime does with its own `fetch`. */
export async function serveProvider(): Promise<ServedApp> {
  const handleHonest = async (req: IncomingMessage, res: ServerResponse) => {
    const answer = await getResponse(op, await toRequest(req, served.origin))
    res.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  }
  const served = await serve((req, res) => void (faulty[req.url ?? ''] ?? handleHonest)(req, res))
  const op = createMaliciousProvider({ issuer: served.origin })
  return served
}

async function toRequest(req: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET', url = '' } = req
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(origin + url, { method, headers, body: method === 'POST' ? await text(req) : null })
}

/** At the authorization endpoint the visitor agrees at once. */
async function getResponse(op: MaliciousProvider, request: Request): Promise<Response> {
  if (!request.url.startsWith(op.endpoints.authorize)) return op.fetch(request)
  return new Response(null, { status: 302, headers: { location: op.authorize(request.url).href } })
}

function createEndlessStream(): Readable {
  return new Readable({
    read() {
      this.push('x'.repeat(65_536))
    },
  })
}
