import type { Account, Authenticator } from './account.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Profile, User } from './user.js'

/** Something that is good for one sign-in. */
export interface OneTimeProof {
  /**
   * Uses it up: the app permits.
   *
   * @throws Verification when it was used meanwhile
   */
  consume(): Promise<void>
  /** Leaves it good: the app refuses. */
  release(): Promise<void>
}

/** Who came back from a provider, proven, but not yet anybody here. */
export interface Identity {
  readonly user: User & { id: string }
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, unknown>
  /** They only ask for a mail so far. */
  readonly email?: { readonly verificationRequest: boolean }
  /** What they came back with, where it can be used once. */
  readonly proof?: OneTimeProof
  /** The provider says, in so many words, that the address is not proven. */
  readonly emailUnverified: boolean
  /** May join an existing user with the same address. */
  readonly allowEmailLinking: boolean
  /** Which tokens are kept with the account; asked only when it is about to be linked. */
  getAccountTokens(): Partial<Account>
  /** The passkey that was just registered; it is stored once it is known whose it is. */
  readonly passkey?: Authenticator
  /** Where this flow was asked to end, when the flow itself remembers. */
  readonly callbackUrl: string | null
}

/** Who that is here. */
export interface ResolvedUser {
  readonly identity: Identity
  readonly user: AdapterUser | (User & { id: string })
  /** Undefined where nobody can know: without an adapter. */
  readonly isNewUser: boolean | undefined
  /** The stored session that goes on, when the same person signs in again. */
  readonly session: AdapterSession | null
}

/** Who is signed in while a request is handled. */
export interface CurrentUser {
  readonly user: AdapterUser
  /** Database strategy only. */
  readonly session: AdapterSession | null
}
