/**
 * Two kinds of cookies that a user has in a browser. Neither is an authentication: the session has no method for them, and step-up ignores them.
 * Several users of one browser have a cookie each, whose name does not contain the id of the user.
 *
 * @module
 */
import { hashSha256Hex } from '#crypto'
import type { PluginContext } from '../types/plugin.js'
import { generateToken } from './one-time-tokens.js'
import { requireRecords } from './user-records.js'

/** Marks of browsers in which a user did something, such as a sign-in. */
export interface BrowserMark {
  /** Marks this browser, or renews the mark. */
  set(ctx: PluginContext, userId: string): Promise<void>
  /** Returns whether the user has the mark in this browser. */
  has(ctx: PluginContext, userId: string): Promise<boolean>
}

/**
 * Declares a mark, for instance to notify a user of a sign-in in a new browser. It is a sealed cookie, and no record.
 *
 * @param name the beginning of the names of the cookies
 * @param maxAge seconds until the mark expires
 *
 * @example
 * ```ts
 * import { defineBrowserMark, type PluginContext, type User } from 'latchkey/plugins'
 *
 * const used = defineBrowserMark('used', 15_552_000)
 *
 * export async function notifyOfNewBrowser(ctx: PluginContext, user: User & { id: string }): Promise<void> {
 *   if (!(await used.has(ctx, user.id)))
 *     await ctx.notifyUser(user, { subject: 'New browser', text: 'You signed in in a new browser.' })
 *   await used.set(ctx, user.id)
 * }
 * ```
 */
export function defineBrowserMark(name: string, maxAge: number): BrowserMark {
  const purpose = `${name}-browser`
  return {
    async set(ctx, userId) {
      const sealed = await ctx.seal(purpose, { userId }, maxAge)
      ctx.cookies.set(await getCookieName(name, userId), sealed, { maxAge })
    },
    async has(ctx, userId) {
      const sealed = ctx.cookies.get(await getCookieName(name, userId))
      const claims = sealed === undefined ? null : await ctx.unseal(purpose, sealed)
      return claims?.userId === userId
    },
  }
}

/** Browsers that a user chose to be remembered in, for instance to skip a second factor there. */
export interface RememberedBrowsers {
  /** Remembers this browser for `maxAge` seconds. */
  remember(ctx: PluginContext, userId: string, maxAge: number): Promise<void>
  /**
   * Returns whether this browser is remembered. Its token can be used once, and is replaced by another one with the same expiry. Of several
   * concurrent requests with one token, one is remembered.
   */
  consume(ctx: PluginContext, userId: string): Promise<boolean>
  /** Returns the number of browsers of a user. */
  count(ctx: PluginContext, userId: string): Promise<number>
  /** Ends all remembered browsers of a user. */
  end(ctx: PluginContext, userId: string): Promise<void>
}

/**
 * Declares remembered browsers. Each has a token in a sealed cookie, and its SHA-256 digest in a record.
 *
 * @param name the beginning of the names of the cookies
 * @param kind the kind of the records, for `recordsOfSessions` and `recordsOfUsers` of the plugin
 */
export function defineRememberedBrowsers(name: string, kind: string): RememberedBrowsers {
  const requireBrowsers = (ctx: PluginContext) => requireRecords(ctx, 'remembered browsers')
  const save = async (ctx: PluginContext, userId: string, expires: Date) => {
    const token = generateToken()
    const records = await requireBrowsers(ctx)
    await records.putRecord({ kind, id: await hashSha256Hex(token), userId, value: {}, expires })
    const maxAge = Math.floor((expires.getTime() - Date.now()) / 1000)
    // Sealed, so that the cookie of one tenant is not valid in another with the same record store.
    const sealed = await ctx.seal(name, { token }, maxAge)
    ctx.cookies.set(await getCookieName(name, userId), sealed, { maxAge })
  }
  return {
    remember: (ctx, userId, maxAge) => save(ctx, userId, new Date(Date.now() + maxAge * 1000)),
    async consume(ctx, userId) {
      const cookie = ctx.cookies.get(await getCookieName(name, userId))
      const { token } = (cookie && (await ctx.unseal(name, cookie))) || {}
      if (typeof token !== 'string') return false
      const records = await requireBrowsers(ctx)
      const id = await hashSha256Hex(token)
      const record = await records.getRecord(kind, id)
      if (record?.userId !== userId || !record.expires) return false
      if (!(await records.deleteRecord(kind, id, { ifVersion: record.version }))) return false
      await save(ctx, userId, record.expires)
      return true
    },
    count: async (ctx, userId) => (await (await requireBrowsers(ctx)).listRecords({ kind, userId })).length,
    end: async (ctx, userId) => void (await (await requireBrowsers(ctx)).deleteRecordsByUserId(userId, kind)),
  }
}

async function getCookieName(name: string, userId: string): Promise<string> {
  return `${name}-${(await hashSha256Hex(userId)).slice(0, 12)}`
}
