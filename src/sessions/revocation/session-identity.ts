import * as platform from '#crypto'
import { hashSha256Hex } from '#crypto'
import type { AdapterSession } from '../../types/adapter.js'
import type { Awaitable } from '../../types/common.js'
import type { Context, SessionIdentity, Settings } from '../../types/context.js'
import type { JWT } from '../../types/jwt.js'

/** The claims that name a session. */
interface SessionClaims extends Partial<JWT> {
  /** The id of the session: 128 random bits. It is not the `sid` of an identity provider. */
  readonly session_id: string | undefined
  /** The epoch of the user at the sign-in. */
  readonly session_epoch: number | undefined
  /** The id of the user, if the `jwt` callback changed `sub`. */
  readonly session_user: string | undefined
}

const withoutClaims: SessionClaims = {
  session_id: undefined,
  session_epoch: undefined,
  session_user: undefined,
}

/** Generates the id of a session. */
export function generateSessionId(): string {
  return platform.toBase64url(platform.generateRandomBytes(16))
}

/** Returns the claims of a token that name its session. A token from before `revocation` was set has none. */
export function readSessionClaims({ revocation }: Settings, token: JWT): Partial<JWT> {
  return revocation ? parseSessionClaims(token) : {}
}

function parseSessionClaims({ session_id, session_epoch, session_user }: JWT): SessionClaims {
  if (typeof session_id !== 'string' || typeof session_epoch !== 'number') return withoutClaims
  return {
    session_id,
    session_epoch,
    session_user: typeof session_user === 'string' ? session_user : undefined,
  }
}

/** Has the token claims that name its session? */
export function hasSessionClaims({ session_id }: Partial<JWT> = {}): boolean {
  return session_id !== undefined
}

/** Builds the claims that name a session. */
export function buildSessionClaims({ id, epoch, userId }: SessionIdentity, token: JWT): SessionClaims {
  return {
    session_id: id,
    session_epoch: epoch,
    session_user: userId === token.sub ? undefined : userId,
  }
}

/**
 * Identifies the session of a token. One from before `revocation` was set has the epoch 0, and an id that is derived from the token, so
 * that parallel requests agree on it.
 *
 * @returns null without `revocation`, and if the token names no user: the session cannot be ended then
 */
export function identifyToken({ revocation }: Settings, token: JWT): Awaitable<SessionIdentity | null> {
  if (!revocation) return null
  const { session_id, session_epoch, session_user: userId = token.sub } = parseSessionClaims(token)
  // A `jwt` callback can set `sub` to any value.
  if (typeof userId !== 'string') return null
  return session_id !== undefined && session_epoch !== undefined
    ? { id: session_id, epoch: session_epoch, userId }
    : deriveIdentity(token, userId)
}

async function deriveIdentity(token: JWT, userId: string): Promise<SessionIdentity> {
  return { id: await hashSha256Hex(JSON.stringify(token)), epoch: 0, userId }
}

/** Returns the id of a stored session: a digest of its token, which reveals nothing about it. */
export async function getStoredSessionId(
  { revocation }: Settings,
  { sessionToken }: Pick<AdapterSession, 'sessionToken'>,
): Promise<string | undefined> {
  return revocation ? await digestSessionToken(sessionToken) : undefined
}

/** Computes the id of a stored session from its token. */
export async function digestSessionToken(sessionToken: string): Promise<string> {
  return hashSha256Hex(sessionToken)
}

/** Can the adapter list and delete the sessions of a user? Otherwise ended sessions are recorded, and records are checked at each read. */
export function canListSessions({ adapter }: Context['settings']): boolean {
  return Boolean(adapter?.listSessionsByUserId && adapter.deleteSessionsByUserId)
}
