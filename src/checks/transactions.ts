/**
 * What a browser keeps of its sign-ins in sealed cookies: those that are pending, and those that it finished.
 *
 * @module
 */

import * as platform from '#crypto'
import { chain, joinAll } from '../base/cache.js'
import { isRecord } from '../base/parse.js'
import { encodeToken, openSealedClaims } from '../crypto/jwt.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes, CookieOption } from '../types/cookies.js'
import { requirableLevels, type StepUp } from '../types/evidence.js'
import { isFromTrustedSite } from './csrf.js'

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

/** The cookies of one kind of transaction. A browser can have several, one for each tab with an open transaction. */
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
export function saveTransaction(
  ctx: Context,
  cookieOptions: TransactionCookieOptions,
  transaction: NewTransaction,
): Awaitable<string> {
  const encodeParams = {
    token: { ...transaction.claims, startedAt: Date.now() },
    secret: ctx.settings.secrets,
    salt: cookieOptions.cookie.name,
    maxAge: transactionMaxAge,
  }
  return chain(encodeToken(encodeParams), value =>
    chain(evictOldest(ctx, cookieOptions, value.length), () =>
      setTransactionCookie(ctx, cookieOptions, { ...transaction, value }),
    ),
  )
}

function setTransactionCookie(
  { jar }: Context,
  { cookie: { name, options } }: TransactionCookieOptions,
  { key, value, attributes }: NewTransaction & { readonly value: string },
): Awaitable<string> {
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  return chain(getCookieName(name, key), cookieName => {
    jar.set(cookieName, value, { ...options, expires, ...attributes })
    return cookieName
  })
}

/** Returns the transaction of a key, which can be used again, or null. */
export function readTransactionByKey(
  ctx: Context,
  { cookie }: TransactionCookieOptions,
  key: string,
): Awaitable<StoredTransaction | null> {
  return chain(getCookieName(cookie.name, key), name =>
    ctx.jar.get(name) === undefined ? null : readTransaction(ctx, cookie, name),
  )
}

/** Consumes the transaction of a key. It can be used once, whatever the result. */
export function consumeTransaction(
  ctx: Context,
  { cookie }: TransactionCookieOptions,
  key: string,
): Awaitable<StoredTransaction | null> {
  return chain(getCookieName(cookie.name, key), name => {
    if (ctx.jar.get(name) === undefined) return null
    ctx.jar.clear(name, cookie.options)
    return readTransaction(ctx, cookie, name)
  })
}

/**
 * Returns the cookie name with the first 48 bits of a digest. They distinguish a few keys and do not reveal
 * the key.
 */
function getCookieName(name: string, key: string): Awaitable<string> {
  return chain(platform.hashSha256(key), digest => `${name}.${platform.toBase64url(digest).slice(0, 8)}`)
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

function readTransaction(
  ctx: Context,
  cookie: CookieOption,
  name: string,
): Awaitable<StoredTransaction | null> {
  const value = ctx.jar.get(name) ?? ''
  return chain(openSealedClaims(value, ctx.settings.secrets, cookie.name), claims =>
    typeof claims?.startedAt === 'number' ? { name, value, claims, startedAt: claims.startedAt } : null,
  )
}

/** Clears expired cookies, and then the oldest, until a new one fits. */
function evictOldest(
  ctx: Context,
  { cookie, maxCookies }: TransactionCookieOptions,
  size: number,
): Awaitable<void> {
  const sentNames = ctx.jar
    .listNames()
    .filter(name => name.startsWith(cookie.name) && suffixPattern.test(name.slice(cookie.name.length)))
    .slice(0, maxDecoded)
  return chain(joinAll(sentNames.map(name => readTransaction(ctx, cookie, name))), transactions => {
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
  })
}

/** Maximum number of concurrent OAuth transactions in one browser. */
const maxTransactions = 4
/**
 * Maximum size of a `callbackUrl` in a transaction, in bytes of JSON. A larger one is only in the callback URL
 * cookie.
 */
const maxCallbackUrlBytes = 500

/** The state of an OAuth flow until the callback. A value that was not sent is null. */
export interface OAuthTransaction {
  /** The id of the provider that can finish the flow. */
  readonly provider: string
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
  readonly callbackUrl: string | null
  /** The step-up that the flow is for, and when it started, in seconds since the epoch. */
  readonly stepUp: StartedStepUp | null
}

/** A step-up at a provider. */
export interface StartedStepUp extends StepUp {
  readonly startedAt: number
}

/** A transaction whose callback was received. */
export interface ConsumedOAuthTransaction extends OAuthTransaction {
  /** The encrypted cookie that contained the transaction. Null without checks, and for a transaction of Auth.js. */
  readonly cookieValue: string | null
}

/** A transaction at its start. It has a `state`, which names its cookie. */
export type NewOAuthTransaction = OAuthTransaction & { readonly state: string }

function getTransactionCookieOptions({ cookieOptions }: Context): TransactionCookieOptions {
  return { cookie: cookieOptions.state, maxCookies: maxTransactions }
}

/**
 * Saves a transaction in its own cookie.
 *
 * @param attributes override those of the cookie; a cross-site POST callback only includes `SameSite=None`
 *   cookies
 */
export function saveOAuthTransaction(
  ctx: Context,
  transaction: NewOAuthTransaction,
  attributes: CookieAttributes = {},
): Awaitable<string> {
  const { length } = new TextEncoder().encode(JSON.stringify(transaction.callbackUrl))
  const callbackUrl = length > maxCallbackUrlBytes ? null : transaction.callbackUrl
  return saveTransaction(ctx, getTransactionCookieOptions(ctx), {
    key: transaction.state,
    claims: { ...transaction, callbackUrl },
    attributes,
  })
}

/** Consumes the transaction of a `state`. It can be used once, whatever the result. */
export function consumeOAuthTransaction(
  ctx: Context,
  state: string,
): Awaitable<ConsumedOAuthTransaction | null> {
  return chain(consumeTransaction(ctx, getTransactionCookieOptions(ctx), state), stored => {
    const transaction = stored && parseOAuthTransaction(stored.claims)
    if (!transaction || !platform.isTimingSafeEqual(transaction.state, state)) return null
    return { ...transaction, cookieValue: stored.value }
  })
}

function parseOAuthTransaction(claims: Record<string, unknown>): NewOAuthTransaction | null {
  const { provider, state, verifier, nonce, callbackUrl, stepUp } = claims
  if (typeof provider !== 'string' || typeof state !== 'string') return null
  return {
    provider,
    state,
    verifier: toStringOrNull(verifier),
    nonce: toStringOrNull(nonce),
    callbackUrl: toStringOrNull(callbackUrl),
    stepUp: parseStartedStepUp(stepUp),
  }
}

function parseStartedStepUp(claims: unknown): StartedStepUp | null {
  const stepUp = parseStepUp(claims)
  return stepUp && isRecord(claims) ? { ...stepUp, startedAt: Number(claims.startedAt) } : null
}

function toStringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Parses the step-up of encrypted claims. */
export function parseStepUp(claims: unknown): StepUp | null {
  if (!isRecord(claims) || typeof claims.userId !== 'string') return null
  const { userId, acr, maxAge } = claims
  const level = requirableLevels.find(value => value === acr)
  return { userId, ...(level && { acr: level }), ...(typeof maxAge === 'number' && { maxAge }) }
}

/** Maximum number of sign-ins that a browser remembers. The oldest is dropped. */
const maxFinished = 3
/** Maximum total length of the URLs, in bytes of JSON. A longer one leads to the start page. */
const maxUrlBytes = 500
/** Seconds: the default lifetime of a magic link. */
const finishedMaxAge = 86_400

/** A sign-in that this browser finished. */
interface FinishedSignIn {
  /** The digest of the callback. */
  readonly key: string
  /** The page that the sign-in was meant for. */
  readonly url: string
}

/** The callback of a sign-in. */
export interface CallbackIdentity {
  /** The id of the provider. */
  readonly provider: string
  /** The value of the callback that no other flow has, such as `state`. */
  readonly flowKey: string
}

/**
 * Remembers that this browser finished a sign-in, in a sealed cookie. Visitors open a callback again with the Back button or by a reload,
 * and nothing in the callback is valid by then.
 */
export function saveFinishedSignIn(ctx: Context, callback: CallbackIdentity, url: string): Awaitable<void> {
  return chain(hashCallback(callback), key =>
    chain(readFinishedSignIns(ctx), earlier => {
      const finished = [{ key, url: isShort([url]) ? url : ctx.origin }, ...earlier].slice(0, maxFinished)
      while (!isShort(finished.map(signIn => signIn.url))) finished.pop()
      return setFinishedSignIns(ctx, finished)
    }),
  )
}

function setFinishedSignIns(ctx: Context, finished: readonly FinishedSignIn[]): Awaitable<void> {
  const { name, options } = getCookieOption(ctx)
  const [token, secret] = [{ finished }, ctx.settings.secrets]
  return chain(encodeToken({ token, secret, salt: name, maxAge: finishedMaxAge }), value => {
    // A provider that sends its callback by POST sends it again, from its own site.
    const isCrossSitePost = ctx.request.method === 'POST' && !isFromTrustedSite(ctx)
    const attributes = isCrossSitePost ? ({ sameSite: 'none', secure: true } as const) : {}
    ctx.jar.set(name, value, { ...options, maxAge: finishedMaxAge, ...attributes })
  })
}

/** Returns the page to which a sign-in led that this browser finished. Null if it did not finish that sign-in. */
export function findFinishedSignIn(ctx: Context, callback: CallbackIdentity): Awaitable<string | null> {
  if (ctx.jar.get(getCookieOption(ctx).name) === undefined) return null
  return chain(hashCallback(callback), key =>
    chain(readFinishedSignIns(ctx), finished => finished.find(signIn => signIn.key === key)?.url ?? null),
  )
}

function readFinishedSignIns(ctx: Context): Awaitable<readonly FinishedSignIn[]> {
  const { name } = getCookieOption(ctx)
  return chain(openSealedClaims(ctx.jar.get(name), ctx.settings.secrets, name), claims => {
    const values: readonly unknown[] = Array.isArray(claims?.finished) ? claims.finished : []
    return values.filter(isFinishedSignIn)
  })
}

function isFinishedSignIn(value: unknown): value is FinishedSignIn {
  return isRecord(value) && typeof value.key === 'string' && typeof value.url === 'string'
}

/** Returns the first 132 bits of a digest, which distinguish a few callbacks and reveal nothing about them. */
function hashCallback({ provider, flowKey }: CallbackIdentity): Awaitable<string> {
  return chain(platform.hashSha256(JSON.stringify([provider, flowKey])), digest =>
    platform.toBase64url(digest).slice(0, 22),
  )
}

function isShort(urls: readonly string[]): boolean {
  return new TextEncoder().encode(JSON.stringify(urls)).length <= maxUrlBytes
}

/** The name and attributes derive from the cookie of the callback URL, which has the same content. Only callbacks need the cookie. */
function getCookieOption({ cookieOptions, settings }: Context): CookieOption {
  const { name, options } = cookieOptions.callbackUrl
  // Browsers reject a `__Host-` cookie with another path.
  const path = /^__Host-/i.test(name) ? '/' : `${settings.publicBasePath}/callback`
  return { name: `${name}-finished`, options: { ...options, path } }
}
