import { parseUrl } from '../base/parse.js'
import type { Context } from '../types/context.js'

/**
 * Checks that a page of the same site sent the request. `Sec-Fetch-Site` decides if the browser sends it,
 * else `Origin`. A request without both headers does not come from a browser, so only its CSRF token counts.
 */
export function isFromTrustedSite(ctx: Context): boolean {
  return isFromTrustedPage(ctx, getOriginHeader(ctx), fetchSite => fetchSite !== 'cross-site')
}

/** Checks that a page of the same site, or no page, has the link that was followed. A link has no `Origin`: `Referer` names the page. */
export function isLinkFromTrustedSite(ctx: Context): boolean {
  return isFromTrustedPage(ctx, getPageOrigin(ctx), fetchSite => fetchSite !== 'cross-site')
}

/**
 * Checks that a page of the same origin sent the request, or that the user typed its URL, for requests without a CSRF token. Other
 * hosts of a site can be blogs or uploads of users. A link has no `Origin`: `Referer` then names the page.
 */
export function isFromTrustedOrigin(ctx: Context): boolean {
  const isAllowed = (fetchSite: string) => fetchSite === 'same-origin' || fetchSite === 'none'
  return isFromTrustedPage(ctx, getPageOrigin(ctx), isAllowed)
}

function isFromTrustedPage(
  { request, origin, settings }: Context,
  pageOrigin: string | null,
  isAllowedFetchSite: (fetchSite: string) => boolean,
): boolean {
  if (pageOrigin !== null && pageOrigin !== 'null' && settings.trustedOrigins.has(pageOrigin)) return true
  const fetchSite = request.head.getHeader('sec-fetch-site') ?? null
  if (fetchSite !== null) return isAllowedFetchSite(fetchSite)
  return pageOrigin === null || pageOrigin === origin
}

function getPageOrigin(ctx: Context): string | null {
  return getOriginHeader(ctx) ?? getRefererOrigin(ctx)
}

function getOriginHeader({ request }: Context): string | null {
  return request.head.getHeader('origin') ?? null
}

/** Returns the origin of the page with the link, `null` as text if it has none, or null if the browser does not name the page. */
function getRefererOrigin({ request }: Context): string | null {
  const referer = request.head.getHeader('referer')
  return referer ? (parseUrl(referer)?.origin ?? 'null') : null
}
