import {
  DestroyRef,
  InjectionToken,
  inject,
  makeStateKey,
  NgZone,
  type Signal,
  signal,
  TransferState,
} from '@angular/core'
import type { Session } from '../../types/session.js'
import { type AppSession, type AppSessionOptions, createAppSession } from '../app-session.js'
import { isOnServer } from '../page-lifecycle.js'
import type { SessionState } from '../session-store.js'
import { findServerAuth } from './server-auth.js'

/** The session of one app: on a server, of one request. */
export interface AppAuth {
  readonly session: AppSession
  readonly state: Signal<SessionState>
  readonly basePath: string
  /** Whether the server has rendered the page with a session, and so has run the guards. */
  readonly isServerRendered: boolean
  /** Reads the session on the server, for the page and for the browser. */
  load(): Promise<void>
}

/** The session that the server writes into the page, so that the browser does not request it. */
const sessionKey = makeStateKey<Session | null>('latchkey.session')

/** Token of {@link AppAuth}, which `provideAuth` provides. */
export const appAuthToken = new InjectionToken<AppAuth>('latchkey')

/** Creates the session of an app, in an injection context. It is kept up to date until the app is destroyed. */
export function createAppAuth({ basePath = '/auth', ...options }: AppSessionOptions): AppAuth {
  const transferState = inject(TransferState)
  const isServerRendered = transferState.hasKey(sessionKey)
  const initial = isServerRendered ? transferState.get(sessionKey, null) : options.session
  const session = createAppSession({ ...options, basePath, session: initial })
  const state = signal(session.store.get())
  const serverAuth = isOnServer() ? findServerAuth() : null
  const update = () => state.set(session.store.get())
  // A timer within the zone would keep the app from becoming stable.
  inject(DestroyRef).onDestroy(inject(NgZone).runOutsideAngular(() => session.store.subscribe(update)))
  let loading: Promise<void> | undefined

  async function readSession(): Promise<void> {
    if (!serverAuth) return
    const data = await serverAuth.getPublicSession()
    transferState.set(sessionKey, data)
    state.set({ data, status: data ? 'authenticated' : 'unauthenticated', error: null })
  }

  return {
    session,
    basePath,
    isServerRendered,
    state: state.asReadonly(),
    load() {
      loading ??= readSession()
      return loading
    },
  }
}
