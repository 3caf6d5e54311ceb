import type { ActionResult, RequestHead, ResponseData } from '../types/request.js'

/** Headers that prevent caching, because each response belongs to one user and one moment. */
export const noStoreHeaders = {
  'cache-control': 'private, no-cache, no-store',
  expires: '0',
  pragma: 'no-cache',
} as const

/** Headers of JSON. Without `nosniff`, a browser may read it as a page or a script. */
export const jsonHeaders = {
  'content-type': 'application/json',
  ...noStoreHeaders,
  'x-content-type-options': 'nosniff',
} as const

/** Creates a JSON response. */
export function createJsonResult(body: unknown, status = 200): ActionResult {
  return { status, headers: jsonHeaders, body }
}

/** Creates a redirect. */
export function createRedirectResult(to: string): ActionResult {
  return { redirect: to }
}

/** Clients that follow redirects themselves send this header to get the URL as JSON. */
const jsonRedirectHeader = 'x-auth-return-redirect'

/** Does the client want `{ url }` instead of a redirect? */
export function isJsonRedirectRequested({ getHeader }: RequestHead): boolean {
  return getHeader(jsonRedirectHeader) != null
}

/** Builds a web `Response`. */
export function toResponse({ status, headers, body, setCookies }: ResponseData): Response {
  const response = new Response(body, { status, headers })
  for (const line of setCookies) response.headers.append('set-cookie', line)
  return response
}
