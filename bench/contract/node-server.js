import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Serves a Node app behind a proxy that ends TLS, and forwards the host and the scheme unless the request has its own. */
export async function serveBehindProxy(listener) {
  const server = createServer(listener).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address()
  return {
    answer: incoming => forward(incoming, port),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forward({ url, method, headers, body }, port) {
  const { pathname, search, host, protocol } = new URL(url)
  const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
  const path = pathname + search
  const sent = request({ port, path, method, headers: { ...forwarded, ...Object.fromEntries(headers) } })
  sent.end(body ? await new Response(body).text() : undefined)
  const [message] = await once(sent, 'response')
  const text = Buffer.concat(await message.toArray()).toString()
  const response = new Response(text || null, { status: message.statusCode })
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values) response.headers.append(name, value)
  return response
}

/** Keeps the body as a field of the request, as body parsers do. */
export async function parseBody(req) {
  const text = Buffer.concat(await req.toArray()).toString()
  const isJson = req.headers['content-type']?.includes('json')
  req.body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}
