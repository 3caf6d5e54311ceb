import { createServer, type IncomingMessage, type Server, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { AuthConfig } from 'latchkey'
import { NodeAuth } from 'latchkey/node'
import type { FrontEnd } from '../support/app.js'

/** A front end that sends each request over a socket to `NodeAuth` on `node:http`, and the function that closes its servers. */
export function createNodeFrontEnd(): { frontEnd: FrontEnd; close(): void } {
  const servers = new Map<AuthConfig, Promise<Server>>()
  return {
    async frontEnd(request, config) {
      const server = servers.get(config) ?? listen(config)
      servers.set(config, server)
      const { port } = (await server).address() as AddressInfo
      return toResponse(await send(request, port))
    },
    close() {
      for (const server of servers.values()) void server.then(each => each.close())
    },
  }
}

function listen(config: AuthConfig): Promise<Server> {
  const server = createServer(NodeAuth(config))
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)))
}

/** Sends the request as a TLS proxy does: with the public host and scheme in the headers. */
async function send(request: Request, port: number): Promise<IncomingMessage> {
  const { host, protocol, pathname, search } = new URL(request.url)
  const headers = {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
    ...Object.fromEntries(request.headers),
  }
  const options = { port, method: request.method, path: pathname + search, headers, agent: false as const }
  return new Promise((resolve, reject) => {
    const sent = sendRequest(options, resolve).once('error', reject)
    if (!request.body) return void sent.end()
    // A body may be endless: the server responds before it ends.
    const body = Readable.fromWeb(request.body as ReadableStream)
    sent.once('response', () => body.unpipe(sent).destroy())
    body.once('error', reject).pipe(sent)
  })
}

async function toResponse(message: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(message.headersDistinct))
    for (const value of values) headers.append(name, value)
  const { statusCode = 200 } = message
  const hasBody = chunks.length > 0 && ![204, 304].includes(statusCode)
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status: statusCode, headers })
}
