import type { Session } from '../types/session.js'

/** Something that may have changed the session. */
export interface News {
  readonly trigger: 'signin' | 'signout' | 'update' | 'getSession'
  /** The session as it is now, when that is known; undefined when it has to be asked for. */
  readonly session?: Session | null | undefined
  /** Whom another tab sees; null for nobody, undefined when it did not say. */
  readonly who?: Who | null | undefined
}

/** Whom a session is about, roughly: enough to see that two tabs do not agree. */
export interface Who {
  readonly id: string | undefined
  readonly name: string
}

/** Passes news around, in this tab and to the others that have the same server. */
export interface Newsroom {
  /** Counts what changed: an answer that was asked for before the last change is out of date. */
  readonly edition: number
  /** Tells the listeners in this tab. */
  tell(news: News): void
  /** Tells the other tabs, without the session: each of them asks for itself. */
  spread(news: News): void
  /** @returns ends the listening */
  listen(listener: (news: News) => void): () => void
}

/**
 * @param name of the channel between the tabs; those of two servers must not hear each other
 */
export function openNewsroom(name: string): Newsroom {
  const listeners = new Set<(news: News) => void>()
  let channel: BroadcastChannel | undefined
  let edition = 0
  const tell = (news: News) => {
    if (news.trigger !== 'getSession') edition += 1
    for (const listener of [...listeners]) listener(news)
  }
  const open = () => new BroadcastChannel(name)
  return {
    get edition() {
      return edition
    },
    tell,
    spread({ trigger, who }) {
      if (!globalThis.BroadcastChannel) return
      // One that is not listening need not stay open; one that listens must not hear itself.
      const sender = channel ?? open()
      sender.postMessage({ event: 'session', data: { trigger, who } })
      if (sender !== channel) sender.close()
    },
    listen(listener) {
      if (listeners.size === 0 && globalThis.BroadcastChannel) {
        channel = open()
        channel.onmessage = ({ data }: { data: { data: News } }) => tell(fromElsewhere(data.data))
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
function fromElsewhere({ trigger, who }: News): News {
  return trigger === 'signout' ? { trigger, session: null } : { trigger, who }
}

export function whoIs(session: Session | null): Who | null {
  if (!session) return null
  const { id, email, name } = session.user ?? {}
  return { id, name: email ?? name ?? '' }
}

/** By name, and by id where both know it: what a server writes into a page has one, what it answers mostly not. */
export function isSamePerson(one: Who | null, other: Who | null): boolean {
  const isKnown = one?.id && other?.id
  return one?.name === other?.name && (!isKnown || one.id === other.id)
}
