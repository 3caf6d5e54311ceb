import type { SessionAssurance } from './evidence.js'
import type { User } from './user.js'

/** A time in ISO 8601 format. */
export type ISODateString = string

/** The session data that clients receive. Extend {@link Session} instead of this interface. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session ends, unless it is used before. */
  expires: ISODateString
}

/**
 * A session as clients see it. Extend by `declare module 'latchkey/types' { interface Session { … } }`. Only server code receives the
 * members of {@link SessionAssurance}.
 */
export interface Session extends DefaultSession, SessionAssurance {}
