import type { Session } from '../types/session.js'

/** Event that may have changed the session. */
export interface SessionEvent {
  readonly trigger: 'signin' | 'signout' | 'update' | 'getSession'
  /** Session after the event; undefined if it has to be requested. */
  readonly session?: Session | null | undefined
  /** User of another tab; `null` for a visitor, undefined if unknown. */
  readonly user?: SessionUserKey | null | undefined
}

/** User of a session, with just enough detail to notice that two tabs differ. */
export interface SessionUserKey {
  readonly id: string | undefined
  readonly emailOrName: string
}

/** Distributes session events in this tab and to other tabs of the same server. */
export interface SessionChannel {
  /** Number of changes so far. A response to a request sent before the last change is outdated. */
  readonly version: number
  /** Notifies the listeners in this tab. */
  emit(event: SessionEvent): void
  /** Notifies the other tabs, without the session: each of them requests it. */
  broadcast(event: SessionEvent): void
  /** Adds a listener. @returns function that removes it */
  subscribe(listener: (event: SessionEvent) => void): () => void
}

/**
 * Client object with its session channel, which the public type `Client` does not show. It is a property, so that copies of a
 * client (`{ ...client }`) have it too.
 */
export interface WithSessionChannel {
  /** Undefined for clients that `createClient` did not create, such as test doubles. */
  readonly channel?: SessionChannel
}

/**
 * Creates a channel for the events of one server.
 *
 * @param name name of the `BroadcastChannel`, different for each server
 */
export function createSessionChannel(name: string): SessionChannel {
  const listeners = new Set<(event: SessionEvent) => void>()
  let channel: BroadcastChannel | undefined
  let version = 0
  const emit = (event: SessionEvent) => {
    if (event.trigger !== 'getSession') version += 1
    for (const listener of [...listeners]) listener(event)
  }
  const openChannel = () => new BroadcastChannel(name)
  return {
    get version() {
      return version
    },
    emit,
    broadcast({ trigger, user }) {
      if (!globalThis.BroadcastChannel) return
      // A BroadcastChannel does not receive its own messages, so a listening tab must send on the channel it listens to.
      const sendingChannel = channel ?? openChannel()
      sendingChannel.postMessage({ event: 'session', data: { trigger, user } })
      if (sendingChannel !== channel) sendingChannel.close()
    },
    subscribe(listener) {
      if (listeners.size === 0 && globalThis.BroadcastChannel) {
        channel = openChannel()
        channel.onmessage = ({ data }: { data: { data: SessionEvent } }) => emit(toLocalEvent(data.data))
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        channel?.close()
        channel = undefined
      }
    },
  }
}

/** Converts an event of another tab. After a sign-out the session is known without a request. */
function toLocalEvent({ trigger, user }: SessionEvent): SessionEvent {
  return trigger === 'signout' ? { trigger, session: null } : { trigger, user }
}

export function toSessionUserKey(session: Session | null): SessionUserKey | null {
  if (!session) return null
  const { id, email, name } = session.user ?? {}
  return { id, emailOrName: email ?? name ?? '' }
}

/**
 * Compares two users by email, or by name without an email, and by id if both have one. A session that the server rendered has an id, the response of the
 * session action usually has not.
 */
export function isSameUser(one: SessionUserKey | null, other: SessionUserKey | null): boolean {
  const haveIds = one?.id && other?.id
  return one?.emailOrName === other?.emailOrName && (!haveIds || one.id === other.id)
}
