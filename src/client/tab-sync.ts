import type { Session } from '../types/session.js'
import { isSameUser, type SessionChannel, toUserRef } from './session-events.js'

/**
 * Key of the session channel of a client, which the public type `Client` does not show. The symbol is registered, so that a
 * second copy of this module on the page finds the channel too.
 */
export const sessionChannel: unique symbol = Symbol.for('latchkey.session-channel')

/** Client object with its session channel. */
export interface WithSessionChannel {
  readonly [sessionChannel]: SessionChannel
}

/** Announces the user of this tab to the other tabs. Tabs with another user request the session. */
export function syncTabs(client: object, session: Session | null): void {
  getSessionChannel(client)?.broadcast({ trigger: 'getSession', who: toUserRef(session) })
}

/**
 * Applies a session that the server sent outside of the client, for example with a page that it rendered again. Responses
 * to earlier requests are discarded.
 *
 * @param before session shown until now; the other tabs are notified if its user differs. Undefined if unknown
 */
export function setSession(
  client: object,
  session: Session | null,
  before: Session | null | undefined,
): void {
  const channel = getSessionChannel(client)
  const user = toUserRef(session)
  channel?.emit({ trigger: 'update', session })
  if (before !== undefined && !isSameUser(toUserRef(before), user))
    channel?.broadcast({ trigger: 'update', who: user })
}

/** Returns undefined for clients that `createClient` did not create, such as test doubles. */
function getSessionChannel(client: Partial<WithSessionChannel>): SessionChannel | undefined {
  return client[sessionChannel]
}
