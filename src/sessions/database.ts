import { createLoader } from '../base/cache.js'
import { toError } from '../base/to-error.js'
import { SignOutError } from '../errors.js'
import type { AdapterSession } from '../types/adapter.js'
import type { Context, SessionReadOptions, SessionStrategy, StoredIssue } from '../types/context.js'
import type { CurrentSession } from '../types/evidence.js'
import type { Session } from '../types/session.js'
import type { WrappedAdapter } from '../types/wrapped-adapter.js'
import { clearEvidenceCookie, loadEvidence } from './evidence-store.js'
import { readLegacySessionTokens } from './legacy-session.js'
import {
  clearSessionCookie,
  listCandidatesByDuplicate,
  listSessionCookieCandidates,
  setSessionCookie,
} from './session-cookie.js'
import { rethrowAsSessionUnavailable, toSessionUnavailable } from './session-result.js'
import {
  type ActiveSession,
  buildDatabaseSession,
  canImpersonate,
  createOrContinueSession,
  deleteSession,
  deleteStaleSession,
  expireReplacedSession,
  extendLifetimeIfDue,
  getExpiry,
  hasSession,
  parseSession,
  readSessionEvidence,
  replaceSession,
  updateSession,
} from './stored-session.js'

/**
 * Creates the session strategy that stores sessions in the adapter. The cookie only holds the session token.
 * See docs/reference/contract.md#database-sessions.
 */
export function createDatabaseSessionStrategy(adapter: WrappedAdapter): SessionStrategy {
  return {
    async getCurrentUser(ctx) {
      const { active } = await findSession(ctx, adapter)
      return active
    },

    getCurrentSession: (ctx, storedSession) => readCurrentSession(ctx, adapter, storedSession),

    getCurrentSessionOrThrow: (ctx, storedSession) =>
      rethrowAsSessionUnavailable(async () => {
        const active = await findStoredSession(ctx, adapter, storedSession)
        if (!active) return null
        const { session, evidence = await loadEvidence(ctx, session.sessionToken) } = active
        return { userId: session.userId, ...evidence }
      }),

    async issue(ctx, resolved, issuance) {
      const session = await createOrContinueSession({ ctx, adapter }, resolved, issuance)
      await registerSession(ctx, { session, previous: resolved.continuedSession, resolvedUser: resolved })
      setSessionCookie(ctx, session.sessionToken, session.expires)
      // An impersonation does not end the session of the administrator.
      if (resolved.act) return
      const otherTokens = (await readAllTokens(ctx)).filter(token => token !== session.sessionToken)
      for (const token of otherTokens) {
        const isContinued = issuance.isRaised || token === resolved.continuedSession?.sessionToken
        await (isContinued ? expireReplacedSession : deleteStaleSession)(ctx, adapter, token)
      }
    },

    async raise(ctx, evidence) {
      const { active } = await findSession(ctx, adapter)
      if (!active) return false
      const session = await replaceSession({ ctx, adapter }, active.session, evidence)
      await registerSession(ctx, { session, previous: active.session })
      setSessionCookie(ctx, session.sessionToken, session.expires)
      await expireReplacedSession(ctx, adapter, active.session.sessionToken)
      return true
    },

    async getSession(ctx, readOptions) {
      const session = await readAndExtend(ctx, adapter, readOptions).catch((error: unknown) => {
        throw toSessionUnavailable(error)
      })
      if (session) await ctx.settings.emit('session', { session }, ctx)
      return session
    },

    async discard(ctx) {
      for (const token of readTokens(ctx)) await revokeSession(ctx, adapter, token)
    },

    async end(ctx) {
      for (const token of await readAllTokens(ctx)) await revokeSession(ctx, adapter, token)
      const { clearEverySessionCookie } = await loadCookieCopies()
      clearEverySessionCookie(ctx, listSentScopes(ctx))
      clearEvidenceCookie(ctx)
    },
  }
}

async function readCurrentSession(
  ctx: Context,
  adapter: WrappedAdapter,
  storedSession: AdapterSession | null | undefined,
): Promise<CurrentSession | null> {
  const active = await findStoredSession(ctx, adapter, storedSession)
  if (!active) return null
  const { session, evidence = await readSessionEvidence(ctx, session.sessionToken) } = active
  const id = await (await ctx.services.loadSessionControl?.())?.getStoredSessionId(ctx.settings, session)
  return { userId: session.userId, ...evidence, id }
}

const loadCookieCopies = createLoader(() => import('./session-cookie-copies.js'))

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
  const session = current && (await extendSession(ctx, adapter, { ...current, ...readOptions }))
  if (!session) {
    clearSessionCookie(ctx)
    return null
  }
  if (isLegacy && !readOptions.readOnly) setSessionCookie(ctx, session.sessionToken, session.expires)
  return await buildDatabaseSession(ctx, { ...current, session }, readOptions)
}

function readTokens({ jar, cookieOptions }: Context): string[] {
  return [...listSessionCookieCandidates(jar, cookieOptions.sessionToken.name)]
}

/** Returns the tokens of all cookies, also of those with a former name, and of NextAuth 4, that are not accepted. */
async function readAllTokens(ctx: Context): Promise<string[]> {
  const { listSessionCookieNames } = await loadCookieCopies()
  return [...new Set(listSessionCookieNames(ctx).flatMap(name => listSessionCookieCandidates(ctx.jar, name)))]
}

/** The scopes of several cookies are unknown. A single one is that of the configuration, or its session is deleted. */
function listSentScopes(ctx: Context): readonly null[] {
  return listCandidatesByDuplicate(ctx.jar, ctx.cookieOptions.sessionToken.name).length > 1 ? [null] : []
}

/** @param storedSession the session, if it was read before */
async function findStoredSession(
  ctx: Context,
  adapter: WrappedAdapter,
  storedSession: AdapterSession | null | undefined,
): Promise<Pick<ActiveSession, 'session' | 'evidence'> | null> {
  return storedSession ? { session: storedSession } : (await findSession(ctx, adapter)).active
}

interface SessionLookup {
  /** The active session that ends last, which is the newest. After the `domain` or `path` changed, the browser has several cookies. */
  readonly active: ActiveSession | null
  /** The tokens of sessions that expired or cannot be read. */
  readonly expired: readonly string[]
  /** Whether the cookie is that of NextAuth 4. Latchkey's is then set. */
  readonly isLegacy: boolean
}

async function findSession(ctx: Context, adapter: WrappedAdapter): Promise<SessionLookup> {
  const ownTokens = readTokens(ctx)
  const isLegacyRead = ctx.settings.legacySessions !== null && ownTokens.length === 0
  const legacyTokens = isLegacyRead ? readLegacySessionTokens(ctx) : []
  const isLegacy = legacyTokens.length > 0
  const expired: string[] = []
  let newest: ActiveSession | null = null
  for (const token of [...ownTokens, ...legacyTokens]) {
    const record = await adapter.getSessionAndUser(token)
    if (!hasSession(record)) continue
    const active = await withEvidence(ctx, parseSession(ctx.settings, record))
    if (!active || !(await isReadable(ctx, active))) expired.push(token)
    else if (!newest || active.session.expires >= newest.session.expires) newest = active
  }
  return { active: newest, expired, isLegacy }
}

/** Each reader of a session must know whether an administrator acts as its user. */
async function withEvidence(ctx: Context, active: ActiveSession | null): Promise<ActiveSession | null> {
  if (!active || !canImpersonate(ctx.settings)) return active
  return { ...active, evidence: await readSessionEvidence(ctx, active.session.sessionToken) }
}

/** A session that was ended, or that a policy ends, is treated as expired. */
async function isReadable(ctx: Context, { session, user, evidence }: ActiveSession): Promise<boolean> {
  if (getExpiry(ctx.settings, session) <= Date.now()) return false
  const control = await ctx.services.loadSessionControl?.()
  const act = evidence?.act
  // An administrator acts as a user for as long as their own session exists, and no longer than said at the start.
  if (act && act.expires * 1000 <= Date.now()) return false
  if (act && !(await control?.hasSession(ctx.settings, act.sub, act.sessionId))) return false
  return !control || (await control.checkStoredSession(ctx, session, user)) !== 'ended'
}

/** Records a session that was stored or extended, if sessions can be listed and ended. */
async function registerSession(ctx: Context, issue: StoredIssue): Promise<void> {
  await (await ctx.services.loadSessionControl?.())?.registerStoredSession(ctx, issue)
}

type ExtendParams = Omit<SessionReadOptions, 'view'> & Omit<ActiveSession, 'user'>

/**
 * Extends the session if it is due. `updateSession` only changes an existing record and never recreates a
 * deleted one. Null if the session was deleted meanwhile.
 */
async function extendSession(
  ctx: Context,
  adapter: WrappedAdapter,
  { session, evidence, update, readOnly }: ExtendParams,
): Promise<AdapterSession | null> {
  const current = { ...session, expires: new Date(getExpiry(ctx.settings, session)) }
  const lifetime = readOnly || evidence?.act ? null : extendLifetimeIfDue(ctx.settings, session, update)
  if (!lifetime) return current
  const extended = { ...session, ...lifetime }
  await registerSession(ctx, { session: extended, previous: session, isExtended: true })
  const { sessionToken } = session
  if (!(await updateSession(adapter, { sessionToken, ...lifetime }))) {
    // The session was registered again a moment ago.
    await deleteStaleSession(ctx, adapter, sessionToken)
    return null
  }
  setSessionCookie(ctx, sessionToken, lifetime.expires)
  return extended
}

/** Deletes the session before the response reports the sign-out. */
async function revokeSession(ctx: Context, adapter: WrappedAdapter, token: string): Promise<void> {
  try {
    await (await ctx.services.loadSessionControl?.())?.endStoredSession(ctx, token)
    // Published adapters do not return what they delete, and plugins need the user of the event.
    const known = ctx.services.notifyPlugins ? await adapter.getSessionAndUser(token) : null
    const session = await deleteSession(adapter, token)
    if (session !== null) await ctx.settings.emit('signOut', { session: session ?? known?.session }, ctx)
  } catch (error) {
    throw new SignOutError(toError(error))
  }
}
