import type {
  AccountSection,
  Awaitable,
  createFailure,
  OperationFailure,
  OperationUser,
  SessionSubject,
} from '../../plugins.js'

/** An account at a provider, as the adapter stores it. */
export interface LinkedAccount {
  readonly provider: string
  readonly providerAccountId: string
  readonly [member: string]: unknown
}

/** Options of {@link account}. */
export interface AccountOptions {
  /**
   * The sections in their order, by the id of the plugin and of the section, such as `account/profile` or `passwords/password`. Sections that are not
   * named follow at the end.
   *
   * @default profile, email addresses, password, connected accounts, passkeys, second factor, sessions, others, data
   */
  readonly order?: readonly string[] | undefined
  /** The sections that the page leaves out, by the same ids. Their calls are refused too, if they are of this plugin. @default none */
  readonly hidden?: readonly string[] | undefined
  /** Sections of the app. Their ids are `account/<id>`. @default none */
  readonly sections?: readonly AccountSection[] | undefined
  /** The path or URL of a page of the app on which users upload a picture. The page links to it. @default users enter the URL of a picture */
  readonly uploadUrl?: string | undefined
  /** The largest number of email addresses of a user, from 1 to 50. @default 10 */
  readonly maxEmails?: number | undefined
  /**
   * Revokes the tokens of an account at its provider. Called after the account was disconnected or the user was deleted. A failure is logged.
   */
  readonly revokeAccount?: ((account: LinkedAccount) => Awaitable<unknown>) | undefined
}

/** The options with all defaults. */
export interface AccountSettings {
  readonly order: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly sections: readonly AccountSection[]
  readonly uploadUrl: string | null
  readonly maxEmails: number
  readonly revokeAccount: NonNullable<AccountOptions['revokeAccount']> | null
}

/** The changes of which users are notified by email. */
export type AccountNotice =
  | 'email-added'
  | 'primary-email-changed'
  | 'email-removed'
  | 'account-linked'
  | 'account-unlinked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'deleted'

/** The failures of the calls. */
export type AccountFault =
  | 'signed-out'
  | 'recent-sign-in-required'
  | 'invalid-name'
  | 'invalid-image'
  | 'invalid-email'
  | 'already-added'
  | 'too-many-emails'
  | 'unverified-email'
  | 'primary-email'
  | 'email-taken'
  | 'not-found'
  | 'last-sign-in-method'
  | 'not-supported'
  | 'expired-link'
  | 'too-many-attempts'
  | 'confirmation-required'

/** A failure of a call. */
export type AccountFailure = OperationFailure<AccountFault>

/** The user whose account changes. */
export type AccountUser = OperationUser

/** The signed-in user. */
export type AccountSubject = SessionSubject

/** Creates a failure, typed by its name. */
export type FailureOf<Name extends AccountFault> = ReturnType<typeof createFailure<Name>>
