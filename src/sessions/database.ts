import { toError } from '../base/to-error.js'
import { SessionTokenError, SignOutError } from '../errors.js'
import type { AdapterSession, AdapterUser } from '../types/adapter.js'
import type { Context, SessionAccess, SessionStrategy, WrappedAdapter } from '../types/context.js'
import type { Session } from '../types/session.js'
import { clearSessionCookie, readSessionValues, setSessionCookie } from './session-cookie.js'
import { createLifetime, extendIfDue, getExpiry, normalizeDates } from './session-lifetime.js'
import { withSessionUnavailable } from './session-unavailable.js'

interface ActiveSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
}

/** Sessions that are a record in the store; the cookie holds only its token. Spec: behaviour section 13.2. */
export function createDatabaseSessions(adapter: WrappedAdapter): SessionStrategy {
  return {
    async getCurrentUser(ctx) {
      const { active } = await findSession(ctx, adapter)
      return active
    },

    async issue(ctx, resolved) {
      const session = resolved.session
        ? await resetLifetime(ctx, adapter, resolved.session)
        : await createSession(ctx, adapter, resolved.user.id)
      setSessionCookie(ctx, session.sessionToken, session.expires)
      const otherTokens = readTokens(ctx).filter(token => token !== session.sessionToken)
      for (const token of otherTokens) await deleteStaleSession(ctx, adapter, token)
    },

    async load(ctx, access) {
      const session = await withSessionUnavailable(() => readAndExtend(ctx, adapter, access))
      if (session) await ctx.settings.emit('session', { session })
      return session
    },

    async end(ctx) {
      for (const token of readTokens(ctx)) await revokeSession(ctx, adapter, token)
      clearSessionCookie(ctx)
    },
  }
}

/** The whole of a reading, whose failure says nothing about the session. */
async function readAndExtend(
  ctx: Context,
  adapter: WrappedAdapter,
  access: SessionAccess,
): Promise<Session | null> {
  const { active: current, expired } = await findSession(ctx, adapter)
  if (!access.readOnly) for (const token of expired) await deleteStaleSession(ctx, adapter, token)
  if (!current) {
    clearSessionCookie(ctx)
    return null
  }
  const session = await extendSession(ctx, adapter, { session: current.session, ...access })
  return buildSession(ctx, { session, user: current.user }, access)
}

function readTokens({ jar, cookies }: Context): string[] {
  return [...readSessionValues(jar, cookies.sessionToken.name)]
}

interface SessionLookup {
  /** What the first of the cookies that names a living session led to. */
  readonly active: ActiveSession | null
  /** The tokens of records that are past their time. */
  readonly expired: readonly string[]
}

async function findSession(ctx: Context, adapter: WrappedAdapter): Promise<SessionLookup> {
  const expired: string[] = []
  for (const token of readTokens(ctx)) {
    const record = await adapter.getSessionAndUser(token)
    if (!record) continue
    const active = { user: record.user, session: normalizeDates(record.session) }
    if (getExpiry(ctx.settings, active.session) > Date.now()) return { active, expired }
    expired.push(token)
  }
  return { active: null, expired }
}

/** A record that nobody needs any more. That it is still there is no reason to turn its owner away. */
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

async function createSession(
  { settings }: Context,
  adapter: WrappedAdapter,
  userId: string,
): Promise<AdapterSession> {
  const sessionToken = settings.session.generateSessionToken()
  return normalizeDates(await adapter.createSession({ sessionToken, userId, ...createLifetime(settings) }))
}

/** Who signs in again goes on with their session; only a limit is counted anew. */
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

type ExtendParams = Omit<SessionAccess, 'view'> & { readonly session: AdapterSession }

/** Extends the record when that is due. `updateSession` touches a record that exists; it never brings one back. */
async function extendSession(
  ctx: Context,
  adapter: WrappedAdapter,
  { session, update, readOnly }: ExtendParams,
): Promise<AdapterSession> {
  const current = { ...session, expires: new Date(getExpiry(ctx.settings, session)) }
  const lifetime = readOnly ? null : extendIfDue(ctx.settings, session, update)
  if (!lifetime) return current
  await adapter.updateSession({ sessionToken: session.sessionToken, ...lifetime })
  setSessionCookie(ctx, session.sessionToken, lifetime.expires)
  return { ...session, ...lifetime }
}

/** The record is gone before the visitor is told so. */
async function revokeSession({ settings }: Context, adapter: WrappedAdapter, token: string): Promise<void> {
  try {
    const session = (await adapter.deleteSession(token)) as AdapterSession | null | undefined
    if (session !== null) await settings.emit('signOut', { session })
  } catch (error) {
    throw new SignOutError(toError(error))
  }
}

async function buildSession(
  { settings }: Context,
  { session, user }: ActiveSession,
  access: SessionAccess,
): Promise<Session | null> {
  const sessionCallback = settings.callbacks.session
  const expires = session.expires.toISOString()
  if (sessionCallback) {
    const result = await sessionCallback({
      session: hideToken(session, user),
      user,
      ...buildUpdateParams(access),
    })
    // An app whose callback gives no session says that nobody is signed in.
    if (!result) return null
    return access.view === 'server' ? { user, ...result, expires: toIsoString(result.expires) } : result
  }
  if (access.view === 'client') return { user: toPublicUser(user), expires }
  const { sessionToken: _, ...rest } = session
  return { ...rest, user, expires }
}

/** A browser reads a `Date` as text; a callback that hands on the record's own gives the app's server the same. */
function toIsoString(expires: string | Date): string {
  return expires instanceof Date ? expires.toISOString() : expires
}

/**
 * The record for the app's callback. Its token can be read there, but is not copied along: a callback that hands the
 * session on as it is must not hand out what the HttpOnly cookie holds.
 */
function hideToken(
  { sessionToken, ...rest }: AdapterSession,
  user: AdapterUser,
): AdapterSession & { user: AdapterUser } {
  const session = { ...rest, user }
  return Object.defineProperty(session, 'sessionToken', { value: sessionToken }) as typeof session &
    AdapterSession
}

function buildUpdateParams({ update }: SessionAccess) {
  return update ? ({ newSession: update.data, trigger: 'update' } as const) : { newSession: undefined }
}

function toPublicUser({ name, email, image }: AdapterUser) {
  return { name, email, image }
}
