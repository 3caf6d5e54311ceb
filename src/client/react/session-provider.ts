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
  version,
} from 'react'
import type { Session } from '../../types/session.js'
import { type ClientSessionStore, createSessionStore, type RefetchOptions } from '../session-store.js'
import { selectDefaultClient } from './default-client.js'
import { AuthUrlContext, SessionContext, type SessionContextValue } from './session-context.js'

/** Props of {@link SessionProvider}. */
export interface SessionProviderProps extends RefetchOptions {
  /** The components that use the session. */
  children?: ReactNode
  /** Session that the server read, `null` for visitors; no request is sent then. @default requests it */
  session?: Session | null | undefined
  /**
   * Path of the auth actions. Once this component is rendered, it also applies to the functions that are called outside of
   * components. Later changes have no effect. @default '/api/auth'
   */
  basePath?: string | undefined
}

/**
 * Provides the session to the components below it. On a server it renders `session` and sends no request.
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
  assertSupportedReact()
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

/** Named here, because React 17 fails with a `TypeError` that mentions neither the package nor the version. */
function assertSupportedReact(): void {
  if (typeof useSyncExternalStore !== 'function')
    throw new Error(
      `latchkey/react requires React 18 or newer, and ${version} is installed. Update react and react-dom.`,
    )
}

/** Applies a new value of the `session` prop, for example after a server render. */
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
