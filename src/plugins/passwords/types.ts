import type { OperationFailure, OperationUser } from '../../plugins.js'
import type { PasswordHashingOptions } from './hashing/hashing-options.js'
import type { PasswordHasher } from './hashing/password-hasher.js'
import type { BreachCheck, BreachCheckOptions } from './rules/breach-check.js'
import type { PasswordFault } from './rules/find-password-fault.js'
import type { UsernameOptions, UsernameSettings } from './usernames.js'

/** A user whose password is meant. */
export type PasswordUser = OperationUser

/** The options of {@link passwords}. */
export interface PasswordsOptions {
  /**
   * The number of characters (code points) that a new password needs. At least 8, and 15 if the password is the only factor: NIST SP 800-63B section
   * 3.1.1.2.
   *
   * @default 15
   */
  readonly minLength?: number | undefined
  /** Whether visitors can create an account. @default true */
  readonly signUp?: boolean | undefined
  /**
   * When a sign-up proves the email address: `before` the user is created, or `after` it. With `after`, a visitor is signed in at once, and learns
   * whether an address has an account. The first proof of the address by another method deletes the password and ends all sessions.
   *
   * @default 'before'
   */
  readonly verification?: 'before' | 'after' | undefined
  /**
   * Users choose a user name at the sign-up, and sign in with it or with the email address. An object sets more reserved names, or that only the user
   * name signs in. A user name has 3 to 30 letters from a to z, digits, dots, hyphens or underscores.
   *
   * @default false
   */
  readonly username?: boolean | UsernameOptions | undefined
  /**
   * Looks new passwords up in the breaches that `api.pwnedpasswords.com` knows. It receives the first five hexadecimal digits of a SHA-1 hash. A service
   * that does not answer within a second refuses no password. An object sets the `fetch` of the requests, and with `atSignIn` whether the passwords of
   * sign-ins are looked up too.
   *
   * @default false
   */
  readonly checkBreaches?: boolean | BreachCheckOptions | undefined
  /**
   * Whether users get an email after a sign-in, with any method, in a browser that they did not use before.
   *
   * @default false
   */
  readonly notifyNewBrowser?: boolean | undefined
  /** How passwords are hashed. @default argon2id where the runtime has it, else scrypt */
  readonly hashing?: PasswordHashingOptions | undefined
  /** How long the link of a reset email works, in seconds, from 300 to 86400. @default 1800 */
  readonly resetMaxAge?: number | undefined
}

/** The options with all defaults. */
export interface PasswordsSettings {
  readonly canSignUp: boolean
  readonly verification: 'before' | 'after'
  /** Null if users have no user names. */
  readonly usernames: UsernameSettings | null
  readonly resetMaxAge: number
  /** In code points. */
  readonly minLength: number
  /** Null if new passwords are not looked up in breaches. */
  readonly isBreached: BreachCheck | null
  /** Whether the passwords of sign-ins are looked up too. */
  readonly checksSignIns: boolean
  readonly notifiesNewBrowser: boolean
  readonly hasher: PasswordHasher
}

/** Why a new password is refused. */
export type NewPasswordFault =
  | PasswordFault
  /** It was found in a data breach. */
  | 'breached'

/** Why a request failed. */
export type PasswordsFault =
  /** No user is signed in. */
  | 'signed-out'
  /** The email address is not one. */
  | 'invalid-email'
  /** The account does not exist, has no password or has another one. */
  | 'wrong-credentials'
  /** The password of the signed-in user, or of the sign-up, is another one. */
  | 'wrong-password'
  /** There were too many attempts or emails. */
  | 'too-many-attempts'
  /** The link was used, has expired, or another one was sent after it. */
  | 'expired-link'
  /** The owner of the address has an account meanwhile. */
  | 'account-exists'
  /** The user name is too short, too long or has other characters. */
  | 'invalid-username'
  /** The user name is reserved, or that of another user. */
  | 'username-taken'
  /** Another request changed the password at the same time. */
  | 'changed-meanwhile'
  /** The password is right, but the app does not accept it any more. The user got a link to choose a new one. */
  | 'password-change-required'
  /** The app has no sign-up. */
  | 'sign-up-disabled'
  /** The user has no password, so only the browser in which they are signed in can open the link. */
  | 'other-browser'
  /** The user did not confirm the email address. */
  | 'unverified-email'
  /** The user has no password. */
  | 'no-password'
  /** A first password needs a sign-in in the last 15 minutes. `url` is the page on which the user confirms who they are. */
  | 'recent-sign-in-required'
  /** A rule refuses the new password. */
  | NewPasswordFault

/** The failure of a request. */
export type PasswordsFailure = OperationFailure<PasswordsFault>
