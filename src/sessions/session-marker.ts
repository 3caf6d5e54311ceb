import type { Context } from '../types/context.js'
import type { SetCookie } from '../types/cookies.js'
import { getLegacyCookieName } from './session-cookie.js'

/**
 * Returns the cookies of a call from server code. If the call set or cleared the session cookie, they include a new marker.
 *
 * A page does not know of such a call, and scripts cannot read the session cookie. The client of the browser finds the marker by the
 * form of its value, because an app can rename the cookie.
 */
export function listServerCallCookies(ctx: Context): readonly SetCookie[] {
  const { jar, cookieOptions } = ctx
  const { name, options } = cookieOptions.sessionMarker
  const isSessionCookie = (cookie: SetCookie) =>
    // Long sessions have several cookies.
    [cookieOptions.sessionToken.name, getLegacyCookieName(ctx)].includes(cookie.name.replace(/\.\d+$/, ''))
  if (jar.getSetCookies().some(isSessionCookie))
    jar.set(name, `latchkey.${crypto.randomUUID().slice(0, 8)}`, options)
  return jar.getSetCookies()
}
