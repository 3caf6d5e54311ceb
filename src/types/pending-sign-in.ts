import type { Account } from './account.js'
import type { Evidence, StepUp } from './evidence.js'
import type { AccountToLink } from './identity.js'
import type { StoredRecord } from './record-store.js'
import type { Profile, User } from './user.js'

/** A sign-in that a policy interrupted. It is not a session, and is valid for ten minutes in one browser. */
export interface PendingSignIn {
  /** Names the sign-in in URLs and forms. */
  readonly id: string
  readonly user: User & { readonly id: string }
  readonly account: Account
  readonly profile: Profile | null
  /** Undefined without an adapter, because then it is unknown. */
  readonly isNewUser: boolean | undefined
  /** Whether the adapter has the user. False without one, and for users that a credentials provider stores elsewhere. */
  readonly isStored: boolean
  /** The methods that the user passed, newest first. */
  readonly methods: readonly Evidence[]
  /** When the user signed in with methods that are unknown, in seconds since the epoch. Null if the methods are known. */
  readonly signedInAt: number | null
  /** Where the sign-in ends. */
  readonly callbackUrl: string
  /** Whether it continues the session that the user had in this browser. */
  readonly isContinuing: boolean
  /** Whether it only adds an account or a passkey to the signed-in user. */
  readonly isLinking: boolean
  /** The account that is linked to the user when the sign-in ends. Null if it is stored already, or never. */
  readonly accountToLink: AccountToLink | null
  /** The step-up that the sign-in is for. Null if it is for none. */
  readonly stepUp: StepUp | null
  /** The record of the user that was read with it, or null if there is none. Undefined if it was not read. */
  readonly userRecord?: StoredRecord | null
}

/** The kind of the records of interrupted sign-ins. The id is the SHA-256 digest of the id of the sign-in, as hex. */
export const pendingSignInKind = 'pending-sign-in'
