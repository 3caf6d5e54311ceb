import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, AdapterSession } from '../types/adapter.js'
import type { SessionStore } from '../types/session-store.js'

/** An adapter that kept sessions before a store was put in front of it. */
type Behind = Adapter & Required<Pick<Adapter, 'getSessionAndUser'>>

export function keptSessions(adapter: Adapter): adapter is Behind {
  return typeof adapter.getSessionAndUser === 'function'
}

/**
 * The methods of sessions that lie in two places: new ones in front, and those from before behind, where they stay until
 * they end. A session is never moved, because somebody who signs out meanwhile would find it alive again.
 *
 * What is behind is read before it is changed: many a published adapter rejects a change of what is not there.
 */
export function inTwoPlaces(front: SessionStore, behind: Behind) {
  return {
    async updateSession(session) {
      const { sessionToken, startedAt } = session
      const updated = await front.updateSession(session)
      if (updated || (await front.getSession(sessionToken))) return updated
      const found = await behind.getSessionAndUser(sessionToken)
      if (!found) return null
      // Prolonged without its start it would begin anew each time, and outlive every limit.
      if (startedAt && !behind.keepsSessionStart) return found.session
      return having(behind, 'updateSession').updateSession(session)
    },

    async deleteSession(sessionToken) {
      const gone = (await front.deleteSession(sessionToken)) as AdapterSession | null | undefined
      const found = await behind.getSessionAndUser(sessionToken)
      if (!found) return gone
      await having(behind, 'deleteSession').deleteSession(sessionToken)
      return gone ?? found.session
    },

    async deleteSessionsByUserId(userId, options) {
      const gone = await front.deleteSessionsByUserId(userId, options)
      return gone + (await having(behind, 'deleteSessionsByUserId').deleteSessionsByUserId(userId, options))
    },

    ...(front.listSessionsByUserId && {
      async listSessionsByUserId(userId: string) {
        const old = await having(behind, 'listSessionsByUserId').listSessionsByUserId(userId)
        return [...((await front.listSessionsByUserId?.(userId)) ?? []), ...old]
      },
    }),
  } satisfies Adapter
}

/** To pass over what this adapter cannot do would leave a session alive that should have ended. */
function having<M extends AdapterMethod>(adapter: Adapter, method: M): Required<Pick<Adapter, M>> {
  if (has(adapter, method)) return adapter
  throw new AdapterError(
    `The adapter that keeps the users has no \`${method}\`, and sessions from before may be there. Give it one, or end them: compose({ users, sessions, legacySessions: false }).`,
  )
}

function has<M extends AdapterMethod>(
  adapter: Adapter,
  method: M,
): adapter is Adapter & Required<Pick<Adapter, M>> {
  return typeof adapter[method] === 'function'
}
