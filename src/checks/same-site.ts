import type { Context } from '../types/context.js'

/**
 * Did a page of this site send the request? `Sec-Fetch-Site` decides where the browser sends it, else `Origin`; a
 * request with neither comes from no browser and is left to the token.
 */
export function isSameSite({ call, origin, settings }: Context): boolean {
  const { headers } = call.request
  const from = headers.get('origin')
  if (from !== null && from !== 'null' && settings.trustedOrigins.has(from)) return true
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site !== 'cross-site'
  return from === null || from === origin
}
