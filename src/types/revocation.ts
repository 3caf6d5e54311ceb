/** Options of sessions that can be ended before they expire. */
export interface RevocationOptions {
  /**
   * Seconds for which a session can still be read after it was ended: the maximum age of an answer of the record store. 0 asks the
   * store at each read.
   *
   * @default none: required
   * @error InvalidConfig unless it is from 0 to 60
   */
  readonly maxStale: number
  /**
   * Seconds since the user last passed a sign-in method, within which they can end other sessions. `Infinity` allows it at any time.
   *
   * @default 900
   * @error InvalidConfig unless it is positive
   */
  readonly maxAuthAge?: number | undefined
}

/** A session of a user, for a page that lists where they are signed in. It contains no secret. */
export interface ListedSession {
  /** Names the session in `end`. It is not the token. */
  readonly id: string
  /** Whether it is the session of the request. */
  readonly isCurrent: boolean
  /** When the user signed in. Null for a session from before `revocation` was set. */
  readonly createdAt: Date | null
  /** The hour in which the session was last extended. */
  readonly lastSeenAt: Date | null
  /** The browser and the system, such as `Firefox on Windows`. Clients choose what they send, so escape it. Null if unknown. */
  readonly device: string | null
  /** The network of the client, such as `192.0.2.0/24`. Null if its address is unknown. */
  readonly ipPrefix: string | null
  /** The id of the provider or plugin that the user signed in with. Null if unknown. */
  readonly method: string | null
  /** Set for a session in which an administrator acts as the user. */
  readonly isImpersonated?: true | undefined
}
