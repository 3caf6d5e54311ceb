/** The facts that decide how a sign-in resolves its user. See docs/reference/contract.md#account-linking. */
export interface LinkingFacts {
  readonly strategy: 'jwt' | 'database'
  /** Whether the account is stored. For an email sign-in, `existing` means that a user has the email address. */
  readonly account: 'existing' | 'new'
  /** The signed-in user relative to the owner of the account. `no-owner` if a user is signed in and the account has no owner. */
  readonly currentUser: 'none' | 'owner' | 'other' | 'no-owner'
  /**
   * Whether an existing user has the email address; `claimed` if that user never proved it, and this sign-in does. Looked up only if it
   * matters.
   */
  readonly email: 'taken' | 'claimed' | 'free'
  /**
   * Whether the account can be linked to the user with the same email address. For an email sign-in, `denied` means that
   * the email address of that user is unverified.
   */
  readonly linkingByEmail: 'allowed' | 'denied'
}

/**
 * The action of a sign-in:
 *
 * - `sign-in`: sign the owner in with a new session
 * - `keep-session`: sign the owner in and keep their session
 * - `sign-in-and-verify-email`: mark the owner's email as verified, then sign them in with a new session
 * - `link-to-current-user`: link the account to the signed-in user, whose session continues
 * - `link-by-email`: link the account to the user with the same email address, then sign them in
 * - `release-email-and-create-user`: take the email address from the user who claimed it, then create a user with this account and sign them in
 * - `create-user`: create a user with this account, then sign them in
 * - `use-returned-user`: sign in the user that the app returned, without storing anything
 * - `load-returned-user`: sign in the stored user with the id that the app returned
 * - `reject`: the account or its email address belongs to another user
 */
export type LinkingAction =
  | 'sign-in'
  | 'keep-session'
  | 'sign-in-and-verify-email'
  | 'link-to-current-user'
  | 'link-by-email'
  | 'release-email-and-create-user'
  | 'create-user'
  | 'use-returned-user'
  | 'load-returned-user'
  | 'reject'

/** A value of a fact, or null for any value. */
type Cell<K extends keyof LinkingFacts> = LinkingFacts[K] | null

/** One row: the facts it applies to, and the action. */
export type LinkingRule = readonly [
  strategy: Cell<'strategy'>,
  account: Cell<'account'>,
  currentUser: Cell<'currentUser'>,
  email: Cell<'email'>,
  linkingByEmail: Cell<'linkingByEmail'>,
  action: LinkingAction,
]
