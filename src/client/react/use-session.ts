'use client'

import { useContext, useEffect, useRef } from 'react'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import { assertOptionNames } from '../option-names.js'
import { AuthUrlContext, SessionContext, type SessionContextValue } from './session-context.js'

/** Options of `useSession`. */
export interface UseSessionOptions<Required extends boolean = boolean> {
  /** Redirects visitors to the sign-in page. @default false */
  required?: Required | undefined
  /** Called instead of the redirect. */
  onUnauthenticated?: (() => void) | undefined
}

/**
 * Returns the session and a function to update it. `useSession<typeof auth>()` infers the session type from a server function:
 * any function that returns a promise of a session or `null`.
 *
 * @throws InvalidConfig if an option does not exist
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
export function useSession(options: UseSessionOptions = {}): SessionContextValue {
  assertOptionNames(options, { source: 'useSession', names: optionNames })
  const { required = false, onUnauthenticated } = options
  const value = useContext(SessionContext)
  if (!value) throw new Error('`useSession` requires a `<SessionProvider>`.')
  const mustSignIn = required && value.status === 'unauthenticated'
  useRedirectToSignIn(mustSignIn, onUnauthenticated)
  return mustSignIn ? { ...value, data: null, status: 'loading' } : value
}

const optionNames = ['required', 'onUnauthenticated']

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
