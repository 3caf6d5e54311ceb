import type { MutableHeaders } from '../../server.js'
import type { RequestAuth } from './request-auth.js'

/** The authentication of one request for handlers, and what an integration needs beside it. */
export interface RequestState<Auth> {
  readonly auth: Auth
  /** Returns the response with the cookies. After that, none can be set. */
  finish(response: Response): Promise<Response>
}

/**
 * Ends the response of the handlers: returns it with the cookies of the session, and restricted to the caches that may keep it. After that,
 * no cookie can be set.
 */
export async function finishResponse(requestAuth: RequestAuth, response: Response): Promise<Response> {
  const lines = await requestAuth.close()
  return requestAuth.getDependence() ? addSessionHeaders(response, lines, requestAuth) : response
}

/**
 * Returns a response that depends on the session, with its cookies.
 *
 * A response with cookies is a copy, because a handler may send the same one to all users. So is the response of `fetch`, which is
 * immutable. That of a WebSocket cannot be copied.
 */
export function addSessionHeaders(
  response: Response,
  setCookies: readonly string[],
  requestAuth: Pick<RequestAuth, 'restrictCaching'>,
): Response {
  if (response.status === 101) return response
  if (setCookies.length === 0 && isMutable(response.headers)) {
    requestAuth.restrictCaching(response.headers)
    return response
  }
  const copy = addCookies(response, setCookies)
  requestAuth.restrictCaching(copy.headers)
  return copy
}

/** Returns a copy of a response with cookies. */
export function addCookies(response: Response, setCookies: readonly string[]): Response {
  const copy = new Response(response.body, response)
  for (const line of setCookies) copy.headers.append('set-cookie', line)
  return copy
}

/** Whether headers can be changed. Those of `fetch` and of `Response.redirect` throw. */
function isMutable(headers: Headers): boolean {
  try {
    headers.delete('x-latchkey')
    return true
  } catch {
    return false
  }
}

/** Creates the redirect of a sign-in or sign-out. `Response.redirect` needs an absolute URL, and its headers are immutable. */
export function createRedirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}

/**
 * Restricts how caches may keep a response now and whenever its headers change: for a framework that runs no code right before it sends
 * them.
 */
export function restrictCachingOnChange(
  headers: AppendableHeaders,
  restrict: (headers: MutableHeaders) => void,
): void {
  const plain = {
    get: headers.get.bind(headers),
    set: headers.set.bind(headers),
    append: headers.append.bind(headers),
    delete: headers.delete.bind(headers),
  }
  const change = (write: AppendableHeaders['set']) => (name: string, value: string) => {
    write(name, value)
    restrict(plain)
  }
  restrict(plain)
  Object.assign(headers, { set: change(plain.set), append: change(plain.append) })
}

/** Headers, or what a framework has instead. */
export interface AppendableHeaders extends MutableHeaders {
  append(name: string, value: string): void
}
