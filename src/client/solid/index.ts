/**
 * The session in a Solid app.
 *
 * @module
 */
import {
  type Accessor,
  createComponent,
  createContext,
  createEffect,
  createSignal,
  type JSX,
  on,
  onCleanup,
  type ParentProps,
  splitProps,
  useContext,
} from 'solid-js'
import type { InferSession } from '../../types/infer-session.js'
import type { Session } from '../../types/session.js'
import {
  type AppSessionOptions,
  createAppSession,
  type ObservedState,
  type SessionActions,
} from '../app-session.js'
import type { SessionState } from '../session-store.js'

export type { InferSession, PublicProvider, Session } from '../../types.js'
export type * from '../exports.js'

/** What {@link useSession} returns: accessors for the markup and effects, and functions. */
export interface SolidSession<S = Session>
  extends SessionActions<S>,
    ObservedState<Accessor<S | null>, Accessor<SessionState['status']>, Accessor<SessionState['error']>> {}

const SessionContext = createContext<SolidSession>()

/** Props of {@link SessionProvider}. */
export type SessionProviderProps = ParentProps<AppSessionOptions>

/**
 * Provides the session to the components below it. On a server it renders `session` and sends no request. A new value of `session` is
 * applied, for example after a server function. The other options are read once.
 *
 * @example
 * ```ts
 * import { SessionProvider } from 'latchkey/solid'
 * import { createComponent, type JSX } from 'solid-js'
 *
 * // In JSX: <SessionProvider basePath="/auth">{children}</SessionProvider>
 * export const withSession = (children: JSX.Element) => createComponent(SessionProvider, { basePath: '/auth', children })
 * ```
 */
export function SessionProvider(props: SessionProviderProps): JSX.Element {
  // Reading `children` here would create them outside of the context.
  const [, options] = splitProps(props, ['children'])
  const session = createSession(options)
  createEffect(
    on(
      () => props.session,
      changed => changed !== undefined && session.setSession(changed),
      { defer: true },
    ),
  )
  return createComponent(SessionContext.Provider, {
    value: session,
    get children() {
      return props.children
    },
  })
}

function createSession(options: AppSessionOptions): SolidSession {
  const { store, ...actions } = createAppSession(options)
  const [state, setState] = createSignal(store.get())
  onCleanup(store.subscribe(() => setState(store.get())))
  return {
    ...actions,
    data: () => state().data,
    status: () => state().status,
    error: () => state().error,
  }
}

/**
 * Returns the session and functions to change it. `useSession<typeof auth>()` infers the session type from a server function: any function
 * that returns a promise of a session or `null`.
 *
 * @throws Error outside of a {@link SessionProvider}
 *
 * @example
 * ```ts
 * import { useSession } from 'latchkey/solid'
 *
 * export function UserName() {
 *   const { data, status } = useSession()
 *   // In JSX: <p>{name()}</p>
 *   const name = () => (status() === 'loading' ? '…' : (data()?.user?.name ?? 'visitor'))
 *   return name
 * }
 * ```
 */
export function useSession<Source = Session>(): SolidSession<InferSession<Source>>
export function useSession(): SolidSession {
  const session = useContext(SessionContext)
  if (!session) throw new Error('`useSession` requires a `<SessionProvider>`.')
  return session
}
