import type { Account, Authenticator } from './account.js'
import type { AdapterAccount, AdapterSession, AdapterUser } from './adapter.js'
import type { CurrentActor, Evidence, StepUp } from './evidence.js'
import type { Profile, User } from './user.js'

/** A one-time token or code that proves an identity. */
export interface OneTimeProof {
  /**
   * Consumes the proof after the app allowed the sign-in.
   *
   * @throws Verification if it was consumed meanwhile
   */
  consume(): Promise<void>
  /** Keeps the proof valid after the app denied the sign-in. */
  restore(): Promise<void>
}

/** The first method of a user who signs up at a plugin. */
export interface NewUserMethod {
  /** Stores the method. If it throws, the user is deleted again. */
  storeMethod(userId: string): Promise<unknown>
}

/** A verified identity from a provider that is not yet matched to a user. */
export interface Identity {
  readonly user: User & { id: string }
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: Record<string, unknown>
  /** The email request of an email sign-in that is not complete. */
  readonly emailRequest?: { readonly verificationRequest: boolean }
  /** The one-time proof of the sign-in, if there is one. */
  readonly proof?: OneTimeProof
  /** The methods that the user passed. Empty if they are unknown. */
  readonly evidence: readonly Evidence[]
  /** When the user signed in, in seconds since the epoch. Set if the sign-in was interrupted. @default now */
  readonly signedInAt?: number
  /** Set if the provider may have signed the user in without asking. A repeated sign-in then does not make `evidence` newer. */
  readonly isPossiblySilent?: true
  /** The step-up that the sign-in is for: it raises the session of the same user, or fails. */
  readonly stepUp?: StepUp | undefined
  /** Whether the email address is verified, as the provider says explicitly. Undefined if it does not say. */
  readonly emailVerified: boolean | undefined
  /** Whether to link to an existing user with the same email address. */
  readonly allowEmailLinking: boolean
  /** Returns the account tokens to store, when the account is linked and at each later sign-in. */
  getAccountTokens(): Partial<Account>
  /** Set for a sign-up with a method of a plugin: the user is created with it. */
  readonly signUp?: NewUserMethod
  /** The newly registered passkey. It is stored after its user is resolved. */
  readonly newPasskey?: Authenticator
  /** Stores the user handle of the new passkey, once its user and their id are known. */
  saveUserHandle?(userId: string): Promise<void>
  /** The callback URL of the flow, if the flow itself stores it. */
  readonly callbackUrl: string | null
}

/** An account that is not stored yet, because its sign-in may still be interrupted or denied. */
export interface AccountToLink {
  readonly account: AdapterAccount
  /** The user as the provider describes it. */
  readonly profile: Identity['user']
}

/** The user that an identity resolves to. */
export interface ResolvedUser {
  readonly identity: Identity
  readonly user: AdapterUser | (User & { id: string })
  /** Undefined without an adapter, because then it is unknown. */
  readonly isNewUser: boolean | undefined
  /** The stored session to continue, if the same user signs in again. */
  readonly continuedSession: AdapterSession | null
  /** Set if the sign-in only adds an account or a passkey to the signed-in user. Their session then keeps its start. */
  readonly isLinking?: true
  /** The account to link to `user` once the sign-in is allowed. */
  readonly accountToLink?: AccountToLink
  /** The administrator who acts as the user. */
  readonly act?: CurrentActor
  /** Set if `user` is known to be what the adapter has, so that it need not be looked up again. */
  readonly isStored?: true
}

/** The user who is signed in during a request. */
export interface CurrentUser {
  readonly user: AdapterUser
  /** Database strategy only. */
  readonly session: AdapterSession | null
}
