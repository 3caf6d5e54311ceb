import { InvalidConfig } from '../../errors.js'
import type { AdapterSession, AdapterUser } from '../../types/adapter.js'
import type { Awaitable } from '../../types/common.js'
import type { Context, CurrentToken, SessionIdentity, SessionStatus, Settings } from '../../types/context.js'
import type { CurrentActor } from '../../types/evidence.js'
import type { JWT } from '../../types/jwt.js'
import type { PolicySession } from '../../types/plugin.js'
import { rethrowAsSessionUnavailable } from '../session-result.js'
import { readActorClaims } from '../session-token.js'
import { getSessionState } from './ended-sessions.js'
import { canListSessions, digestSessionToken, identifyToken, readSessionClaims } from './session-identity.js'
import { hasSession, readSessionEpoch } from './session-registry.js'

/** Returns the token with what names its session, or null if that was ended. */
export function checkToken(ctx: Context, found: CurrentToken): Promise<CurrentToken | null> {
  return rethrowAsSessionUnavailable(async () => {
    const { settings } = ctx
    const { token, isLegacy } = found
    if (!(await isActorPresent(settings, readActorClaims(token)))) return null
    const identity = await identifyToken(settings, token)
    const status = identity ? await getStatus(settings, identity, () => identity.epoch) : 'active'
    if (status === 'ended') return null
    if (hasSessionPolicies(settings) && !(await isAllowed(ctx, toTokenSession(token, identity)))) return null
    if (!identity) return found
    const sessionClaims = readSessionClaims(settings, token)
    return { token, isLegacy, isRetired: status === 'retired', identity, sessionClaims }
  })
}

/** An administrator acts as a user for as long as their own session exists. */
async function isActorPresent(settings: Settings, act: CurrentActor | undefined): Promise<boolean> {
  return !act || (settings.revocation !== null && (await hasSession(settings, act.sub, act.sessionId)))
}

/** Returns whether a stored session can be read. Adapters that can list sessions delete those that ended, so only policies are asked. */
export function checkStoredSession(
  ctx: Context,
  session: AdapterSession,
  user: AdapterUser,
): Promise<SessionStatus> {
  return rethrowAsSessionUnavailable(async () => {
    const { settings } = ctx
    const id = settings.revocation ? await digestSessionToken(session.sessionToken) : undefined
    const status =
      id === undefined || canListSessions(settings)
        ? 'active'
        : await getStatus(settings, { id, userId: session.userId }, () => readSessionEpoch(settings, id))
    if (status === 'ended' || !hasSessionPolicies(settings)) return status
    return (await isAllowed(ctx, toStoredSession(ctx, { session, user, id }))) ? status : 'ended'
  })
}

/** @param readEpoch called only if the sessions of the user ended at some time */
async function getStatus(
  settings: Settings,
  session: Pick<SessionIdentity, 'id' | 'userId'>,
  readEpoch: () => Awaitable<number>,
): Promise<SessionStatus> {
  const { end, user } = await getSessionState(settings, session)
  if (end && end.endsAt <= Date.now()) return 'ended'
  const isCurrent =
    user.epoch === 0 || user.kept.includes(session.id) || (end?.epoch ?? (await readEpoch())) >= user.epoch
  if (!isCurrent) return 'ended'
  return end ? 'retired' : 'active'
}

function hasSessionPolicies({ plugins }: Settings): boolean {
  return plugins.some(({ sessionPolicies }) => sessionPolicies?.length)
}

/** Requests whose policies are being asked. A policy that reads the session does not ask all of them again. */
const running = new WeakSet<Context>()

async function isAllowed(ctx: Context, session: PolicySession): Promise<boolean> {
  if (running.has(ctx)) return true
  running.add(ctx)
  try {
    return await applySessionPolicies(ctx, session)
  } finally {
    running.delete(ctx)
  }
}

async function applySessionPolicies(ctx: Context, session: PolicySession): Promise<boolean> {
  for (const plugin of ctx.settings.plugins) {
    if (!plugin.sessionPolicies?.length) continue
    const pluginContext = await ctx.services.createPluginContext(ctx, plugin)
    for (const policy of plugin.sessionPolicies) {
      const decision: unknown = await policy(pluginContext, session)
      if (decision === 'end') return false
      if (decision !== 'allow') throw createDecisionError(plugin.id, decision)
    }
  }
  return true
}

function createDecisionError(id: string, decision: unknown): InvalidConfig {
  return new InvalidConfig(
    `A session policy of the plugin "${id}" returned ${JSON.stringify(decision)}. Return 'allow' or 'end'.`,
  )
}

function toTokenSession({ sub, session_start, iat }: JWT, identity: SessionIdentity | null): PolicySession {
  return {
    userId: identity?.userId ?? sub ?? '',
    ...(identity && { id: identity.id }),
    user: null,
    startedAt: typeof session_start === 'number' ? session_start : null,
    extendedAt: iat ?? null,
  }
}

interface StoredSession {
  readonly session: AdapterSession
  readonly user: AdapterUser
  readonly id: string | undefined
}

function toStoredSession({ settings }: Context, { session, user, id }: StoredSession): PolicySession {
  const { userId, expires, startedAt } = session
  return {
    userId,
    ...(id !== undefined && { id }),
    user,
    startedAt: startedAt ? toSeconds(startedAt) : null,
    extendedAt: toSeconds(expires) - settings.session.maxAge,
  }
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
