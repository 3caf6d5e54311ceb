import type { Context } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'
import type { JWT } from '../types/jwt.js'

/** What a browser stores a cookie under, beside its name: RFC 6265bis section 5.7, and CHIPS for `partitioned`. */
export type CookieScope = Pick<CookieAttributes, 'domain' | 'path' | 'partitioned'>

/** The claim of a session token that names the scope of its cookie. A token with methods has none for the default one. */
export const cookieScopeClaim = 'cookie_scope'

/** The serialized default scope: only this host, all paths, not partitioned. */
const defaultScope = ';/;'

/** Serializes a scope. A configured domain and path have no semicolon. */
export function serializeCookieScope({ domain = '', path = '/', partitioned = false }: CookieScope): string {
  return `${domain};${path};${partitioned ? 'partitioned' : ''}`
}

/** Returns the value of the claim. Undefined for the default scope if the token has methods, by which it is known as one of Latchkey. */
export function buildCookieScopeClaim(
  scope: CookieScope,
  { hasMethods }: { readonly hasMethods: boolean },
): string | undefined {
  const claim = serializeCookieScope(scope)
  return claim === defaultScope && hasMethods ? undefined : claim
}

/**
 * Returns the scope of the cookie that a token was issued in, or null if that is unknown. Auth.js writes neither of the claims of
 * Latchkey.
 */
export function readCookieScope({
  [cookieScopeClaim]: claim,
  auth_methods: methods,
}: JWT): CookieScope | null {
  if (claim === undefined && methods === undefined) return null
  const [domain, path, partitioned] = (typeof claim === 'string' ? claim : defaultScope).split(';')
  return { path, ...(domain && { domain }), ...(partitioned && { partitioned: true }) }
}

/**
 * Checks that a sign-out can clear the cookie that a token was issued in. The browser does not send a cookie to `signout` whose path is
 * that of another part of the site. Once the configured path is another one, nothing clears it.
 */
export function isCookieClearable({ settings, cookieOptions }: Context, token: JWT): boolean {
  const claim = token[cookieScopeClaim]
  if (claim === undefined) return true
  const { path = '/' } = readCookieScope(token) ?? {}
  return isPathCovering(path, settings.basePath) || path === cookieOptions.sessionToken.options.path
}

/** Checks that browsers send a cookie with this path to the actions. RFC 6265 section 5.1.4. */
export function isPathCovering(path: string, basePath: string): boolean {
  return `${basePath}/`.startsWith(path.endsWith('/') ? path : `${path}/`)
}
