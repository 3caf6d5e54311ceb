import { serializeCookie } from '../http/cookies.js'
import { noStoreHeaders } from '../http/result.js'
import { encodeForHeader } from '../http/url.js'
import type {
  ActionResult,
  CookieJar,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'

/** Clients that follow redirects themselves send this header to get the URL as JSON. */
const jsonRedirectHeader = 'x-auth-return-redirect'

/** Does the client want `{ url }` instead of a redirect? */
export function isJsonRedirectRequested({ getHeader }: RequestHead): boolean {
  return getHeader(jsonRedirectHeader) != null
}

/** Serializes the result of an action. See docs/contract.md#responses. */
export function toResponseData(head: RequestHead, result: ActionResult, jar: CookieJar | null): ResponseData {
  const cookies = jar && hasCookies(head) ? jar.getSetCookies() : []
  const {
    status = 200,
    headers = {},
    body,
  } = result.redirect === undefined ? result : createRedirectResult(head, result.redirect)
  return {
    status,
    headers,
    body: head.method === 'HEAD' ? null : serializeBody(headers, body),
    setCookies: cookies.map(serializeCookie),
  }
}

function serializeBody(headers: Readonly<Record<string, string>>, body: unknown): string | null {
  if (body === undefined) return null
  return headers['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** A HEAD request changes nothing, so its response sets no cookie. */
function hasCookies({ method }: RequestHead): boolean {
  return method !== 'HEAD'
}

function createRedirectResult(head: RequestHead, redirectUrl: string): ActionResult {
  const location = encodeForHeader(redirectUrl)
  if (!isJsonRedirectRequested(head)) return { status: 302, headers: { location, ...noStoreHeaders } }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', location, ...noStoreHeaders },
    body: { url: redirectUrl },
  }
}

/** Returns the result as data that is not serialized, for `raw` mode. See docs/contract.md#raw-mode. */
export function toResponseInternal(
  head: RequestHead,
  result: ActionResult,
  jar: CookieJar,
): ResponseInternal {
  if (!hasCookies(head)) return { ...result, body: undefined, cookies: [] }
  return { ...result, cookies: [...jar.getSetCookies()] }
}
