import type { Context } from '../types/context.js'

/**
 * Checks that a page of the same site sent the request. `Sec-Fetch-Site` decides if the browser sends it,
 * else `Origin`. A request without both headers does not come from a browser, so only its CSRF token counts.
 */
export function isFromTrustedSite({ request, origin, settings }: Context): boolean {
  const { head } = request
  const originHeader = head.getHeader('origin') ?? null
  if (originHeader !== null && originHeader !== 'null' && settings.trustedOrigins.has(originHeader))
    return true
  const fetchSite = head.getHeader('sec-fetch-site') ?? null
  if (fetchSite !== null) return fetchSite !== 'cross-site'
  return originHeader === null || originHeader === origin
}
