import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createMaliciousProvider, type MaliciousProvider } from '../support/malicious-provider.js'
import { type ServedApp, serve } from '../support/serve.js'

const discovery = '/.well-known/openid-configuration'

/** Discovery endpoints that fail, on the origin of the valid provider. */
const faulty: Readonly<Record<string, (req: IncomingMessage, res: ServerResponse) => unknown>> = {
  [`/moved${discovery}`]: (_, res) => res.writeHead(302, { location: discovery }).end(),
  [`/endless${discovery}`]: (_, res) => createEndlessStream().pipe(res),
  [`/broken${discovery}`]: req => req.socket.destroy(),
}

/** Serves the provider over http, to test the `fetch` of the runtime. */
export async function serveProvider(): Promise<ServedApp> {
  const handleProviderRequest = async (req: IncomingMessage, res: ServerResponse) => {
    const response = await getResponse(op, await toRequest(req, served.origin))
    res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  }
  const served = await serve((req, res) => void (faulty[req.url ?? ''] ?? handleProviderRequest)(req, res))
  const op = createMaliciousProvider({ issuer: served.origin })
  return served
}

async function toRequest(req: IncomingMessage, origin: string): Promise<Request> {
  const { method = 'GET', url = '' } = req
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(origin + url, { method, headers, body: method === 'POST' ? await text(req) : null })
}

/** Grants the request at once at the authorization endpoint. */
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
