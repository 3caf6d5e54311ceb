import type { User } from './user.js'

/** An ISO 8601 instant. */
export type ISODateString = string

/** What a client may know of a session. Extend {@link Session}, not this. */
export interface DefaultSession {
  user?: User | undefined
  /** When the session ends, unless it is used before. */
  expires: ISODateString
}

/** A session as clients see it. Extend by `declare module 'latchkey/types' { interface Session { … } }`. */
export interface Session extends DefaultSession {}
