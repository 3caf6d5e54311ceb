import { AdapterError } from '../errors.js'
import type { Adapter, AdapterMethod, AdapterSession } from '../types/adapter.js'
import type { AdapterSessionStore } from '../types/adapter-session-store.js'

/** An adapter that stored sessions before `composeAdapters` was used. */
type PreviousAdapter = Adapter & Required<Pick<Adapter, 'getSessionAndUser'>>

export function supportsSessions(adapter: Adapter): adapter is PreviousAdapter {
  return typeof adapter.getSessionAndUser === 'function'
}

/**
 * Creates the session methods for two stores. New sessions are in the session store; existing ones stay in the legacy
 * adapter until they expire. A session is never moved: a concurrent sign-out could otherwise be undone.
 *
 * A legacy session is read before it is changed, because many published adapters reject a change of a missing record.
 */
export function createPreviousSessionMethods(
  sessionStore: AdapterSessionStore,
  legacyAdapter: PreviousAdapter,
) {
  return {
    async updateSession(session) {
      const { sessionToken, startedAt } = session
      const updated = await sessionStore.updateSession(session)
      if (updated || (await sessionStore.getSession(sessionToken))) return updated
      const legacySession = await legacyAdapter.getSessionAndUser(sessionToken)
      if (!legacySession) return null
      // Without a stored start, each extension would restart the session, and no absolute limit would apply.
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

/** Throws if the method is missing: skipping it would leave a session active that should end. */
function requireMethod<M extends AdapterMethod>(adapter: Adapter, method: M): Required<Pick<Adapter, M>> {
  if (hasMethod(adapter, method)) return adapter
  throw new AdapterError(
    `composeAdapters cannot update existing sessions: the \`users\` adapter has no \`${method}\`. Implement it, or set \`readSessionsFromUsers: false\` to end those sessions.`,
  )
}

function hasMethod<M extends AdapterMethod>(
  adapter: Adapter,
  method: M,
): adapter is Adapter & Required<Pick<Adapter, M>> {
  return typeof adapter[method] === 'function'
}
