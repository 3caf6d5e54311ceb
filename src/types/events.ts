import type { AuthError } from '../errors.js'
import type { Account } from './account.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable, JsonObject } from './common.js'
import type { Actor } from './evidence.js'
import type { JWT } from './jwt.js'
import type { RequestHead } from './request.js'
import type { Session } from './session.js'
import type { Profile, User } from './user.js'

/** The payload of each event. */
export interface EventMessages {
  /** A user signed in. Last step of a sign-in. */
  signIn: {
    user: User
    account: Account | null
    profile?: Profile | undefined
    isNewUser?: boolean | undefined
  }
  /**
   * A sign-in failed: a wrong password, a used link, a canceled sign-in, a provider that is down. `error` has a `type` and no secrets.
   * `provider` is the id of the provider or of the plugin, or null if the request named none.
   */
  signInFailure: { error: AuthError; provider: string | null }
  /** A session ended: its `token` (JWT strategy) or its `session` (database strategy). */
  signOut: { session: AdapterSession | null | undefined } | { token: JWT | null }
  /** A user was created. */
  createUser: { user: User }
  /**
   * The email address of an existing user was verified, by a link or a code. Or it was removed, because another user proved to own the
   * address, which was unverified.
   */
  updateUser: { user: User }
  /** An account was linked to a user. `profile` is the user as the provider describes it. */
  linkAccount: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }
  /**
   * Something happened in a plugin: a type that the plugin declares, and what it says about it. `act` is the administrator who acts as the
   * signed-in user.
   */
  pluginEvent: { plugin: string; type: string; at: Date; data: JsonObject; act?: Actor }
  /** A session was read. `token` with the JWT strategy only, although its type says always, as in Auth.js. */
  session: { session: Session; token: JWT }
}

/** The circumstances of an event. */
export interface EventContext {
  /**
   * The request that caused the event, without its body: `request.getHeader('user-agent')`. Its `cookie` and `authorization` headers are
   * secrets, so do not log all headers.
   */
  readonly request: RequestHead
}

/** The event callbacks. An error is logged and has no other effect. */
export type EventCallbacks = {
  [E in keyof EventMessages]: (message: EventMessages[E], context: EventContext) => Awaitable<unknown>
}

/** An event with its name, as `onEvent` of a plugin receives it: all but `session`, which is raised at each read. */
export type RaisedEvent = {
  [E in Exclude<keyof EventMessages, 'session'>]: { readonly name: E; readonly message: EventMessages[E] }
}[Exclude<keyof EventMessages, 'session'>]
