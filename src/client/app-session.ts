import type { Session } from '../types/session.js'
import type { Client } from './create-client.js'
import {
  type ClientSessionStore,
  type ClientSessionStoreOptions,
  createSessionStore,
} from './session-store.js'
import { getSharedClient } from './shared-client.js'

/** Options of the session of an app. */
export interface AppSessionOptions extends ClientSessionStoreOptions {
  /** Path of the auth actions. @default '/auth' */
  readonly basePath?: string | undefined
}

/** Functions that change the session. They need no `this`, so they can be destructured. */
export interface SessionActions<S = Session> {
  /** URL in front of the auth actions, for example `/auth`. */
  readonly authUrl: string
  /** Sends `value` to the callbacks of the app with the trigger `update`. Without a value, reads the session again. */
  update(value?: unknown): Promise<S | null>
  /** Applies a session that the server rendered again, for example after a form action. */
  setSession(session: S | null): void
  /** Signs in, see `signIn` of `latchkey/client`. Without a provider, it opens the sign-in page, which returns to this page. */
  signIn: Client['signIn']
  /** Signs out in all tabs, see `signOut` of `latchkey/client`. */
  signOut: Client['signOut']
}

/** The state of the session, in values of the framework that change with it: signals, accessors or refs. */
export interface ObservedState<Data, Status, Failure> {
  /** The session; while requests fail, the last known one. Null for a visitor, and until the session is known. */
  readonly data: Data
  /** `loading` until the session is known. */
  readonly status: Status
  /** The error of the last session request; null if it succeeded. */
  readonly error: Failure
}

/** The session of an app. The client of a framework translates it to the framework's own state. */
export interface AppSession extends SessionActions {
  readonly store: ClientSessionStore
}

/** Creates the session of an app. It sends no request before it is observed. */
export function createAppSession({ basePath = '/auth', ...options }: AppSessionOptions): AppSession {
  const client = getSharedClient(basePath)
  const store = createSessionStore(client, options)
  const { update, setSession } = store
  const { authUrl, signIn, signOut } = client
  return { store, authUrl, update, setSession, signIn, signOut }
}
