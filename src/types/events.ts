import type { Account } from './account.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './common.js'
import type { JWT } from './jwt.js'
import type { Session } from './session.js'
import type { Profile, User } from './user.js'

/** The payload of each event. */
export interface EventMessages {
  signIn: {
    user: User
    account: Account | null
    profile?: Profile | undefined
    isNewUser?: boolean | undefined
  }
  signOut: { session: AdapterSession | null | undefined } | { token: JWT | null }
  createUser: { user: User }
  updateUser: { user: User }
  linkAccount: { user: User | AdapterUser; account: Account; profile: User | AdapterUser }
  session: { session: Session; token?: JWT | undefined }
}

/** The event callbacks. An error is logged and has no other effect. */
export type EventCallbacks = { [E in keyof EventMessages]: (message: EventMessages[E]) => Awaitable<unknown> }
