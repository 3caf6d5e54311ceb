import { serializeCookie } from '../http/cookies.js'
import { noStore } from '../http/result.js'
import { headerSafe } from '../http/url.js'
import type { Jar, ResponseInternal, Result } from '../types/wire.js'

/** Asks for the target of a redirect as data: for clients that follow it themselves. */
const returnRedirect = 'x-auth-return-redirect'

/** Does the caller want `{ url }` in place of a redirect? */
export function wantsUrl({ headers }: Request): boolean {
  return headers.has(returnRedirect)
}

/** Writes the answer. Spec: behaviour sections 2.5 and 2.6. */
export function respond(request: Request, result: Result, jar: Jar | null): Response {
  const cookies = sendsCookies(request, jar) ? jar.outgoing() : []
  const written = result.redirect === undefined ? result : redirected(request, result.redirect)
  const { status = 200, headers = {} } = written
  const response = new Response(request.method === 'HEAD' ? null : text(written), { status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}

function text({ headers, body }: Result): string | null {
  if (body === undefined) return null
  return headers?.['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** HEAD changes nothing, so it sets nothing. */
function sendsCookies({ method }: Request, jar: Jar | null): jar is Jar {
  return jar !== null && method !== 'HEAD'
}

function redirected(request: Request, target: string): Result {
  const location = headerSafe(target)
  if (!wantsUrl(request)) return { status: 302, headers: { location, ...noStore } }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', location, ...noStore },
    body: { url: target },
  }
}

/** The same answer as data, for callers that asked for it with `raw`. */
export function asData({ method }: Request, result: Result, jar: Jar): ResponseInternal {
  if (method === 'HEAD') return { ...result, body: undefined, cookies: [] }
  return { ...result, cookies: [...jar.outgoing()] }
}
