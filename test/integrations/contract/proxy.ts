import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { ServedIntegration } from 'latchkey/testing'
import { type ServedApp, serve } from '../../support/serve.js'

/** Serves a Node app behind a proxy that ends TLS, and forwards the host and the scheme unless the request has its own. */
export async function serveBehindProxy(listener: Parameters<typeof serve>[0]): Promise<ServedIntegration> {
  return forward(await serve(listener))
}

/** Forwards requests to a server, as a proxy does. `fetch` would replace the `Host` header. */
export function forward({ origin: target, close }: ServedApp): ServedIntegration {
  return {
    close,
    async answer({ url, method, headers, body }) {
      const { pathname, search, host, protocol } = new URL(url)
      const forwarded = { 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) }
      const sent = request(target + pathname + search, {
        method,
        headers: { ...forwarded, ...Object.fromEntries(headers) },
      })
      sent.end(body ? await new Response(body).text() : undefined)
      const [message]: IncomingMessage[] = await once(sent, 'response')
      return toResponse(message)
    },
  }
}

async function toResponse(message: IncomingMessage | undefined): Promise<Response> {
  const { statusCode: status, headersDistinct } = message ?? {}
  const text = Buffer.concat((await message?.toArray()) ?? []).toString()
  const response = new Response(text || null, { status: status ?? 500 })
  for (const [name, values = []] of Object.entries(headersDistinct ?? {}))
    for (const value of values) response.headers.append(name, value)
  return response
}
