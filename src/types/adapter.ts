import type { Account, Authenticator } from './account.js'
import type { Awaitable } from './common.js'
import type { User } from './user.js'

/** A stored user. Extend by module augmentation. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the address was proven, or `null`. */
  emailVerified: Date | null
}

/** The account types that are stored. */
export type AdapterAccountType = Extract<Account['type'], 'oauth' | 'oidc' | 'email' | 'webauthn'>

/** A stored account. */
export interface AdapterAccount extends Account {
  userId: string
  type: AdapterAccountType
}

/** A stored session. */
export interface AdapterSession {
  sessionToken: string
  userId: string
  expires: Date
  /** When the visitor signed in; only where `session.absoluteMaxAge` is set. */
  startedAt?: Date | null | undefined
}

/** A stored one-time token of an e-mail link. */
export interface VerificationToken {
  identifier: string
  expires: Date
  /** A hash; the mail has the original. */
  token: string
}

/** A stored passkey. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/** What names an account. */
export type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** The record that was written or deleted, or nothing: few stores can give it. */
type WriteResult<Written> = Promise<void> | Awaitable<Written | null | undefined>

/**
 * The port to a store. Every method is optional; a configuration that needs one that is missing is refused at its
 * first request. The published adapters of the Auth.js family fit unmodified, also those that are class instances.
 *
 * @see spec "Adapter interface"
 */
export interface Adapter {
  /** The `startedAt` of a session is kept. Ours: `session.absoluteMaxAge` needs it. */
  readonly storesSessionStart?: boolean | undefined

  /** The given `id` may be ignored; the returned user carries the one that was kept. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  getUser?(id: string): Awaitable<AdapterUser | null>
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  getUserByAccount?(key: AccountKey): Awaitable<AdapterUser | null>
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  deleteUser?(id: string): WriteResult<AdapterUser>
  linkAccount?(account: AdapterAccount): WriteResult<AdapterAccount>
  unlinkAccount?(key: AccountKey): WriteResult<AdapterAccount>
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  /** Returning the deleted session is preferred; the `signOut` event passes it on. */
  deleteSession?(sessionToken: string): WriteResult<AdapterSession>
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Returns the token and deletes it, in one atomic step. */
  useVerificationToken?(key: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  /**
   * Creates a user and its first account in one transaction, so that a crash leaves both or neither.
   * Optional and ours: without it a failed link is undone with `deleteUser`.
   *
   * `account.userId` is the `id` of the given user; an adapter that chooses another id replaces it.
   *
   * @param passkey stored with them, when the user registers with one: a user who could never come in would keep the
   *   address. An adapter that leaves it out gets it by `createAuthenticator`.
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: AdapterAccount,
    passkey?: AdapterAuthenticator,
  ): Awaitable<AdapterUser>

  /**
   * Changes the given fields of a linked account, and leaves the others: called at each sign-in with the fresh tokens.
   * Optional and ours: without it an account keeps the tokens of its first sign-in.
   *
   * @returns the account, or `null` when there is none
   */
  updateAccount?(account: Partial<AdapterAccount> & AccountKey): Awaitable<AdapterAccount | null | undefined>

  /**
   * Returns the token and leaves it where it is.
   * Optional and ours: with it a link by mail is used up once the app's `signIn` callback permits; without it before,
   * and put back when the callback refuses.
   */
  getVerificationToken?(key: { identifier: string; token: string }): Awaitable<VerificationToken | null>

  /**
   * Notes that a one-time challenge was answered: `true` for the first caller, `false` for all others, in one atomic
   * step. The note may be forgotten when its `expires` has passed; it may lie among the verification tokens.
   * Optional and ours: without it the note is made by `createVerificationToken`, and where that replaces a token instead
   * of refusing a second one, the answer of a passkey can be used again for 15 minutes.
   */
  useChallenge?(challenge: VerificationToken): Awaitable<boolean>

  /**
   * Deletes the sessions and the one-time tokens whose end lies before this date, in steps that block nobody for long.
   * Optional and ours, for the app to call now and then, with `new Date()`: an end that has passed is respected whether
   * or not the row is still there.
   *
   * @returns how many rows went
   */
  deleteExpired?(before: Date): Awaitable<DeletedRows>

  /**
   * The sessions of a user, in no particular order; those that have ended may be among them while nobody deleted them.
   * Optional and ours, for the app: "where am I signed in". The tokens are secrets and belong on no page.
   */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>

  /**
   * Deletes the sessions of a user, all of them or all but one: "sign out everywhere", "on all other devices".
   * Optional and ours, for the app; to be called when somebody changes a password or loses a device.
   *
   * @returns how many sessions went
   */
  deleteSessionsByUserId?(userId: string, options?: { except?: string | undefined }): Awaitable<number>

  /**
   * Counts one more attempt under this key, in a window of so many milliseconds that begins with the first; when it is
   * over, the count begins anew. One atomic step, so that attempts at the same time are all counted.
   * Optional and ours, for the app: a limit on guesses of a password, or on mails to an address.
   */
  countAttempt?(key: string, windowMs: number): Awaitable<Attempts>
}

/** How many rows `deleteExpired` deleted. */
export interface DeletedRows {
  sessions: number
  verificationTokens: number
}

/** What `countAttempt` knows. */
export interface Attempts {
  /** How many there were in this window, with this one. */
  count: number
  /** When the window is over. */
  resetsAt: Date
}

/** The name of an adapter method. */
export type AdapterMethod = Exclude<keyof Adapter, 'storesSessionStart'>
