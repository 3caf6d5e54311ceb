import type { Session } from '../types/session.js'

/** Something that may have changed the session. */
export interface SessionEvent {
  readonly trigger: 'signin' | 'signout' | 'update' | 'getSession'
  /** The session as it is now, when that is known; undefined when it has to be asked for. */
  readonly session?: Session | null | undefined
  /** Whom another tab sees; null for nobody, undefined when it did not say. */
  readonly who?: UserRef | null | undefined
}

/** Whom a session is about, roughly: enough to see that two tabs do not agree. */
export interface UserRef {
  readonly id: string | undefined
  readonly name: string
}

/** Passes news around, in this tab and to the others that have the same server. */
export interface SessionChannel {
  /** Counts what changed: an answer that was asked for before the last change is out of date. */
  readonly version: number
  /** Tells the listeners in this tab. */
  emit(event: SessionEvent): void
  /** Tells the other tabs, without the session: each of them asks for itself. */
  broadcast(event: SessionEvent): void
  /** @returns ends the listening */
  subscribe(listener: (event: SessionEvent) => void): () => void
}

/**
 * @param name of the channel between the tabs; those of two servers must not hear each other
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
    broadcast({ trigger, who }) {
      if (!globalThis.BroadcastChannel) return
      // One that is not listening need not stay open; one that listens must not hear itself.
      const sendingChannel = channel ?? openChannel()
      sendingChannel.postMessage({ event: 'session', data: { trigger, who } })
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

/** That somebody signed out is known without asking. */
function toLocalEvent({ trigger, who }: SessionEvent): SessionEvent {
  return trigger === 'signout' ? { trigger, session: null } : { trigger, who }
}

export function toUserRef(session: Session | null): UserRef | null {
  if (!session) return null
  const { id, email, name } = session.user ?? {}
  return { id, name: email ?? name ?? '' }
}

/** By name, and by id where both know it: what a server writes into a page has one, what it answers mostly not. */
export function isSameUser(one: UserRef | null, other: UserRef | null): boolean {
  const haveIds = one?.id && other?.id
  return one?.name === other?.name && (!haveIds || one.id === other.id)
}
