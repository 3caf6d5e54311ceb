import * as seam from '#crypto'
import { sha256Hex } from '../crypto/hex.js'
import { decode, encode } from '../crypto/token.js'
import { AdapterError, InvalidCheck, MissingAdapterMethods, WebAuthnVerificationError } from '../errors.js'
import type { Context, Store } from '../types/context.js'
import type { User } from '../types/user.js'
import type { WebAuthnAction } from '../types/webauthn.js'

/** Seconds that a visitor has for a ceremony. */
const lifetime = 900

/** What must be known when the browser comes back from a ceremony. */
export interface Ceremony {
  /** The id of the provider that may finish it. */
  readonly provider: string
  readonly action: WebAuthnAction
  readonly challenge: string
  /** The id of who was signed in when it began. */
  readonly visitor: string | null
  /** Whose passkey was asked for, where that was said: an id, and for an unknown address one that nobody has. */
  readonly owner: string | null
  /** Who registers, when nobody is signed in. */
  readonly newcomer: User | null
}

/** Puts a ceremony into its cookie, sealed; one of another tab gives way. */
export async function rememberCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  const { name, options } = ctx.cookies.webauthnChallenge
  const sealing = { token: ceremony, secret: ctx.settings.secrets, salt: name, maxAge: lifetime }
  const expires = new Date(Date.now() + lifetime * 1000)
  ctx.jar.set(name, await encode({ ...sealing, secret: [...sealing.secret] }), { ...options, expires })
}

/**
 * Takes the ceremony out of the jar, however it ends.
 *
 * @throws InvalidCheck when there is none, or it is over, or another provider's
 */
export async function takeCeremony(ctx: Context, provider: string): Promise<Ceremony> {
  const { name, options } = ctx.cookies.webauthnChallenge
  const token = ctx.jar.get(name)
  if (token) ctx.jar.clear(name, options)
  const ceremony = token ? await open(ctx, token) : null
  if (ceremony && seam.equal(ceremony.provider, provider)) return ceremony
  throw new InvalidCheck(
    'The cookie of the passkey ceremony is missing, over 15 minutes old, or not its own.',
  )
}

async function open({ settings, cookies }: Context, token: string): Promise<Ceremony | null> {
  try {
    const salt = cookies.webauthnChallenge.name
    const claims = await decode<Record<string, unknown>>({ token, secret: [...settings.secrets], salt })
    return claims && parse(claims)
  } catch {
    // Stale, foreign or tampered with: as good as absent, and the caller says so.
    return null
  }
}

function parse({ provider, action, challenge, visitor, owner, newcomer }: Record<string, unknown>) {
  if (typeof provider !== 'string' || typeof challenge !== 'string') return null
  if (action !== 'register' && action !== 'authenticate') return null
  return {
    provider,
    action,
    challenge,
    visitor: typeof visitor === 'string' ? visitor : null,
    owner: typeof owner === 'string' ? owner : null,
    newcomer: typeof newcomer === 'object' ? newcomer : null,
  } as const
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
