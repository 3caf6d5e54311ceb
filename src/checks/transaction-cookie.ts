import * as platform from '#crypto'
import { encode } from '../crypto/jwt.js'
import { openSealedClaims } from '../crypto/sealed-claims.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes, CookieOption } from '../types/cookies.js'

/** Seconds until a transaction expires. */
export const transactionMaxAge = 900
/**
 * Maximum number of cookies that are decrypted to find the oldest, or cleared. A browser never has more valid ones. Clearing any number
 * would let another host of the domain fill the response headers.
 */
const maxDecoded = 10
/** Suffixes that are not longer than that of `getCookieName`. */
const suffixPattern = /^\.[\w-]{1,8}$/
/** Maximum total length of the cookies of one kind, in characters. */
const maxTotalLength = 3_000

/** The cookies of one kind of transaction. A browser can have several, one for each tab with a pending transaction. */
export interface TransactionCookieOptions {
  /** Their common name prefix and attributes. */
  readonly cookie: CookieOption
  /** Maximum number per browser. The oldest is dropped. */
  readonly maxCookies: number
}

/** A transaction to save. */
export interface NewTransaction {
  /** The value that is sent out and comes back. The cookie name derives from it. */
  readonly key: string
  readonly claims: object
  /** Override those of {@link TransactionCookieOptions.cookie}. */
  readonly attributes?: CookieAttributes
}

/**
 * Saves a transaction in its own encrypted cookie, so that tabs do not overwrite each other.
 *
 * @returns the name of the cookie
 */
export async function saveTransaction(
  ctx: Context,
  cookieOptions: TransactionCookieOptions,
  { key, claims, attributes }: NewTransaction,
): Promise<string> {
  const { name, options } = cookieOptions.cookie
  const encodeParams = {
    token: { ...claims, startedAt: Date.now() },
    secret: ctx.settings.secrets,
    salt: name,
    maxAge: transactionMaxAge,
  }
  const value = await encode(encodeParams)
  await evictOldest(ctx, cookieOptions, value.length)
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  const cookieName = await getCookieName(name, key)
  ctx.jar.set(cookieName, value, { ...options, expires, ...attributes })
  return cookieName
}

/** Returns the transaction of a key, which can be used again, or null. */
export async function readTransactionByKey(
  ctx: Context,
  { cookie }: TransactionCookieOptions,
  key: string,
): Promise<StoredTransaction | null> {
  const name = await getCookieName(cookie.name, key)
  return ctx.jar.get(name) === undefined ? null : readTransaction(ctx, cookie, name)
}

/** Consumes the transaction of a key. It can be used once, whatever the result. */
export async function consumeTransaction(
  ctx: Context,
  { cookie }: TransactionCookieOptions,
  key: string,
): Promise<StoredTransaction | null> {
  const name = await getCookieName(cookie.name, key)
  if (ctx.jar.get(name) === undefined) return null
  ctx.jar.clear(name, cookie.options)
  return readTransaction(ctx, cookie, name)
}

/**
 * Returns the cookie name with the first 48 bits of a digest. They distinguish a few keys and do not reveal
 * the key.
 */
async function getCookieName(name: string, key: string): Promise<string> {
  return `${name}.${platform.toBase64url(await platform.hashSha256(key)).slice(0, 8)}`
}

/** A transaction that was read from its cookie. */
export interface StoredTransaction {
  readonly name: string
  /** The encrypted value. */
  readonly value: string
  readonly claims: Record<string, unknown>
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

async function readTransaction(
  ctx: Context,
  cookie: CookieOption,
  name: string,
): Promise<StoredTransaction | null> {
  const value = ctx.jar.get(name) ?? ''
  const claims = await openSealedClaims(value, ctx.settings.secrets, cookie.name)
  if (typeof claims?.startedAt !== 'number') return null
  return { name, value, claims, startedAt: claims.startedAt }
}

/** Clears expired cookies, and then the oldest, until a new one fits. */
async function evictOldest(
  ctx: Context,
  { cookie, maxCookies }: TransactionCookieOptions,
  size: number,
): Promise<void> {
  const sentNames = ctx.jar
    .listNames()
    .filter(name => name.startsWith(cookie.name) && suffixPattern.test(name.slice(cookie.name.length)))
    .slice(0, maxDecoded)
  const transactions = await Promise.all(sentNames.map(name => readTransaction(ctx, cookie, name)))
  // Browsers send older cookies first, which orders those of the same millisecond.
  const newestFirst = transactions
    .filter(stored => stored !== null)
    .reverse()
    .sort((a, b) => b.startedAt - a.startedAt)
  let remaining = maxTotalLength - size
  const retained = newestFirst.slice(0, maxCookies - 1).filter(({ value }) => {
    remaining -= value.length
    return remaining >= 0
  })
  const retainedNames = new Set(retained.map(({ name }) => name))
  for (const name of sentNames) if (!retainedNames.has(name)) ctx.jar.clear(name, cookie.options)
}
