/**
 * Returns a response that depends on the session, with its cookies. Caches must not keep it, unless the app decided.
 *
 * A response with cookies is a copy, because a handler may send the same one to all users. So is the response of `fetch`, which is
 * immutable. That of a WebSocket cannot be copied.
 */
export function addSessionHeaders(response: Response, setCookies: readonly string[]): Response {
  if (response.status === 101) return response
  if (setCookies.length === 0 && setCacheControl(response.headers)) return response
  const copy = new Response(response.body, response)
  for (const line of setCookies) copy.headers.append('set-cookie', line)
  setCacheControl(copy.headers)
  return copy
}

/** Returns false if the headers are immutable. */
function setCacheControl(headers: Headers): boolean {
  try {
    if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
    return true
  } catch {
    return false
  }
}

/** Creates the redirect of a sign-in or sign-out. `Response.redirect` needs an absolute URL, and its headers are immutable. */
export function createRedirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } })
}
