import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, AdapterSession } from '../types/adapter.js'
import type { AdapterSessionStore } from '../types/adapter-session-store.js'

/** An adapter that kept sessions before a store was put in front of it. */
type LegacyAdapter = Adapter & Required<Pick<Adapter, 'getSessionAndUser'>>

export function hasLegacySessions(adapter: Adapter): adapter is LegacyAdapter {
  return typeof adapter.getSessionAndUser === 'function'
}

/**
 * The methods of sessions that lie in two places: new ones in front, and those from before behind, where they stay until
 * they end. A session is never moved, because somebody who signs out meanwhile would find it alive again.
 *
 * What is behind is read before it is changed: many a published adapter rejects a change of what is not there.
 */
export function withLegacyFallback(sessionStore: AdapterSessionStore, legacyAdapter: LegacyAdapter) {
  return {
    async updateSession(session) {
      const { sessionToken, startedAt } = session
      const updated = await sessionStore.updateSession(session)
      if (updated || (await sessionStore.getSession(sessionToken))) return updated
      const legacySession = await legacyAdapter.getSessionAndUser(sessionToken)
      if (!legacySession) return null
      // Prolonged without its start it would begin anew each time, and outlive every limit.
      if (startedAt && !legacyAdapter.storesSessionStart) return legacySession.session
      return requireMethod(legacyAdapter, 'updateSession').updateSession(session)
    },

    async deleteSession(sessionToken) {
      const deleted = (await sessionStore.deleteSession(sessionToken)) as AdapterSession | null | undefined
      const legacySession = await legacyAdapter.getSessionAndUser(sessionToken)
      if (!legacySession) return deleted
      await requireMethod(legacyAdapter, 'deleteSession').deleteSession(sessionToken)
      return deleted ?? legacySession.session
    },

    async deleteSessionsByUserId(userId, options) {
      const deleted = await sessionStore.deleteSessionsByUserId(userId, options)
      return (
        deleted +
        (await requireMethod(legacyAdapter, 'deleteSessionsByUserId').deleteSessionsByUserId(userId, options))
      )
    },

    ...(sessionStore.listSessionsByUserId && {
      async listSessionsByUserId(userId: string) {
        const legacySessions = await requireMethod(
          legacyAdapter,
          'listSessionsByUserId',
        ).listSessionsByUserId(userId)
        return [...((await sessionStore.listSessionsByUserId?.(userId)) ?? []), ...legacySessions]
      },
    }),
  } satisfies Adapter
}

/** To pass over what this adapter cannot do would leave a session alive that should have ended. */
function requireMethod<M extends AdapterMethod>(adapter: Adapter, method: M): Required<Pick<Adapter, M>> {
  if (hasMethod(adapter, method)) return adapter
  throw new AdapterError(
    `The adapter that keeps the users has no \`${method}\`, and sessions from before may be there. Give it one, or end them: composeAdapters({ users, sessions, legacySessions: false }).`,
  )
}

function hasMethod<M extends AdapterMethod>(
  adapter: Adapter,
  method: M,
): adapter is Adapter & Required<Pick<Adapter, M>> {
  return typeof adapter[method] === 'function'
}
