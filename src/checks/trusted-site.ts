import type { Context } from '../types/context.js'

/**
 * Checks that a page of the same site sent the request. `Sec-Fetch-Site` decides if the browser sends it,
 * else `Origin`. A request without both headers does not come from a browser, so only its CSRF token counts.
 */
export function isFromTrustedSite(ctx: Context): boolean {
  return isFromTrustedPage(ctx, fetchSite => fetchSite !== 'cross-site')
}

/**
 * Checks that a page of the same origin sent the request, for requests without a CSRF token. Other hosts of a
 * site can be blogs or uploads of users.
 */
export function isFromTrustedOrigin(ctx: Context): boolean {
  return isFromTrustedPage(ctx, fetchSite => fetchSite === 'same-origin' || fetchSite === 'none')
}

function isFromTrustedPage(
  { request, origin, settings }: Context,
  isAllowedFetchSite: (fetchSite: string) => boolean,
): boolean {
  const { head } = request
  const originHeader = head.getHeader('origin') ?? null
  if (originHeader !== null && originHeader !== 'null' && settings.trustedOrigins.has(originHeader))
    return true
  const fetchSite = head.getHeader('sec-fetch-site') ?? null
  if (fetchSite !== null) return isAllowedFetchSite(fetchSite)
  return originHeader === null || originHeader === origin
}
