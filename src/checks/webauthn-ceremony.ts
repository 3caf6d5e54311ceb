import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import { AdapterError, MissingAdapterMethods, WebAuthnVerificationError } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context } from '../types/context.js'
import type { User } from '../types/user.js'
import type { WebAuthnAction } from '../types/webauthn.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import {
  consumeTransaction,
  saveTransaction,
  type TransactionCookieOptions,
  transactionMaxAge,
} from './transactions.js'

/** The state of a WebAuthn ceremony between its options and its response. */
export interface Ceremony {
  /** The id of the provider that can finish the ceremony. */
  readonly provider: string
  readonly action: WebAuthnAction
  /** Set if the browser creates the passkey without a gesture of the user (conditional create). */
  readonly isConditional?: true
  readonly challenge: string
  /** The id of the user who was signed in at the start. */
  readonly initialUserId: string | null
  /**
   * Digest of the user whose passkey was requested, if the visitor named one. Its length is the same for
   * known and unknown email addresses.
   */
  readonly expectedUserDigest: string | null
  /** The user to register, if no user is signed in. */
  readonly newUser: User | null
}

/** Computes the digest of a user id for a ceremony. An unknown user has the empty id. */
export function digestUserId(userId: string): Awaitable<string> {
  return hashSha256Hex(userId)
}

/**
 * Maximum number of concurrent ceremonies in one browser, usually one per tab. Conditional UI counts as a
 * ceremony too.
 */
const maxCeremonies = 8

function getTransactionCookieOptions({ cookieOptions }: Context): TransactionCookieOptions {
  return { cookie: cookieOptions.webauthnChallenge, maxCookies: maxCeremonies }
}

/** Saves a ceremony in its own cookie, so that tabs do not overwrite each other. */
export async function saveCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  await saveTransaction(ctx, getTransactionCookieOptions(ctx), { key: ceremony.challenge, claims: ceremony })
}

/**
 * Consumes the ceremony of a response, whether or not the response is valid. Returns null if it belongs to
 * another provider.
 */
export async function consumeCeremony(
  ctx: Context,
  providerId: string,
  challenge: string,
): Promise<Ceremony | null> {
  const stored = await consumeTransaction(ctx, getTransactionCookieOptions(ctx), challenge)
  const claims = stored?.claims ?? null
  const ceremony = claims && parseCeremony(claims)
  const isMatch =
    ceremony?.provider === providerId && platform.isTimingSafeEqual(ceremony.challenge, challenge)
  return isMatch ? ceremony : null
}

function parseCeremony(claims: Record<string, unknown>): Ceremony | null {
  const { provider, action, isConditional, challenge, initialUserId, expectedUserDigest, newUser } = claims
  if (typeof provider !== 'string' || typeof challenge !== 'string') return null
  if (action !== 'register' && action !== 'authenticate') return null
  return {
    provider,
    action,
    ...(isConditional === true && { isConditional }),
    challenge,
    initialUserId: typeof initialUserId === 'string' ? initialUserId : null,
    expectedUserDigest: typeof expectedUserDigest === 'string' ? expectedUserDigest : null,
    newUser: typeof newUser === 'object' ? newUser : null,
  }
}

/**
 * Marks a challenge as used in the adapter, which all servers of the app share. Uses `useChallenge` if the
 * adapter has it, else a verification token that is never sent. Call it after the response is verified, so
 * that only owners of passkeys can create such records.
 *
 * @throws WebAuthnVerificationError if the challenge was used before
 */
export async function consumeChallenge(
  adapter: WrappedAdapter,
  { challenge, provider }: Ceremony,
): Promise<void> {
  const expires = new Date(Date.now() + transactionMaxAge * 1000)
  const record = { identifier: `passkey:${provider}`, token: await hashSha256Hex(challenge), expires }
  if (adapter.useChallenge) {
    if (await adapter.useChallenge(record)) return
    throw new WebAuthnVerificationError('The challenge was already used.')
  }
  try {
    await adapter.createVerificationToken(record)
  } catch (error) {
    if (error instanceof MissingAdapterMethods) return
    if (!(error instanceof AdapterError)) throw error
    throw new WebAuthnVerificationError('The challenge was already used, or the store is down.', {
      cause: error,
    })
  }
}
