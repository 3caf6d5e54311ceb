import type { ActionResult, IncomingRequest, RequestHead, ResponseData } from '../types/request.js'

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
export const jsonRedirectHeader = 'x-auth-return-redirect'

/** Does the client want `{ url }` instead of a redirect? */
export function isJsonRedirectRequested({ getHeader }: RequestHead): boolean {
  return getHeader(jsonRedirectHeader) != null
}

/** Does the client prefer JSON to a page? Browsers accept HTML in each navigation. */
export function isJsonRequested({ getHeader }: RequestHead): boolean {
  const accept = getHeader('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

/**
 * Builds a web `Response` from a response as data.
 *
 * @example
 * ```ts
 * import { type AuthInstance, toRequestHead, toResponse } from 'latchkey/server'
 *
 * declare const auth: AuthInstance
 *
 * export async function pay(request: Request): Promise<Response> {
 *   const { response } = await auth.requireAuth(toRequestHead(request), { maxAge: 600 })
 *   return response ? toResponse(response) : new Response('Paid.')
 * }
 * ```
 */
export function toResponse({ status, headers, body, setCookies }: ResponseData): Response {
  const response = new Response(body, { status, headers })
  for (const line of setCookies) response.headers.append('set-cookie', line)
  return response
}

/** Returns the head of a web `Request`, which is enough to read the session. */
export function toRequestHead({ method, url, headers }: Request): RequestHead {
  return { method, url, getHeader: name => headers.get(name), toHeaders: () => headers }
}

/** Returns a web `Request` as `handleIncomingRequest` of `createAuth` reads it. */
export function toIncomingRequest(request: Request): IncomingRequest {
  const { method, url, getHeader, toHeaders } = toRequestHead(request)
  return { method, url, getHeader, toHeaders, readBody: maxBytes => readText(request, maxBytes) }
}

async function readText({ headers, body }: Request, maxBytes: number): Promise<string | null> {
  if (Number(headers.get('content-length')) > maxBytes) return null
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = body.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(chunk.value, { stream: true })
  }
  return text + decoder.decode()
}
