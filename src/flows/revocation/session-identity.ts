import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import type { AdapterSession } from '../../types/adapter.js'
import type { Context, SessionIdentity, Settings } from '../../types/context.js'
import type { JWT } from '../../types/jwt.js'

/** The claim with the id of the session: 128 random bits. It is not the `sid` of an identity provider. */
const idClaim = 'session_id'
/** The claim with the epoch of the user at the sign-in. */
const epochClaim = 'session_epoch'
/** The claim with the id of the user, if the `jwt` callback changed `sub`. */
const userClaim = 'session_user'

const withoutClaims = { [idClaim]: undefined, [epochClaim]: undefined, [userClaim]: undefined }

/** Generates the id of a session. */
export function generateSessionId(): string {
  return platform.toBase64url(platform.generateRandomBytes(16))
}

/** Returns the claims of a token that name its session. A token from before `revocation` was set has none. */
export function readSessionClaims({ revocation }: Settings, token: JWT): Partial<JWT> {
  if (!revocation) return {}
  const { [idClaim]: id, [epochClaim]: epoch, [userClaim]: userId } = token
  if (typeof id !== 'string' || typeof epoch !== 'number') return withoutClaims
  return { [idClaim]: id, [epochClaim]: epoch, [userClaim]: typeof userId === 'string' ? userId : undefined }
}

/** Has the token claims that name its session? */
export function hasSessionClaims(sessionClaims: Partial<JWT> = {}): boolean {
  return sessionClaims[idClaim] !== undefined
}

/** Builds the claims that name a session. */
export function buildSessionClaims({ id, epoch, userId }: SessionIdentity, token: JWT): Partial<JWT> {
  return { [idClaim]: id, [epochClaim]: epoch, [userClaim]: userId === token.sub ? undefined : userId }
}

/**
 * Identifies the session of a token. One from before `revocation` was set has the epoch 0, and an id that is derived from the token, so
 * that parallel requests agree on it.
 *
 * @returns null without `revocation`, and if the token names no user: the session cannot be ended then
 */
export async function identifyToken(settings: Settings, token: JWT): Promise<SessionIdentity | null> {
  if (!settings.revocation) return null
  const claims = readSessionClaims(settings, token)
  const { [idClaim]: id, [epochClaim]: epoch, [userClaim]: userId = token.sub } = claims
  if (typeof userId !== 'string') return null
  return typeof id === 'string' && typeof epoch === 'number'
    ? { id, epoch, userId }
    : { id: await hashSha256Hex(JSON.stringify(token)), epoch: 0, userId }
}

/** Returns the id of a stored session: a digest of its token, which reveals nothing about it. */
export async function getStoredSessionId(
  { revocation }: Settings,
  { sessionToken }: Pick<AdapterSession, 'sessionToken'>,
): Promise<string | undefined> {
  return revocation ? digestSessionToken(sessionToken) : undefined
}

/** Computes the id of a stored session from its token. */
export async function digestSessionToken(sessionToken: string): Promise<string> {
  return hashSha256Hex(sessionToken)
}

/** Can the adapter list and delete the sessions of a user? Otherwise ended sessions are recorded, and records are checked at each read. */
export function canListSessions({ adapter }: Context['settings']): boolean {
  return Boolean(adapter?.listSessionsByUserId && adapter.deleteSessionsByUserId)
}
