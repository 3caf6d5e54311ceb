'use client'

import { useContext, useEffect, useRef } from 'react'
import type { Session } from '../../types/session.js'
import type { InferSession } from '../infer-session.js'
import { AuthUrlContext, SessionContext, type SessionContextValue } from './session-context.js'

/** Whether somebody has to be signed in. */
export interface UseSessionOptions<Required extends boolean = boolean> {
  /** Sends visitors who are not signed in to the sign-in page. @default false */
  required?: Required | undefined
  /** Is called in place of that. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * The session, and how to change it. `useSession<typeof auth>()` has the type of what a function of the server gives; any
 * function that promises a session or `null` will do.
 *
 * @throws Error outside of a {@link SessionProvider}
 *
 * @example
 * ```tsx
 * import { signOut, useSession } from 'latchkey/react'
 *
 * export function Account() {
 *   const { data, status, update } = useSession({ required: true })
 *   if (status === 'loading') return <p>…</p>
 *   return (
 *     <p>
 *       {data.user?.name} <button onClick={() => update({ theme: 'dark' })}>Dark</button>
 *       <button onClick={() => signOut()}>Sign out</button>
 *     </p>
 *   )
 * }
 * ```
 */
export function useSession<Source = Session>(
  options: UseSessionOptions<true> & { required: true },
): SessionContextValue<true, InferSession<Source>>
export function useSession<Source = Session>(
  options?: UseSessionOptions,
): SessionContextValue<false, InferSession<Source>>
export function useSession({
  required = false,
  onUnauthenticated,
}: UseSessionOptions = {}): SessionContextValue {
  const value = useContext(SessionContext)
  if (!value) throw new Error('`useSession` needs a `<SessionProvider>` of latchkey/react around it.')
  const mustSignIn = required && value.status === 'unauthenticated'
  useRedirectToSignIn(mustSignIn, onUnauthenticated)
  return mustSignIn ? { ...value, data: null, status: 'loading' } : value
}

function useRedirectToSignIn(mustSignIn: boolean, onUnauthenticated: (() => void) | undefined): void {
  const authUrl = useContext(AuthUrlContext)
  const unauthenticatedCallback = useRef(onUnauthenticated)
  useEffect(() => {
    unauthenticatedCallback.current = onUnauthenticated
  })
  useEffect(() => {
    if (!mustSignIn) return
    if (unauthenticatedCallback.current) return unauthenticatedCallback.current()
    const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
    location.href = `${authUrl}/signin?${query}`
  }, [mustSignIn, authUrl])
}
