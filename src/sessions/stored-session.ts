import { toError } from '../base/to-error.js'
import { SessionTokenError } from '../errors.js'
import type { AdapterSession } from '../types/adapter.js'
import type { Context, SessionIssuance } from '../types/context.js'
import type { SignInEvidence } from '../types/evidence.js'
import type { ResolvedUser } from '../types/identity.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { createLifetime, getExpiry, retirementMs } from './database-session-lifetime.js'
import { storeSessionWithEvidence } from './evidence-store.js'
import { loadSessionControl } from './session-control.js'
import { deleteSession, updateSession } from './session-record.js'

/** Where a session is stored, and the request that stores it. */
export interface SessionTable {
  readonly ctx: Context
  readonly adapter: WrappedAdapter
}

/**
 * Deletes a session record that is no longer needed. A failure is logged, because it must not fail the
 * sign-in.
 */
export async function deleteStaleSession(
  ctx: Context,
  adapter: WrappedAdapter,
  token: string,
): Promise<void> {
  const { settings } = ctx
  try {
    await (await loadSessionControl(ctx))?.endStoredSession(ctx, token)
    await deleteSession(adapter, token)
  } catch (error) {
    settings.logger.error(new SessionTokenError(toError(error)))
  }
}

/**
 * Continues the session of a user who signs in again, under a new token if it gains anything: a method, or with an absolute limit, time. A
 * copy of the cookie would gain it too. An account that is linked does not make the sign-in newer.
 */
export async function createOrContinueSession(
  { ctx, adapter }: SessionTable,
  { user, continuedSession, isLinking }: ResolvedUser,
  { isRaised, ...evidence }: SessionIssuance,
): Promise<AdapterSession> {
  const isKept = isLinking || !(isRaised || Number.isFinite(ctx.settings.session.absoluteMaxAge))
  if (continuedSession && isKept) return continuedSession
  return await createSession({ ctx, adapter }, user.id, evidence)
}

async function createSession(
  { ctx, adapter }: SessionTable,
  userId: string,
  evidence: SignInEvidence,
): Promise<AdapterSession> {
  return await storeSession(ctx, adapter, { userId, evidence, lifetime: createLifetime(ctx.settings) })
}

/** Creates the session that continues another one under a new token. The absolute limit stays. */
export async function replaceSession(
  { ctx, adapter }: SessionTable,
  { userId, startedAt }: AdapterSession,
  evidence: SignInEvidence,
): Promise<AdapterSession> {
  const { expires } = createLifetime(ctx.settings)
  const lifetime = startedAt
    ? {
        startedAt,
        expires: new Date(getExpiry(ctx.settings, { userId, startedAt, expires, sessionToken: '' })),
      }
    : { expires }
  return await storeSession(ctx, adapter, { userId, evidence, lifetime })
}

async function storeSession(
  ctx: Context,
  adapter: WrappedAdapter,
  { userId, evidence, lifetime }: NewSession,
): Promise<AdapterSession> {
  const sessionToken = ctx.settings.session.generateSessionToken()
  return await storeSessionWithEvidence(ctx, adapter, {
    session: { sessionToken, userId, ...lifetime },
    evidence,
  })
}

interface NewSession extends Pick<AdapterSession, 'userId'> {
  readonly evidence: SignInEvidence
  readonly lifetime: Pick<AdapterSession, 'expires' | 'startedAt'>
}

/**
 * Retires the token of a session that continues under a new one. Requests that were sent before still read it. A failure is logged,
 * because the new session exists.
 */
export async function expireReplacedSession(
  { settings }: Context,
  adapter: WrappedAdapter,
  token: string,
): Promise<void> {
  try {
    await updateSession(adapter, { sessionToken: token, expires: new Date(Date.now() + retirementMs) })
  } catch (error) {
    settings.logger.error(new SessionTokenError(toError(error)))
  }
}
