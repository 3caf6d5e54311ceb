import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AuthConfig } from 'latchkey/server'
import { type ServedApp, serve } from '../../support/serve.js'

/**
 * A framework with its integration. It serves one app, whose actions are below `/auth`:
 *
 * | path | answer |
 * |---|---|
 * | `/ok` | 200 with the email of the session, or `visitor` |
 * | `/redirect` | 302 to `/ok` |
 * | `/unauthorized` | 401 |
 * | `/error` | throws an error that the framework answers with 500 |
 * | `/stream` | 200 with the email in two pieces |
 * | `/account` | 200 behind `requireAuth` of the integration |
 *
 * All but `/account` read the session and set {@link appCookies}. An outage is 503.
 */
export interface FrameworkUnderTest {
  readonly name: string
  serve(config: AuthConfig, setup?: AppSetup): Promise<AppUnderTest>
}

/** How an app is set up. */
export interface AppSetup {
  /** Middleware reads the body of each request before Latchkey. @default false */
  readonly parsesBodies?: boolean
}

/** A served app. */
export interface AppUnderTest {
  answer(request: Request): Promise<Response>
  close(): Promise<void>
}

/** The lines of `Set-Cookie` that the app sets beside Latchkey. */
export const appCookies = [
  'theme=dark; Path=/; Expires=Tue, 01 Jan 2041 00:00:00 GMT',
  'seen=yes; Path=/; HttpOnly',
]

/** Serves a Node app behind a proxy that ends TLS, and forwards the host and the scheme unless the request has its own. */
export async function serveBehindProxy(listener: Parameters<typeof serve>[0]): Promise<AppUnderTest> {
  return forward(await serve(listener))
}

/** Forwards requests to a server, as a proxy does. `fetch` would replace the `Host` header. */
export function forward({ origin: target, close }: ServedApp): AppUnderTest {
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
  const response = new Response(text, { status: status ?? 500 })
  for (const [name, values = []] of Object.entries(headersDistinct ?? {}))
    for (const value of values) response.headers.append(name, value)
  return response
}
