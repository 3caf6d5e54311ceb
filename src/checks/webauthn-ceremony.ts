import * as platform from '#crypto'
import { hashSha256Hex } from '../crypto/hex.js'
import { AdapterError, MissingAdapterMethods, WebAuthnVerificationError } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context, WrappedAdapter } from '../types/context.js'
import type { User } from '../types/user.js'
import type { WebAuthnAction } from '../types/webauthn.js'
import {
  consumeTransaction,
  saveTransaction,
  type TransactionKind,
  transactionMaxAge,
} from './transaction-cookie.js'

/** What must be known when the browser comes back from a ceremony. */
export interface Ceremony {
  /** The id of the provider that may finish it. */
  readonly provider: string
  readonly action: WebAuthnAction
  readonly challenge: string
  /** The id of who was signed in when it began. */
  readonly visitor: string | null
  /** Whose passkey was asked for, where that was said: a digest, as long for an unknown address as for a known one. */
  readonly owner: string | null
  /** Who registers, when nobody is signed in. */
  readonly newcomer: User | null
}

/** What a ceremony says of an owner; of nobody with the empty id. */
export function digestUserId(userId: string): Awaitable<string> {
  return hashSha256Hex(userId)
}

/** Tabs of one browser that may each have a ceremony under way: one that only offers passkeys in a field has one, too. */
const maxCeremonies = 8

function getTransactionKind({ cookies }: Context): TransactionKind {
  return { cookie: cookies.webauthnChallenge, maxCookies: maxCeremonies }
}

/** Puts a ceremony into a cookie of its own, so that tabs don't overwrite each other. */
export async function saveCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  await saveTransaction(ctx, getTransactionKind(ctx), { key: ceremony.challenge, claims: ceremony })
}

/** Takes the ceremony that an answer belongs to out of the jar, however it ends; null where it is not this provider's. */
export async function consumeCeremony(
  ctx: Context,
  provider: string,
  challenge: string,
): Promise<Ceremony | null> {
  const claims = await consumeTransaction(ctx, getTransactionKind(ctx), challenge)
  const ceremony = claims && parseCeremony(claims)
  const isMatch = ceremony?.provider === provider && platform.isTimingSafeEqual(ceremony.challenge, challenge)
  return isMatch ? ceremony : null
}

function parseCeremony(claims: Record<string, unknown>): Ceremony | null {
  const { provider, action, challenge, visitor, owner, newcomer } = claims
  if (typeof provider !== 'string' || typeof challenge !== 'string') return null
  if (action !== 'register' && action !== 'authenticate') return null
  return {
    provider,
    action,
    challenge,
    visitor: typeof visitor === 'string' ? visitor : null,
    owner: typeof owner === 'string' ? owner : null,
    newcomer: typeof newcomer === 'object' ? newcomer : null,
  }
}

/**
 * Marks a challenge as used, in the one place where every server of the app sees it: by a method of the adapter for that,
 * else as a verification token that nobody was sent. Called when the answer was found true, so only people with a passkey can make such records.
 *
 * @throws WebAuthnVerificationError when it was used before
 */
export async function consumeChallenge(
  adapter: WrappedAdapter,
  { challenge, provider }: Ceremony,
): Promise<void> {
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  const record = { identifier: `passkey:${provider}`, token: await hashSha256Hex(challenge), expires }
  if (adapter.useChallenge) {
    if (await adapter.useChallenge(record)) return
    throw new WebAuthnVerificationError('The answer was used before.')
  }
  try {
    await adapter.createVerificationToken(record)
  } catch (error) {
    if (error instanceof MissingAdapterMethods) return
    if (!(error instanceof AdapterError)) throw error
    throw new WebAuthnVerificationError('The answer was used before, or the store is away.', { cause: error })
  }
}
