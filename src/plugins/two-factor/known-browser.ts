/**
 * Browsers in which a user passed the second factor before. It is no authentication: wrong codes of others, who know the password, do not turn the
 * app off in them.
 *
 * @module
 */
import { hashSha256Hex } from '#crypto'
import type { PluginContext } from '../../plugins.js'

const purpose = 'known-browser'
/** Half a year, in seconds. Each code renews it. */
const maxAge = 15_552_000

/** Marks this browser, after the user passed the second factor in it. */
export async function markKnownBrowser(ctx: PluginContext, userId: string): Promise<void> {
  ctx.cookies.set(await getCookieName(userId), await ctx.seal(purpose, { userId }, maxAge), { maxAge })
}

/** Returns whether the user passed the second factor in this browser before. */
export async function isKnownBrowser(ctx: PluginContext, userId: string): Promise<boolean> {
  const sealed = ctx.cookies.get(await getCookieName(userId))
  const claims = sealed === undefined ? null : await ctx.unseal(purpose, sealed)
  return claims?.userId === userId
}

/** Several users of one browser have a cookie each. The name does not contain the id of the user. */
async function getCookieName(userId: string): Promise<string> {
  return `known-${(await hashSha256Hex(userId)).slice(0, 12)}`
}
