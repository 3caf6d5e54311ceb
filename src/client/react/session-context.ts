'use client'

import { createContext } from 'react'
import type { SessionUnavailable } from '../../errors.js'
import type { Session } from '../../types/session.js'
import type { Untyped } from '../../types/untyped.js'

/** Sends `value` to the callbacks of the app with the trigger `update`. Without a value, reads the session again. */
export type UpdateSession<S = Session> = (...update: [value?: Untyped]) => Promise<S | null>

interface SessionBase<S> {
  readonly update: UpdateSession<S>
  /**
   * Error of the last session request; `null` if it succeeded. `data` keeps the last known session. Optional, so that app tests can
   * provide the value of Auth.js, which does not have it.
   */
  readonly error?: SessionUnavailable | null | undefined
}

interface SignedIn<S> extends SessionBase<S> {
  readonly data: S
  readonly status: 'authenticated'
}

interface Loading<S> extends SessionBase<S> {
  readonly data: null
  readonly status: 'loading'
}

interface SignedOut<S> extends SessionBase<S> {
  readonly data: null
  readonly status: 'unauthenticated'
}

/** Return value of {@link useSession}. If a session is required, `status` is never `unauthenticated`. */
export type SessionContextValue<Required extends boolean = false, S = Session> =
  | SignedIn<S>
  | Loading<S>
  | (Required extends true ? never : SignedOut<S>)

/** Context that {@link SessionProvider} sets and {@link useSession} reads; undefined outside of a provider. */
export const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** URL in front of the auth actions. */
export const AuthUrlContext = createContext('')
