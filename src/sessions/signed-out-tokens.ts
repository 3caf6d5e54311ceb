import type { Context } from '../types/context.js'
import type { JWT } from '../types/jwt.js'
import type { RequestCookies } from '../types/request.js'

/**
 * Remembers in the browser that a user signed out. Older tokens are then rejected, of which the browser may
 * keep a copy.
 *
 * @param tokens the session tokens that the browser sent
 */
export function saveSignOut({ jar, settings, cookieOptions }: Context, tokens: readonly JWT[]): void {
  const { name, options } = cookieOptions.signOut
  const time = Math.floor(Date.now() / 1000)
  // The user can sign in again in the same second.
  const endedIds = tokens.filter(token => token.iat === time && token.jti).map(token => token.jti)
  const maxAge = Math.max(settings.session.maxAge, settings.jwt.maxAge)
  jar.set(name, [time, ...endedIds].join('.'), { ...options, maxAge })
}

/**
 * Checks that the browser signed out after the token was issued. The cookie is not sealed: all that it can do is to sign out.
 *
 * @param signOutCookieName the name of `getSignOutCookieName`
 */
export function isSignedOut(cookies: RequestCookies, signOutCookieName: string, { iat, jti }: JWT): boolean {
  const value = cookies.get(signOutCookieName)
  if (value === undefined || typeof iat !== 'number') return false
  const [time, ...endedIds] = value.split('.')
  const signOutTime = Number(time)
  // A time in the future would reject every new sign-in.
  if (!(signOutTime <= Date.now() / 1000)) return false
  return iat < signOutTime || (iat === signOutTime && jti !== undefined && endedIds.includes(jti))
}
