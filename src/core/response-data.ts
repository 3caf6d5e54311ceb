import { serializeCookie } from '../http/cookies.js'
import { isJsonRedirectRequested, jsonHeaders, noStoreHeaders } from '../http/messages.js'
import { encodeForHeader } from '../http/url.js'
import type {
  ActionResult,
  CookieJar,
  RequestHead,
  ResponseData,
  ResponseInternal,
} from '../types/request.js'

/** Serializes the result of an action. See docs/contract.md#responses. */
export function toResponseData(head: RequestHead, result: ActionResult, jar: CookieJar | null): ResponseData {
  const cookies = jar && canSetCookies(head) ? jar.getSetCookies() : []
  const {
    status = 200,
    headers = {},
    body,
    json,
  } = result.redirect === undefined ? result : serializeRedirect(head, result.redirect)
  return {
    status,
    headers,
    body: head.method === 'HEAD' ? null : (json ?? serializeBody(headers, body)),
    setCookies: cookies.map(serializeCookie),
  }
}

function serializeBody(headers: Readonly<Record<string, string>>, body: unknown): string | null {
  if (body === undefined) return null
  return headers['content-type'] === 'application/json' ? JSON.stringify(body) : String(body)
}

/** A HEAD request changes nothing, so its response sets no cookie. */
function canSetCookies({ method }: RequestHead): boolean {
  return method !== 'HEAD'
}

function serializeRedirect(head: RequestHead, redirectUrl: string): ActionResult {
  const location = encodeForHeader(redirectUrl)
  if (!isJsonRedirectRequested(head)) return { status: 302, headers: { location, ...noStoreHeaders } }
  return {
    status: 200,
    headers: { ...jsonHeaders, location },
    body: { url: redirectUrl },
  }
}

/** Returns the result as data that is not serialized, for `raw` mode. See docs/contract.md#raw-mode. */
export function toResponseInternal(
  head: RequestHead,
  { json, ...result }: ActionResult,
  jar: CookieJar,
): ResponseInternal {
  if (!canSetCookies(head)) return { ...result, body: undefined, cookies: [] }
  const parsed: { body?: unknown } =
    json === undefined || result.body !== undefined ? {} : { body: JSON.parse(json) }
  return { ...result, ...parsed, cookies: [...jar.getSetCookies()] }
}
