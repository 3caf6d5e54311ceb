import * as seam from '#crypto'
import { sha256Hex } from '../crypto/hex.js'
import { AdapterError, MissingAdapterMethods, WebAuthnVerificationError } from '../errors.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Store } from '../types/context.js'
import type { User } from '../types/user.js'
import type { WebAuthnAction } from '../types/webauthn.js'
import { type Kind, keep, lifetime, take } from './cookie-per-tab.js'

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
export function ownerDigest(userId: string): Awaitable<string> {
  return sha256Hex(userId)
}

/** Tabs of one browser that may each have a ceremony under way: one that only offers passkeys in a field has one, too. */
const mostCeremonies = 8

function kind({ cookies }: Context): Kind {
  return { cookie: cookies.webauthnChallenge, most: mostCeremonies }
}

/** Puts a ceremony into a cookie of its own, so that tabs don't overwrite each other. */
export async function rememberCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  await keep(ctx, kind(ctx), { key: ceremony.challenge, claims: ceremony })
}

/** Takes the ceremony that an answer belongs to out of the jar, however it ends; null where it is not this provider's. */
export async function takeCeremony(
  ctx: Context,
  provider: string,
  challenge: string,
): Promise<Ceremony | null> {
  const claims = await take(ctx, kind(ctx), challenge)
  const ceremony = claims && parse(claims)
  const isOurs = ceremony?.provider === provider && seam.equal(ceremony.challenge, challenge)
  return isOurs ? ceremony : null
}

function parse(claims: Record<string, unknown>): Ceremony | null {
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
export async function useChallenge(store: Store, { challenge, provider }: Ceremony): Promise<void> {
  const expires = new Date(Date.now() + lifetime * 1000)
  const record = { identifier: `passkey:${provider}`, token: await sha256Hex(challenge), expires }
  if (store.useChallenge) {
    if (await store.useChallenge(record)) return
    throw new WebAuthnVerificationError('The answer was used before.')
  }
  try {
    await store.createVerificationToken(record)
  } catch (error) {
    if (error instanceof MissingAdapterMethods) return
    if (!(error instanceof AdapterError)) throw error
    throw new WebAuthnVerificationError('The answer was used before, or the store is away.', { cause: error })
  }
}
