import { toError } from '../base/to-error.js'
import { SessionTokenError, SignOutError } from '../errors.js'
import type { AdapterSession, AdapterUser } from '../types/adapter.js'
import type { Context, SessionReadOptions, SessionStrategy, WrappedAdapter } from '../types/context.js'
import type { ResolvedUser } from '../types/identity.js'
import type { Session } from '../types/session.js'
import {
  createLifetime,
  extendLifetimeIfDue,
  getExpiry,
  normalizeDates,
} from './database-session-lifetime.js'
import { getLegacyCookieName } from './legacy-cookie.js'
import { readLegacySessionTokens } from './legacy-session.js'
import { warnOfMissingCallbackResult } from './missing-result.js'
import { registerPublicSession } from './public-session.js'
import { withSerializationWarnings } from './serialization-warnings.js'
import { clearSessionCookie, listSessionCookieCandidates, setSessionCookie } from './session-cookie.js'
import { rethrowAsSessionUnavailable } from './session-unavailable.js'

interface ActiveSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/**
 * Creates the session strategy that stores sessions in the adapter. The cookie only holds the session token.
 * See docs/contract.md#database-sessions.
 */
export function createDatabaseSessionStrategy(adapter: WrappedAdapter): SessionStrategy {
  return {
    async getCurrentUser(ctx) {
      const { active } = await findSession(ctx, adapter)
      return active
    },

    async issue(ctx, resolved) {
      const session = await createOrContinueSession(ctx, adapter, resolved)
      setSessionCookie(ctx, session.sessionToken, session.expires)
      const otherTokens = readAllTokens(ctx).filter(token => token !== session.sessionToken)
      for (const token of otherTokens) await deleteStaleSession(ctx, adapter, token)
    },

    async load(ctx, readOptions) {
      const session = await rethrowAsSessionUnavailable(() => readAndExtend(ctx, adapter, readOptions))
      if (session) await ctx.settings.emit('session', { session }, ctx.request)
      return session
    },

    async end(ctx) {
      for (const token of readAllTokens(ctx)) await revokeSession(ctx, adapter, token)
      clearSessionCookie(ctx)
    },
  }
}

/**
 * Reads the session and extends it if due. Runs as one step, because no failure in it means that the session
 * ended.
 */
async function readAndExtend(
  ctx: Context,
  adapter: WrappedAdapter,
  readOptions: SessionReadOptions,
): Promise<Session | null> {
  const { active: current, expired, isLegacy } = await findSession(ctx, adapter)
  if (!readOptions.readOnly) for (const token of expired) await deleteStaleSession(ctx, adapter, token)
  if (!current) {
    clearSessionCookie(ctx)
    return null
  }
  const session = await extendSession(ctx, adapter, { session: current.session, ...readOptions })
  if (isLegacy && !readOptions.readOnly) setSessionCookie(ctx, session.sessionToken, session.expires)
  return buildSession(ctx, { session, user: current.user }, readOptions)
}

function readTokens({ jar, cookieOptions }: Context): string[] {
  return [...listSessionCookieCandidates(jar, cookieOptions.sessionToken.name)]
}

/** Returns the tokens of all cookies, also of those of NextAuth 4 that are not accepted. */
function readAllTokens(ctx: Context): string[] {
  const legacyName = getLegacyCookieName(ctx)
  const legacyTokens = legacyName === null ? [] : listSessionCookieCandidates(ctx.jar, legacyName)
  return [...new Set([...readTokens(ctx), ...legacyTokens])]
}

interface SessionLookup {
  /** The session of the first cookie that names an active one. */
  readonly active: ActiveSession | null
  /** The tokens of expired sessions. */
  readonly expired: readonly string[]
  /** Whether the cookie is that of NextAuth 4. Latchkey's is then set. */
  readonly isLegacy: boolean
}

async function findSession(ctx: Context, adapter: WrappedAdapter): Promise<SessionLookup> {
  const ownTokens = readTokens(ctx)
  const legacyTokens = ownTokens.length > 0 ? [] : readLegacySessionTokens(ctx)
  const isLegacy = legacyTokens.length > 0
  const expired: string[] = []
  for (const token of [...ownTokens, ...legacyTokens]) {
    const record = await adapter.getSessionAndUser(token)
    if (!record) continue
    const active = { user: record.user, session: normalizeDates(record.session) }
    if (getExpiry(ctx.settings, active.session) > Date.now()) return { active, expired, isLegacy }
    expired.push(token)
  }
  return { active: null, expired, isLegacy }
}

/**
 * Deletes a session record that is no longer needed. A failure is logged, because it must not fail the
 * sign-in.
 */
async function deleteStaleSession(
  { settings }: Context,
  adapter: WrappedAdapter,
  token: string,
): Promise<void> {
  try {
    await adapter.deleteSession(token)
  } catch (error) {
    settings.logger.error(new SessionTokenError(toError(error)))
  }
}

/** Continues the session of a user who signs in again. An account that is linked does not make the sign-in newer. */
async function createOrContinueSession(
  ctx: Context,
  adapter: WrappedAdapter,
  { user, continuedSession, isLinking }: ResolvedUser,
): Promise<AdapterSession> {
  if (!continuedSession) return createSession(ctx, adapter, user.id)
  return isLinking ? continuedSession : resetLifetime(ctx, adapter, continuedSession)
}

async function createSession(
  { settings }: Context,
  adapter: WrappedAdapter,
  userId: string,
): Promise<AdapterSession> {
  const sessionToken = settings.session.generateSessionToken()
  return normalizeDates(await adapter.createSession({ sessionToken, userId, ...createLifetime(settings) }))
}

/** Restarts the absolute lifetime when a user signs in again. The session itself continues. */
async function resetLifetime(
  ctx: Context,
  adapter: WrappedAdapter,
  session: AdapterSession,
): Promise<AdapterSession> {
  const lifetime = createLifetime(ctx.settings)
  if (!lifetime.startedAt) return session
  await adapter.updateSession({ sessionToken: session.sessionToken, ...lifetime })
  return { ...session, ...lifetime }
}

type ExtendParams = Omit<SessionReadOptions, 'view'> & { readonly session: AdapterSession }

/**
 * Extends the session if it is due. `updateSession` only changes an existing record and never recreates a
 * deleted one.
 */
async function extendSession(
  ctx: Context,
  adapter: WrappedAdapter,
  { session, update, readOnly }: ExtendParams,
): Promise<AdapterSession> {
  const current = { ...session, expires: new Date(getExpiry(ctx.settings, session)) }
  const lifetime = readOnly ? null : extendLifetimeIfDue(ctx.settings, session, update)
  if (!lifetime) return current
  await adapter.updateSession({ sessionToken: session.sessionToken, ...lifetime })
  setSessionCookie(ctx, session.sessionToken, lifetime.expires)
  return { ...session, ...lifetime }
}

/** Deletes the session before the response reports the sign-out. */
async function revokeSession(
  { settings, request }: Context,
  adapter: WrappedAdapter,
  token: string,
): Promise<void> {
  try {
    const session = (await adapter.deleteSession(token)) as AdapterSession | null | undefined
    if (session !== null) await settings.emit('signOut', { session }, request)
  } catch (error) {
    throw new SignOutError(toError(error))
  }
}

async function buildSession(
  { settings }: Context,
  { session, user }: ActiveSession,
  readOptions: SessionReadOptions,
): Promise<Session | null> {
  const sessionCallback = settings.callbacks.session
  const expires = session.expires.toISOString()
  if (sessionCallback) {
    const result = await sessionCallback({
      session: redactSessionToken(session, user),
      user,
      ...buildUpdateParams(readOptions),
    })
    warnOfMissingCallbackResult(settings, 'session', result)
    // If the `session` callback returns no session, the user counts as signed out.
    if (!result) return null
    if (readOptions.view === 'client') return result
    const fullSession = { user, ...result, expires: toIsoString(result.expires) }
    return registerPublicSession(withSerializationWarnings(settings, fullSession, result), result)
  }
  const publicSession = { user: toPublicUser(user), expires }
  if (readOptions.view === 'client') return publicSession
  const { sessionToken: _, ...rest } = session
  const fullSession = { ...rest, user, expires }
  return registerPublicSession(withSerializationWarnings(settings, fullSession, publicSession), publicSession)
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

function toPublicUser({ name, email, image }: AdapterUser) {
  return { name, email, image }
}
