import * as platform from '#crypto'
import type { Context } from '../types/context.js'
import type { CookieAttributes } from '../types/cookies.js'
import { consumeTransaction, saveTransaction, type TransactionKind } from './transaction-cookie.js'

/** Flows that one browser may have under way. */
const maxTransactions = 4
/** Characters of a `callbackUrl` that a flow remembers; a longer one stays in its own cookie alone. */
const maxCallbackUrlLength = 500

/** What a flow must know when its visitor is back; null for what was not sent along. */
export interface OAuthTransaction {
  /** The id of the provider that may finish it. */
  readonly provider: string
  readonly state: string | null
  readonly verifier: string | null
  readonly nonce: string | null
  readonly callbackUrl: string | null
}

/** A flow on its way out has a state: it names the flow's cookie. */
export type NewOAuthTransaction = OAuthTransaction & { readonly state: string }

function getTransactionKind({ cookies }: Context): TransactionKind {
  return { cookie: cookies.state, maxCookies: maxTransactions }
}

/**
 * Puts a flow into a cookie of its own.
 *
 * @param attributes replace the cookie's own; an answer by cross-site POST only brings `SameSite=None` cookies along
 */
export async function saveOAuthTransaction(
  ctx: Context,
  transaction: NewOAuthTransaction,
  attributes: CookieAttributes = {},
): Promise<void> {
  const callbackUrl =
    (transaction.callbackUrl?.length ?? 0) > maxCallbackUrlLength ? null : transaction.callbackUrl
  await saveTransaction(ctx, getTransactionKind(ctx), {
    key: transaction.state,
    claims: { ...transaction, callbackUrl },
    attributes,
  })
}

/** Takes the flow that belongs to a state out of the jar: it is used once, however it ends. */
export async function consumeOAuthTransaction(ctx: Context, state: string): Promise<OAuthTransaction | null> {
  const claims = await consumeTransaction(ctx, getTransactionKind(ctx), state)
  const transaction = claims && parseOAuthTransaction(claims)
  return transaction && platform.isTimingSafeEqual(transaction.state, state) ? transaction : null
}

function parseOAuthTransaction(claims: Record<string, unknown>): NewOAuthTransaction | null {
  const { provider, state, verifier, nonce, callbackUrl } = claims
  if (typeof provider !== 'string' || typeof state !== 'string') return null
  return {
    provider,
    state,
    verifier: toStringOrNull(verifier),
    nonce: toStringOrNull(nonce),
    callbackUrl: toStringOrNull(callbackUrl),
  }
}

function toStringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
