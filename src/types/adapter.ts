import type { Account, Authenticator } from './account.js'
import type { Awaitable } from './common.js'
import type { RecordStore } from './record-store.js'
import type { User } from './user.js'

/** A stored user. Extend by module augmentation. */
export interface AdapterUser extends User {
  id: string
  email: string
  /** When the email address was verified, or `null`. */
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
  /** When the user signed in. Only set with `session.absoluteMaxAge`. */
  startedAt?: Date | null | undefined
}

/** A stored one-time token of a magic link or one-time code. */
export interface VerificationToken {
  identifier: string
  expires: Date
  /** A hash of the token. The email contains the token itself. */
  token: string
}

/** A stored passkey. */
export interface AdapterAuthenticator extends Authenticator {
  userId: string
}

/** What a sign-in with a passkey changes. */
export type AuthenticatorChanges = Pick<
  AdapterAuthenticator,
  'credentialID' | 'counter' | 'credentialBackedUp'
>

/** The condition of `updateAuthenticator`. */
export interface AuthenticatorCondition {
  /** The counter that the stored passkey must have. */
  readonly ifCounter: number
}

/** The unique key of an account. */
export type AccountKey = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** The written or deleted record, or nothing, because few databases return it. */
type WriteResult<Written> = Promise<void> | Awaitable<Written | null | undefined>

/**
 * The interface to a database: the Auth.js methods, followed by Latchkey's own methods. Every method is optional. A
 * configuration that requires a missing Auth.js method fails at its first request. The published adapters of Auth.js
 * work unchanged, including class instances. See docs/reference/contract.md#adapter.
 */
export interface Adapter {
  /**
   * Whether the adapter stores `startedAt` of a session. Not in Auth.js. Required for
   * `session.absoluteMaxAge`.
   */
  readonly storesSessionStart?: boolean | undefined

  /**
   * Whether the adapter finds an account only by exactly its id: case and blanks at the end matter. Not in Auth.js. Without it,
   * Latchkey reads each found account with `getAccount`, if the adapter has that, and compares the id.
   */
  readonly comparesIdsExactly?: boolean | undefined

  /** Creates a user. The adapter can ignore the `id` and return another one. */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>
  /** Returns a user by id, or `null`. */
  getUser?(id: string): Awaitable<AdapterUser | null>
  /** Returns a user by normalized email address, or `null`. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>
  /** Returns the owner of an account, or `null`. Compares the id exactly. */
  getUserByAccount?(key: AccountKey): Awaitable<AdapterUser | null>
  /** Changes the given fields of a user and returns the user. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, 'id'>): Awaitable<AdapterUser>
  /** Deletes a user with accounts, sessions, passkeys and records. */
  deleteUser?(id: string): WriteResult<AdapterUser>
  /** Stores an account with all its fields. */
  linkAccount?(account: AdapterAccount): WriteResult<AdapterAccount>
  /** Deletes an account. */
  unlinkAccount?(key: AccountKey): WriteResult<AdapterAccount>
  /** Returns an account, or `null`. Both ids must match. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>
  /** Stores a session. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>
  /** Returns a session with its user, or `null`. Expired sessions can be returned. */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>
  /** Changes the given fields of a session. Never creates one. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Awaitable<AdapterSession | null | undefined>
  /** Deletes a session. Return the deleted record if possible, because the `signOut` event passes it on. */
  deleteSession?(sessionToken: string): WriteResult<AdapterSession>
  /** Stores a one-time token. */
  createVerificationToken?(token: VerificationToken): Awaitable<VerificationToken | null | undefined>
  /** Returns and deletes the token in one atomic step. */
  useVerificationToken?(key: { identifier: string; token: string }): Awaitable<VerificationToken | null>
  /** Stores a passkey. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>
  /** Returns a passkey, or `null`. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>
  /** Returns the passkeys of a user. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>
  /** Sets the counter of a passkey. Rejects for an unknown id. */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>

  /**
   * Creates a user and its first account in one transaction, so that a crash leaves both or neither. Optional
   * and not in Auth.js. Without it, a failed link is undone with `deleteUser`.
   *
   * `account.userId` is the `id` of the given user. An adapter that chooses another id must replace it.
   *
   * @param passkey stored in the same transaction when a user registers with one. Without it, the user could
   *   never sign in but would keep the email address. An adapter that ignores it receives it through
   *   `createAuthenticator`.
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: AdapterAccount,
    passkey?: AdapterAuthenticator,
  ): Awaitable<AdapterUser>

  /**
   * Updates the given fields of a linked account. Called at each sign-in with the new tokens. Optional and
   * not in Auth.js. Without it, an account keeps the tokens of its first sign-in.
   *
   * @returns the account, or `null` if there is none
   */
  updateAccount?(account: Partial<AdapterAccount> & AccountKey): Awaitable<AdapterAccount | null | undefined>

  /**
   * Returns the token without deleting it. Optional and not in Auth.js. With it, a magic link is consumed
   * after the `signIn` callback allows the sign-in. Without it, the link is consumed before, and restored if
   * the callback denies.
   */
  getVerificationToken?(key: { identifier: string; token: string }): Awaitable<VerificationToken | null>

  /**
   * Marks a one-time challenge as used in one atomic step. Returns `true` to the first caller and `false` to
   * all others. The record can be deleted after `expires`, and can be stored among the verification tokens.
   *
   * Optional and not in Auth.js. Without it, `createVerificationToken` stores the record. If that replaces an
   * existing token instead of failing, a passkey response can be replayed for 15 minutes.
   */
  useChallenge?(challenge: VerificationToken): Awaitable<boolean>

  /**
   * Updates a passkey after a sign-in if its stored counter still has the expected value, in one atomic step (compare-and-swap):
   * of several concurrent calls with the same `ifCounter` and a new counter, one succeeds.
   *
   * Optional and not in Auth.js. Without it, `updateAuthenticatorCounter` sets the counter without a comparison. Concurrent responses
   * of a cloned passkey then all sign in, unless there is a record store.
   *
   * @returns the passkey, or `null` if there is no passkey with this id and counter
   */
  updateAuthenticator?(
    changes: AuthenticatorChanges,
    condition: AuthenticatorCondition,
  ): Awaitable<AdapterAuthenticator | null>

  /**
   * Deletes the sessions and one-time tokens that expired before a date, in batches that do not block other
   * queries for long. Optional and not in Auth.js. Call it periodically with `new Date()`. Latchkey checks
   * expiry whether or not the record was deleted.
   *
   * @returns the numbers of deleted records
   */
  deleteExpired?(before: Date): Awaitable<DeletedCounts>

  /**
   * Returns the sessions of a user, in no particular order. Expired sessions that were not deleted can be
   * included. Optional and not in Auth.js. Use it to list where a user is signed in. The tokens are secrets
   * and must not appear on a page.
   */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>

  /**
   * Deletes all sessions of a user, or all except one: "sign out everywhere", "sign out other devices".
   * Optional and not in Auth.js. Call it when a user changes a password or loses a device.
   *
   * @returns the number of deleted sessions
   */
  deleteSessionsByUserId?(userId: string, options?: { except?: string | undefined }): Awaitable<number>

  /**
   * Returns the accounts of a user, in no particular order. Optional and not in Auth.js. Use it to list how a user can sign in. The
   * accounts contain the tokens of the provider, which must not appear on a page.
   */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>

  /**
   * Returns users, ordered by id, for a page of staff. Optional and not in Auth.js. Without it, the plugin `admin` finds users by their exact
   * email address or id.
   *
   * @returns at most `limit` users, by default 50. The id of the last one is `after` of the next call
   */
  listUsers?(query: UserQuery): Awaitable<AdapterUser[]>

  /**
   * Deletes a passkey. Optional and not in Auth.js. Also call `unlinkAccount` with its `providerAccountId`, unless the passkey was
   * added to an account that has others.
   *
   * @returns the deleted passkey, or `null` if there is none
   */
  deleteAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null | undefined>

  /**
   * Counts one attempt for a key in one atomic step, so that concurrent attempts are all counted. The window
   * of `windowMs` milliseconds starts with the first attempt. After it, the count restarts. Optional and not
   * in Auth.js. Use it to limit password guesses, or emails to one address.
   */
  countAttempt?(key: string, windowMs: number): Awaitable<AttemptCount>

  /**
   * Stores records of other kinds. Optional and not in Auth.js. An app can set the `records` option of the configuration instead.
   */
  readonly records?: RecordStore
}

/** How many users `listUsers` returns by default. */
export const defaultUserLimit = 50

/** Which users `listUsers` returns. */
export interface UserQuery {
  /** Only users after the one with this id, in the order of the store. */
  readonly after?: string | undefined
  /** The maximum number of users. @default 50 */
  readonly limit?: number | undefined
  /**
   * Only users whose name or email address contains this text, in any case. Databases may ignore the case of letters from A to Z only. The characters
   * `%` and `_` have no special meaning.
   */
  readonly search?: string | undefined
}

/** The numbers of records that `deleteExpired` deleted. */
export interface DeletedCounts {
  sessions: number
  verificationTokens: number
}

/** The result of `countAttempt`. */
export interface AttemptCount {
  /** The number of attempts in this window, including this one. */
  count: number
  /** When the window ends. */
  resetsAt: Date
}

/** The name of an adapter method. */
export type AdapterMethod = Exclude<keyof Adapter, 'storesSessionStart' | 'comparesIdsExactly' | 'records'>
