'use client'

import {
  createElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Session } from '../../types/session.js'
import { createSessionStore, type RefetchOptions, type SessionStore } from '../session-store.js'
import { settleAt } from './default-client.js'
import { BaseContext, SessionContext, type SessionContextValue } from './session-context.js'

/** What {@link SessionProvider} takes. */
export interface SessionProviderProps extends RefetchOptions {
  children?: ReactNode
  /** The session that the server read, `null` for nobody: nothing is asked for then. @default asks for it */
  session?: Session | null | undefined
  /**
   * Where the server's actions lie; also for the functions that are called outside of components, from the moment that this
   * component is rendered. Fixed once it is. @default '/api/auth'
   */
  basePath?: string | undefined
}

/**
 * Gives the components below it the session. On a server it renders `session` and asks for nothing.
 *
 * @example
 * ```tsx
 * import { SessionProvider } from 'latchkey/react'
 * import type { Session } from 'latchkey/types'
 * import type { ReactNode } from 'react'
 *
 * export function Shell({ session, children }: { session: Session | null; children: ReactNode }) {
 *   return (
 *     <SessionProvider session={session} basePath="/auth" refetchInterval={300}>
 *       {children}
 *     </SessionProvider>
 *   )
 * }
 * ```
 */
export function SessionProvider({
  children,
  session,
  basePath,
  ...when
}: SessionProviderProps): ReactElement {
  const [{ base, store }] = useState(() => {
    const client = settleAt(basePath)
    return { base: client.base, store: createSessionStore(client, { session, ...when }) }
  })
  const state = useSyncExternalStore(store.subscribe, store.get, store.getInitial)
  useNewSession(store, session)
  useNewOptions(store, when)
  const value = useMemo(() => ({ ...state, update: store.update }) as SessionContextValue, [state, store])
  const inner = createElement(SessionContext.Provider, { value }, children)
  return createElement(BaseContext.Provider, { value: base }, inner)
}

/** A server that renders the page anew gives a new session. */
function useNewSession(store: SessionStore, session: Session | null | undefined): void {
  const text = JSON.stringify(session)
  const seen = useRef(text)
  useEffect(() => {
    if (seen.current === text) return
    seen.current = text
    if (text !== undefined) store.adopt(JSON.parse(text))
  }, [store, text])
}

function useNewOptions(store: SessionStore, when: RefetchOptions): void {
  const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline } = when
  useEffect(
    () => store.configure({ refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [store, refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )
}
