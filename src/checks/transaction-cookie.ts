import * as platform from '#crypto'
import { encode } from '../crypto/jwt.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes, CookieOption } from '../types/cookies.js'
import { readSealedCookie } from './sealed-cookie.js'

/** Seconds that a visitor has to come back. */
export const transactionMaxAge = 900
/** Cookies that are opened to see which are the oldest; nobody has more who began with us. */
const maxDecoded = 20
/** Characters of all cookies of a kind together. */
const maxTotalLength = 3_000

/** Cookies of one kind, of which a browser may have several: one for each tab that is under way. */
export interface TransactionKind {
  /** Their common name and attributes. */
  readonly cookie: CookieOption
  /** How many one browser may have; the oldest gives way. */
  readonly maxCookies: number
}

/** What one of them holds. */
export interface Transaction {
  /** What is sent along and comes back: the cookie is found by it. */
  readonly key: string
  readonly claims: object
  /** Replace those of the kind. */
  readonly attributes?: CookieAttributes
}

/** Puts something into a cookie of its own, sealed, so that tabs don't overwrite each other. */
export async function saveTransaction(
  ctx: Context,
  kind: TransactionKind,
  { key, claims, attributes }: Transaction,
): Promise<void> {
  const { name, options } = kind.cookie
  const encodeParams = {
    token: { ...claims, begunAt: Date.now() },
    secret: ctx.settings.secrets,
    salt: name,
    maxAge: transactionMaxAge,
  }
  const value = await encode(encodeParams)
  await evictOldest(ctx, kind, value.length)
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  ctx.jar.set(await getCookieName(name, key), value, { ...options, expires, ...attributes })
}

/** Takes what belongs to a key out of the jar: it is used once, whatever becomes of it. */
export async function consumeTransaction(
  ctx: Context,
  { cookie }: TransactionKind,
  key: string,
): Promise<Record<string, unknown> | null> {
  const name = await getCookieName(cookie.name, key)
  if (ctx.jar.get(name) === undefined) return null
  ctx.jar.clear(name, cookie.options)
  const stored = await readTransaction(ctx, cookie, name)
  return stored?.claims ?? null
}

/** The first 48 bits of a digest: enough to tell a few apart, and nothing of the key itself. */
async function getCookieName(name: string, key: string): Promise<string> {
  return `${name}.${platform.toBase64url(await platform.hashSha256(key)).slice(0, 8)}`
}

interface StoredTransaction {
  readonly name: string
  readonly value: string
  readonly claims: Record<string, unknown>
  /** Milliseconds since the epoch. */
  readonly begunAt: number
}

async function readTransaction(
  ctx: Context,
  cookie: CookieOption,
  name: string,
): Promise<StoredTransaction | null> {
  const claims = await readSealedCookie(ctx, name, cookie.name)
  if (typeof claims?.begunAt !== 'number') return null
  return { name, value: ctx.jar.get(name) ?? '', claims, begunAt: claims.begunAt }
}

/** Drops what is over, and then the oldest, until a new one fits. */
async function evictOldest(
  ctx: Context,
  { cookie, maxCookies }: TransactionKind,
  size: number,
): Promise<void> {
  const sentNames = ctx.jar.listNames().filter(name => name.startsWith(`${cookie.name}.`))
  const transactions = await Promise.all(
    sentNames.slice(0, maxDecoded).map(name => readTransaction(ctx, cookie, name)),
  )
  // Browsers send older cookies first, which decides between those of the same millisecond.
  const newestFirst = transactions
    .filter(stored => stored !== null)
    .reverse()
    .sort((a, b) => b.begunAt - a.begunAt)
  let remaining = maxTotalLength - size
  const retained = newestFirst.slice(0, maxCookies - 1).filter(({ value }) => {
    remaining -= value.length
    return remaining >= 0
  })
  const retainedNames = new Set(retained.map(({ name }) => name))
  for (const name of sentNames) if (!retainedNames.has(name)) ctx.jar.clear(name, cookie.options)
}
