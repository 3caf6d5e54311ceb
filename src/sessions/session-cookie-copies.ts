/**
 * The copies of the session cookie that a browser may have. Loaded at the first sign-in or sign-out.
 *
 * @module
 */
import { securePrefix } from '../config/cookie-options.js'
import type { Context } from '../types/context.js'
import type { CookieOption, SetCookie } from '../types/cookies.js'
import { clearSessionCookie, getLegacyCookieName, listSentNames } from './session-cookie.js'
import { type CookieScope, isPathCovering, serializeCookieScope } from './session-token.js'

/** Maximum number of cookies that are cleared beside the current ones. Many proxies reject more than 4,096 bytes of response headers. */
const maxCleared = 24

/** A value of the session cookie that the browser sent: where it is stored, or null if that is unknown. */
export type SentCookieScope = CookieScope | null

/**
 * Clears every copy of the session cookie that the browser may still send: also those from before the `domain`, `path`, `partitioned` or the
 * prefix of the name changed. Otherwise an older copy signs the user in again.
 *
 * @param sentScopes one for each valid session token of the request
 * @returns whether the browser may keep a copy
 */
export function clearEverySessionCookie(ctx: Context, sentScopes: readonly SentCookieScope[]): boolean {
  const { options } = ctx.cookieOptions.sessionToken
  const current = serializeCookieScope(options)
  const isCurrentSent = sentScopes.some(scope => !scope || serializeCookieScope(scope) === current)
  // Some frameworks only keep the last cookie of a name. That must be one that the browser has.
  if (!isCurrentSent && sentScopes.length > 0) clearSessionCookie(ctx)
  const copies = listOtherCopies(ctx, sentScopes)
  for (const { name, options } of copies) ctx.jar.clear(name, options)
  clearSessionCookie(ctx)
  clearUnsentCookie(ctx)
  // A call from server code has no CSRF token. The cookie functions of some frameworks keep one cookie of a name.
  return copies.length === maxCleared || (ctx.csrf === null && copies.length > 0)
}

/** Lists the copies of the session cookie that are not replaced when it is set. Those in an unknown scope may not exist. */
export function listOtherCopies(
  ctx: Context,
  sentScopes: readonly SentCookieScope[],
): readonly Omit<SetCookie, 'value'>[] {
  const { jar, cookieOptions } = ctx
  const { name, options } = cookieOptions.sessionToken
  const sentOtherNames = listOtherNames(ctx).flatMap(other => listSentNames(jar, other))
  const sentNames = listSentNames(jar, name)
  // Most browsers sign in with none.
  if (sentOtherNames.length === 0 && sentNames.length === 0) return []
  const current = serializeCookieScope(options)
  const possibleScopes = listPossibleScopes(ctx)
  const scopes = [
    ...(sentScopes.includes(null) ? possibleScopes : []),
    ...sentScopes.filter(scope => scope !== null),
  ].filter(scope => serializeCookieScope(scope) !== current)
  const copies = [...listCopies(ctx, sentOtherNames, possibleScopes), ...listCopies(ctx, sentNames, scopes)]
  return copies.slice(0, maxCleared)
}

function listCopies(
  { cookieOptions }: Context,
  sent: readonly string[],
  scopes: readonly CookieScope[],
): Omit<SetCookie, 'value'>[] {
  const { secure, sameSite, httpOnly } = cookieOptions.sessionToken.options
  return scopes.flatMap(scope =>
    sent
      .filter(name => isAllowedScope(name, scope))
      .map(name => {
        const needsSecure = secure || scope.partitioned || securePrefix.test(name)
        return { name, options: { ...scope, httpOnly, sameSite, secure: needsSecure } }
      }),
  )
}

/** Browsers have no `__Host-` cookie with another scope. */
function isAllowedScope(name: string, { domain, path }: CookieScope): boolean {
  return !/^__Host-/i.test(name) || (domain === undefined && path === '/')
}

/** Returns the names that the session cookie had before its prefix changed, and that of NextAuth 4. */
function listOtherNames(ctx: Context): string[] {
  const { name } = ctx.cookieOptions.sessionToken
  const bareName = name.replace(securePrefix, '')
  const names = ['__Secure-', '__Host-', ''].map(prefix => prefix + bareName)
  const legacyName = getLegacyCookieName(ctx)
  return [...new Set([...names, ...(legacyName === null ? [] : [legacyName])])].filter(one => one !== name)
}

/** Lists the names under which the browser may have a session: the current one, and those from before. */
export function listSessionCookieNames(ctx: Context): readonly string[] {
  return [ctx.cookieOptions.sessionToken.name, ...listOtherNames(ctx)]
}

/** Clears a cookie that the browser does not send to `signout`, because its path is that of another part of the site. */
function clearUnsentCookie({ jar, settings, cookieOptions }: Context): void {
  const { name, options }: CookieOption = cookieOptions.sessionToken
  if (isPathCovering(options.path ?? '/', settings.basePath)) return
  for (const cookie of [name, `${name}.0`]) jar.clear(cookie, options)
}

/** Lists the scopes in which a browser can have a cookie that it sends to this request. The likely ones come first. */
export function listPossibleScopes({ origin, settings, cookieOptions }: Context): readonly CookieScope[] {
  const { options } = cookieOptions.sessionToken
  const domains = new Set([undefined, options.domain, ...listParentDomains(new URL(origin).hostname)])
  const paths = new Set(['/', options.path, ...listParentPaths(settings.basePath)])
  // Browsers reject `Partitioned` without `Secure`.
  const partitions = origin.startsWith('https:') ? [undefined, true] : [undefined]
  return [...domains]
    .flatMap(domain => [...paths].map(path => ({ domain, path })))
    .flatMap(place => partitions.map(partitioned => ({ ...place, partitioned })))
    .sort((one, other) => countAttributes(one) - countAttributes(other))
}

function countAttributes({ domain, path, partitioned }: CookieScope): number {
  return Number(domain !== undefined) + Number(path !== '/') + Number(partitioned === true)
}

/** A host can set cookies for itself and its parent domains, but not for a top-level domain. An IP address has no parents. */
function listParentDomains(host: string): string[] {
  const labels = host.split('.')
  if (labels.length < 2 || /^[\d.]+$/.test(host)) return []
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join('.'))
    .reverse()
    .slice(0, maxParentDomains)
}

const maxParentDomains = 4

function listParentPaths(basePath: string): string[] {
  const segments = basePath.split('/').slice(1)
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
}
