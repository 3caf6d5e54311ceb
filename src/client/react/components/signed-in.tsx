'use client'

import { type ReactNode, useEffect, useReducer } from 'react'
import type { Session } from '../../../types/session.js'
import { getRemainingMs, isRequirementMet, type ProtectRequirement } from '../../components/requirement.js'
import { useSession } from '../use-session.js'

/** Props of {@link SignedIn} and {@link SignedOut}. */
export interface SignedInProps {
  children?: ReactNode
}

/**
 * Shows its content to signed-in users. Until the session is known, it shows nothing.
 *
 * It only hides: protect data on the server.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { SignedIn, SignedOut, UserButton } from 'latchkey/react'
 *
 * export const Header = () => (
 *   <header>
 *     <SignedIn><UserButton /></SignedIn>
 *     <SignedOut><a href="/api/auth/signin">Sign in</a></SignedOut>
 *   </header>
 * )
 * ```
 */
export function SignedIn({ children }: SignedInProps): ReactNode {
  return useSession().status === 'authenticated' ? children : null
}

/**
 * Shows its content to visitors. Until the session is known, it shows nothing.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { SignedOut } from 'latchkey/react'
 *
 * export const Hint = () => <SignedOut>Sign in to see your orders.</SignedOut>
 * ```
 */
export function SignedOut({ children }: SignedInProps): ReactNode {
  return useSession().status === 'unauthenticated' ? children : null
}

/** Props of {@link Protect}. */
export interface ProtectProps<S extends Session = Session> extends ProtectRequirement<S> {
  children?: ReactNode
  /** Shown to visitors, and to users whose session is not sufficient. @default nothing */
  fallback?: ReactNode
}

/**
 * Shows its content if the session meets a requirement. Until the session is known, it shows nothing.
 *
 * It only hides: protect data on the server, with `requireAuth`.
 *
 * @throws Error outside of a `SessionProvider`
 *
 * @example
 * ```tsx
 * import { Protect } from 'latchkey/react'
 *
 * export const AdminLink = () => (
 *   <Protect condition={session => session.user?.email?.endsWith('@acme.example') ?? false} fallback={<p>Staff only</p>}>
 *     <a href="/admin">Administration</a>
 *   </Protect>
 * )
 * ```
 */
export function Protect<S extends Session = Session>({
  children,
  fallback = null,
  ...requirement
}: ProtectProps<S>): ReactNode {
  const { status, data } = useSession<S>()
  const session = data as S | null
  useExpiry(session && getRemainingMs(session, requirement))
  if (status === 'loading') return null
  return session && isRequirementMet(session, requirement) ? children : fallback
}

/** Renders again when `maxAge` has passed. */
function useExpiry(remainingMs: number | null): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (remainingMs === null) return
    const timer = setTimeout(renderAgain, remainingMs)
    return () => clearTimeout(timer)
  }, [remainingMs])
}
