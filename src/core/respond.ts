import { serializeCookie } from '../http/cookies.js'
import { noStoreHeaders } from '../http/result.js'
import { encodeForHeader } from '../http/url.js'
import type { ActionResult, CookieJar, ResponseInternal } from '../types/request.js'

/** Asks for the target of a redirect as data: for clients that follow it themselves. */
const jsonRedirectHeader = 'x-auth-return-redirect'

/** Does the caller want `{ url }` in place of a redirect? */
export function isJsonRedirectRequested({ headers }: Request): boolean {
  return headers.has(jsonRedirectHeader)
}

/** Writes the answer. Spec: behaviour sections 2.5 and 2.6. */
export function toResponse(request: Request, result: ActionResult, jar: CookieJar | null): Response {
  const cookies = shouldSendCookies(request, jar) ? jar.getSetCookies() : []
  const output = result.redirect === undefined ? result : createRedirectResult(request, result.redirect)
  const { status = 200, headers = {} } = output
  const response = new Response(request.method === 'HEAD' ? null : serializeBody(output), { status, headers })
  for (const cookie of cookies) response.headers.append('set-cookie', serializeCookie(cookie))
  return response
}

function serializeBody({ headers, body }: ActionResult): string | null {
  if (body === undefined) return null
  return headers?.['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** HEAD changes nothing, so it sets nothing. */
function shouldSendCookies({ method }: Request, jar: CookieJar | null): jar is CookieJar {
  return jar !== null && method !== 'HEAD'
}

function createRedirectResult(request: Request, redirectUrl: string): ActionResult {
  const location = encodeForHeader(redirectUrl)
  if (!isJsonRedirectRequested(request)) return { status: 302, headers: { location, ...noStoreHeaders } }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', location, ...noStoreHeaders },
    body: { url: redirectUrl },
  }
}

/** The same answer as data, for callers that asked for it with `raw`. */
export function toResponseInternal(
  { method }: Request,
  result: ActionResult,
  jar: CookieJar,
): ResponseInternal {
  if (method === 'HEAD') return { ...result, body: undefined, cookies: [] }
  return { ...result, cookies: [...jar.getSetCookies()] }
}
