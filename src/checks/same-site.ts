import type { Context } from '../types/context.js'

/**
 * Did a page of this site send the request? `Sec-Fetch-Site` decides where the browser sends it, else `Origin`; a
 * request with neither comes from no browser and is left to the token.
 */
export function isSameSite({ request, origin, settings }: Context): boolean {
  const { headers } = request.head
  const originHeader = headers.get('origin')
  if (originHeader !== null && originHeader !== 'null' && settings.trustedOrigins.has(originHeader))
    return true
  const fetchSite = headers.get('sec-fetch-site')
  if (fetchSite !== null) return fetchSite !== 'cross-site'
  return originHeader === null || originHeader === origin
}
