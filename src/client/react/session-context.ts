'use client'

import { createContext } from 'react'
import type { SessionUnavailable } from '../../errors.js'
import type { Session } from '../../types/session.js'

/** Sends `value` to the app's callbacks with the trigger `update`; without one, reads the session anew. */
export type UpdateSession<S = Session> = (value?: unknown) => Promise<S | null>

interface SessionBase<S> {
  readonly update: UpdateSession<S>
  /** Why the last question was not answered; null when it was. What was known before is still shown. */
  readonly error: SessionUnavailable | null
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

/** What {@link useSession} gives. Where a session is required, nobody stays to see `unauthenticated`. */
export type SessionContextValue<Required extends boolean = false, S = Session> =
  | SignedIn<S>
  | Loading<S>
  | (Required extends true ? never : SignedOut<S>)

/** Where {@link SessionProvider} puts what {@link useSession} gives; undefined outside of one. */
export const SessionContext = createContext<SessionContextValue | undefined>(undefined)

/** In front of the actions. */
export const AuthUrlContext = createContext('')
