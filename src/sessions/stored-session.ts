/**
 * Sessions of a database: their records, how long they count, and what their readers receive. An adapter may return a record without its user.
 *
 * @module
 */

import { deleteUnlessGone, isMissingRecordError } from '../base/missing-record.js'
import { isRecord, omitUndefined, omitUndefinedMembers } from '../base/parse.js'
import { toError } from '../base/to-error.js'
import { hasId } from '../config/stores.js'
import { SessionTokenError } from '../errors.js'
import type { AdapterSession, AdapterUser } from '../types/adapter.js'
import type { Context, SessionIssuance, SessionReadOptions, Settings } from '../types/context.js'
import type { SessionAssurance, SignInEvidence } from '../types/evidence.js'
import type { ResolvedUser } from '../types/identity.js'
import type { Session } from '../types/session.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { toSessionAssurance } from './evidence.js'
import {
  loadEvidence,
  readEvidence,
  type SessionEvidence,
  storeSessionWithEvidence,
} from './evidence-store.js'
import { withSerializationWarnings } from './serialization-warnings.js'
import {
  registerPublicSession,
  rethrowAsSessionUnavailable,
  warnOfMissingCallbackResult,
} from './session-result.js'
import { toPublicActor } from './session-token.js'

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
    await (await ctx.services.loadSessionControl?.())?.endStoredSession(ctx, token)
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
  { user, continuedSession, isLinking, act }: ResolvedUser,
  { isRaised, ...evidence }: SessionIssuance,
): Promise<AdapterSession> {
  if (act) return await createSession({ ctx, adapter }, user.id, { ...evidence, act })
  const isKept = isLinking || !(isRaised || Number.isFinite(ctx.settings.session.absoluteMaxAge))
  if (continuedSession && isKept) return continuedSession
  return await createSession({ ctx, adapter }, user.id, evidence)
}

async function createSession(
  { ctx, adapter }: SessionTable,
  userId: string,
  evidence: SessionEvidence,
): Promise<AdapterSession> {
  return await storeSession(ctx, adapter, {
    userId,
    evidence,
    lifetime: createLifetime(ctx.settings, evidence.act?.expires),
  })
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
  readonly evidence: SessionEvidence
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

type SessionAndUser = Awaited<ReturnType<WrappedAdapter['getSessionAndUser']>>

/** Returns whether the result of `getSessionAndUser` has a session. */
export function hasSession(result: SessionAndUser): result is NonNullable<SessionAndUser> {
  return isRecord(result) && isRecord(result.session)
}

/**
 * Returns a stored session with its user. Null if the user does not exist any more: such a record is not a session, and an error would
 * stay until the record is deleted.
 */
export function parseSession(
  settings: Settings,
  { session: row, user }: NonNullable<SessionAndUser>,
): ActiveSession | null {
  if (!hasId(user)) {
    settings.logger.debug('session rejected', { reason: 'Its user does not exist.' })
    return null
  }
  return { session: row, user }
}

/** Deletes a session. @returns the result of the adapter, or null if the record is already gone */
export function deleteSession(
  adapter: WrappedAdapter,
  token: string,
): Promise<AdapterSession | null | undefined> {
  return deleteUnlessGone(
    async () => (await adapter.deleteSession(token)) as AdapterSession | null | undefined,
    () => isStored(adapter, token),
  )
}

/**
 * Changes a session.
 *
 * @returns false if the record was deleted meanwhile
 * @throws AdapterError if the record exists or cannot be read
 */
export async function updateSession(
  adapter: WrappedAdapter,
  changes: Parameters<WrappedAdapter['updateSession']>[0],
): Promise<boolean> {
  try {
    // Some adapters return nothing for success too.
    return isRecord(await adapter.updateSession(changes)) || (await isStored(adapter, changes.sessionToken))
  } catch (error) {
    if (isMissingRecordError(error)) return false
    if (await isStored(adapter, changes.sessionToken).catch(() => true)) throw error
    return false
  }
}

async function isStored(adapter: WrappedAdapter, token: string): Promise<boolean> {
  return hasSession(await adapter.getSessionAndUser(token))
}

/** A stored session that has not expired, with its user. */
export interface ActiveSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
  /** Read with the session if an administrator may act as the user. */
  readonly evidence?: SessionEvidence | undefined
}

/** Builds the session that its reader receives. Null if the `session` callback returns none. */
export async function buildDatabaseSession(
  ctx: Context,
  stored: ActiveSession,
  readOptions: SessionReadOptions,
): Promise<Session | null> {
  const { settings } = ctx
  const session = omitUndefined(stored.session)
  const user = omitUndefined(stored.user)
  const sessionCallback = settings.callbacks.session
  const expires = session.expires.toISOString()
  const actor = stored.evidence?.act
  const act = actor && toPublicActor(actor)
  if (sessionCallback) {
    const callbackResult = await sessionCallback({
      session: redactSessionToken(session, user),
      user,
      ...buildUpdateParams(readOptions),
    })
    warnOfMissingCallbackResult(settings, 'session', callbackResult)
    // If the `session` callback returns no session, the user counts as signed out.
    if (!callbackResult) return null
    const result = { ...omitUndefined(callbackResult), ...act }
    if (readOptions.view === 'client') return result
    const assurance = await readAssurance(ctx, stored)
    const fullSession = { user, ...assurance, ...result, expires: toIsoString(result.expires) }
    return registerPublicSession(withSerializationWarnings(settings, fullSession, result), result)
  }
  const { name, email, image } = user
  // What browsers see of a user. Frameworks refuse to serialize `undefined`.
  const publicSession = { user: omitUndefinedMembers({ name, email, image }), expires, ...act }
  if (readOptions.view === 'client') return publicSession
  const { sessionToken: _, ...rest } = session
  const fullSession = { ...rest, user, expires, ...(await readAssurance(ctx, stored)) }
  return registerPublicSession(withSerializationWarnings(settings, fullSession, publicSession), publicSession)
}

/**
 * Returns the methods of a database session, or the administrator who acts as its user. If a plugin lets administrators do that, what cannot be
 * read is not unknown: it could hide them.
 *
 * @throws SessionUnavailable if such a configuration cannot read it
 */
export function readSessionEvidence(ctx: Context, sessionToken: string): Promise<SessionEvidence> {
  return canImpersonate(ctx.settings)
    ? rethrowAsSessionUnavailable(() => loadEvidence(ctx, sessionToken))
    : readEvidence(ctx, sessionToken)
}

/** Returns whether a plugin lets administrators act as users. */
export function canImpersonate({ plugins }: Settings): boolean {
  return plugins.some(({ impersonatesUsers }) => impersonatesUsers)
}

async function readAssurance(ctx: Context, { session, evidence }: ActiveSession): Promise<SessionAssurance> {
  const { methods, act } = evidence ?? (await readSessionEvidence(ctx, session.sessionToken))
  return { ...toSessionAssurance(methods), ...toPublicActor(act) }
}

/**
 * Converts `expires` to text. Browsers receive a `Date` as text, so server code gets the same format if the
 * callback returns the record.
 */
function toIsoString(expires: string | Date): string {
  return expires instanceof Date ? expires.toISOString() : expires
}

/**
 * Returns the record for the `session` callback. Its `sessionToken` is readable but not enumerable. A
 * callback that returns a copy of the session must not expose the content of the HttpOnly cookie.
 */
function redactSessionToken(
  { sessionToken, ...rest }: AdapterSession,
  user: AdapterUser,
): AdapterSession & { user: AdapterUser } {
  const session = { ...rest, user }
  return Object.defineProperty(session, 'sessionToken', { value: sessionToken }) as typeof session &
    AdapterSession
}

function buildUpdateParams({ update }: SessionReadOptions) {
  return update ? ({ newSession: update.data, trigger: 'update' } as const) : { newSession: undefined }
}

/** How long the token of a session that continues under a new one can be read, in milliseconds. */
export const retirementMs = 30_000
/** Sessions of a shorter lifetime, in seconds, are extended until they end. */
const minRetirableMaxAge = 600

type SessionLifetime = Pick<AdapterSession, 'expires' | 'startedAt'>

/** Creates the lifetime of a session that starts now. @param end seconds since the epoch */
function createLifetime(
  { session: { maxAge, absoluteMaxAge } }: Settings,
  end = Number.POSITIVE_INFINITY,
): SessionLifetime {
  const expires = fromNow(Math.min(maxAge, absoluteMaxAge, end - Date.now() / 1000))
  return Number.isFinite(absoluteMaxAge) ? { expires, startedAt: new Date() } : { expires }
}

/**
 * Returns the extended lifetime, or null if no extension is due. A record from before
 * `session.absoluteMaxAge` was set starts at its first read.
 */
export function extendLifetimeIfDue(
  settings: Settings,
  session: AdapterSession,
  update: SessionReadOptions['update'],
): SessionLifetime | null {
  const { maxAge, updateAge, absoluteMaxAge } = settings.session
  const limit = getAbsoluteExpiry(settings, session)
  const extendedAt = session.expires.getTime() - maxAge * 1000
  const isDue = extendedAt + updateAge * 1000 <= Date.now() && session.expires.getTime() < limit
  const isMissingStart = Number.isFinite(limit) && !session.startedAt
  if ((!update && !isDue && !isMissingStart) || isPossiblyRetired(settings, session)) return null
  const expires = new Date(Math.min(Date.now() + maxAge * 1000, limit))
  return Number.isFinite(limit)
    ? { expires, startedAt: new Date(limit - absoluteMaxAge * 1000) }
    : { expires }
}

/** A session that ends within the next seconds may be retired, which the adapter does not store. It is not extended. */
function isPossiblyRetired({ session: { maxAge } }: Settings, { expires }: AdapterSession): boolean {
  return maxAge > minRetirableMaxAge && expires.getTime() - Date.now() <= retirementMs
}

/** Returns when an unused session ends, in milliseconds since the epoch. */
export function getExpiry(settings: Settings, session: AdapterSession): number {
  return Math.min(session.expires.getTime(), getAbsoluteExpiry(settings, session))
}

/** Returns the absolute limit of a session, in milliseconds since the epoch. */
function getAbsoluteExpiry({ session }: Settings, { startedAt }: AdapterSession): number {
  return (startedAt?.getTime() ?? Date.now()) + session.absoluteMaxAge * 1000
}

function fromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
