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
import { type ClientSessionStore, createSessionStore, type RefetchOptions } from '../session-store.js'
import { selectDefaultClient } from './default-client.js'
import { AuthUrlContext, SessionContext, type SessionContextValue } from './session-context.js'

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
  ...refetchOptions
}: SessionProviderProps): ReactElement {
  const [{ authUrl, store: sessionStore }] = useState(() => {
    const client = selectDefaultClient(basePath)
    return { authUrl: client.authUrl, store: createSessionStore(client, { session, ...refetchOptions }) }
  })
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getInitial)
  useSessionProp(sessionStore, session)
  useRefetchOptions(sessionStore, refetchOptions)
  const value = useMemo(
    () => ({ ...state, update: sessionStore.update }) as SessionContextValue,
    [state, sessionStore],
  )
  const inner = createElement(SessionContext.Provider, { value }, children)
  return createElement(AuthUrlContext.Provider, { value: authUrl }, inner)
}

/** A server that renders the page anew gives a new session. */
function useSessionProp(sessionStore: ClientSessionStore, session: Session | null | undefined): void {
  const sessionJson = JSON.stringify(session)
  const lastSessionJson = useRef(sessionJson)
  useEffect(() => {
    if (lastSessionJson.current === sessionJson) return
    lastSessionJson.current = sessionJson
    if (sessionJson !== undefined) sessionStore.setSession(JSON.parse(sessionJson))
  }, [sessionStore, sessionJson])
}

function useRefetchOptions(sessionStore: ClientSessionStore, refetchOptions: RefetchOptions): void {
  const { refetchInterval, refetchOnWindowFocus, refetchWhenOffline } = refetchOptions
  useEffect(
    () => sessionStore.configure({ refetchInterval, refetchOnWindowFocus, refetchWhenOffline }),
    [sessionStore, refetchInterval, refetchOnWindowFocus, refetchWhenOffline],
  )
}
