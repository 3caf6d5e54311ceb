import * as platform from '#crypto'
import { isRecord } from '../base/parse.js'
import type { Context } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'
import type { StepUp } from '../types/evidence.js'
import { parseStepUp } from './step-up.js'
import { consumeTransaction, saveTransaction, type TransactionCookieOptions } from './transaction-cookie.js'

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
export async function saveOAuthTransaction(
  ctx: Context,
  transaction: NewOAuthTransaction,
  attributes: CookieAttributes = {},
): Promise<void> {
  const { length } = new TextEncoder().encode(JSON.stringify(transaction.callbackUrl))
  const callbackUrl = length > maxCallbackUrlBytes ? null : transaction.callbackUrl
  await saveTransaction(ctx, getTransactionCookieOptions(ctx), {
    key: transaction.state,
    claims: { ...transaction, callbackUrl },
    attributes,
  })
}

/** Consumes the transaction of a `state`. It can be used once, whatever the result. */
export async function consumeOAuthTransaction(
  ctx: Context,
  state: string,
): Promise<ConsumedOAuthTransaction | null> {
  const stored = await consumeTransaction(ctx, getTransactionCookieOptions(ctx), state)
  const transaction = stored && parseOAuthTransaction(stored.claims)
  if (!transaction || !platform.isTimingSafeEqual(transaction.state, state)) return null
  return { ...transaction, cookieValue: stored.value }
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
