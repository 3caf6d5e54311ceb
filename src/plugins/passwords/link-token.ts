/**
 * The tokens of links. The page that a link opens moves the token from the URL to a cookie: browsers send URLs as `Referer`, and keep them in their
 * history. `Referrer-Policy: no-referrer` would not do: forms of such a page have the `Origin` "null" (Fetch Standard, "append a request `Origin` header"),
 * which a browser without `Sec-Fetch-Site` cannot be trusted with.
 *
 * @module
 */
import type { PluginContext } from '../../plugins.js'
import { buildPageUrl } from './pages.js'

/** The pages of links. */
export type LinkPath = 'verify' | 'reset' | 'confirm-email'

/** How long the page can be opened again, in seconds. */
const cookieMaxAge = 3600

/** Moves the token of a link from the URL to a cookie. @returns the URL of the page without it */
export async function moveTokenToCookie(ctx: PluginContext, path: LinkPath, token: string): Promise<string> {
  const name = getCookieName(path)
  ctx.cookies.set(name, await ctx.seal(name, { token }, cookieMaxAge), { maxAge: cookieMaxAge })
  return buildPageUrl(ctx, path)
}

/** Returns the token of the URL, or of the cookie. The empty text is the token of no link. */
export async function findLinkToken(
  ctx: PluginContext,
  path: LinkPath,
  token: string | undefined,
): Promise<string> {
  if (token !== undefined) return token
  const name = getCookieName(path)
  const cookie = ctx.cookies.get(name)
  const claims = cookie === undefined ? null : await ctx.unseal(name, cookie)
  return typeof claims?.token === 'string' ? claims.token : ''
}

/** Deletes the cookie of a link that was used. */
export function clearLinkCookie(ctx: PluginContext, path: LinkPath): void {
  if (ctx.cookies.get(getCookieName(path)) !== undefined) ctx.cookies.clear(getCookieName(path))
}

function getCookieName(path: LinkPath): string {
  return `link-${path}`
}
