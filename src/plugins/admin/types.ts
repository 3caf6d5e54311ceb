import type {
  AssuranceRequirement,
  Awaitable,
  ListedSession,
  OperationFailure,
  OperationUser,
} from '../../plugins.js'

/** What an administrator does. */
export const adminActions = [
  'list-users',
  'view-user',
  'create-user',
  'invite-user',
  'delete-user',
  'end-session',
  'end-sessions',
  'ban-user',
  'unban-user',
  'require-password',
  'request-factor-removal',
  'cancel-factor-removal',
  'remove-factor',
  'impersonate',
] as const

/** What an administrator does. */
export type AdminAction = (typeof adminActions)[number]

/** The action that `isAdministrator` decides about. */
export interface AdminAttempt {
  readonly action: AdminAction
  /** The id of the user whom it is about. Null for the list of users, and for a new user. */
  readonly userId: string | null
}

/** The options of {@link admin}. */
export interface AdminOptions {
  /**
   * Returns whether a user may do something as administrator. Called for each call, with the stored user. Any result but `true` refuses it.
   *
   * @default none: required
   */
  readonly isAdministrator: (user: OperationUser, attempt: AdminAttempt) => Awaitable<boolean>
  /**
   * Returns whether an administrator may act as a user. It is a permission of its own, beside `isAdministrator` with the action `impersonate`.
   *
   * @default no administrator may
   */
  readonly canImpersonate?:
    | ((user: OperationUser, attempt: { readonly target: OperationUser }) => Awaitable<boolean>)
    | undefined
  /** How long an administrator can act as a user, in seconds, up to one hour. @default 3600 */
  readonly impersonationMaxAge?: number | undefined
  /**
   * What the session of an administrator must meet before a change. To act as a user, a sign-in in the last 15 minutes is needed in any case.
   *
   * @default { acr: 'mfa', maxAge: 900 }
   */
  readonly writeRequirement?: AssuranceRequirement | undefined
  /** The names of further members of the stored user that the pages show. They are never searched or sorted by. @default [] */
  readonly columns?: readonly string[] | undefined
  /**
   * What the removal of a lost second factor needs beside one administrator: a waiting time in seconds, from one to 30 days, in which the user can
   * cancel it, or a second administrator.
   *
   * @default { after: 259200 }, which is 72 hours
   */
  readonly secondFactorRemoval?: 'two-administrators' | { readonly after: number } | undefined
  /** How long the link of an invitation can be used, in seconds, up to 30 days. @default 604800 */
  readonly invitationMaxAge?: number | undefined
}

/** The options with all defaults. */
export interface AdminSettings {
  readonly isAdministrator: AdminOptions['isAdministrator']
  readonly canImpersonate: NonNullable<AdminOptions['canImpersonate']>
  readonly impersonationMaxAge: number
  readonly writeRequirement: AssuranceRequirement
  readonly columns: readonly string[]
  /** Seconds, or null if a second administrator approves. */
  readonly removalWait: number | null
  readonly invitationMaxAge: number
}

/** Why a call failed. */
export type AdminFault =
  | 'signed-out'
  /** The user is not an administrator, or acts as another user. Nothing says that the page exists. */
  | 'not-found'
  /** An administrator may not do this. */
  | 'not-allowed'
  /** The session must be newer, or needs a second factor. `url` is the page for it. */
  | 'step-up-required'
  | 'no-such-user'
  | 'no-such-session'
  | 'reason-required'
  /** The reason has more than 500 characters. */
  | 'reason-too-long'
  | 'invalid-date'
  | 'not-yourself'
  | 'invalid-email'
  | 'email-taken'
  | 'no-email'
  | 'no-password'
  | 'no-second-factor'
  /** The waiting time of the removal is not over. */
  | 'too-early'
  | 'another-administrator-required'
  | 'nothing-requested'
  /** The user is an administrator, so no other one can act as this user. */
  | 'is-administrator'
  | 'is-banned'
  | 'wrong-confirmation'
  | 'not-impersonating'
  | 'expired-link'
  | 'too-many-attempts'

/** The failure of a call. */
export type AdminFailure = OperationFailure<AdminFault>

/** A ban. Times are ISO 8601 texts. */
export interface BanData {
  readonly reason: string
  /** The id of the administrator. */
  readonly by: string
  readonly at: string
  /** Null without an end. */
  readonly until: string | null
}

/** A requested removal of a second factor. */
export interface FactorRemovalData {
  readonly reason: string
  readonly by: string
  readonly at: string
  /** When it is possible. Null if a second administrator approves it. */
  readonly possibleAt: string | null
}

/** A user as the list shows them. */
export interface ListedUser {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly isBanned: boolean
  /** The values of the option `columns`, as text. */
  readonly columns: Readonly<Record<string, string>>
}

/** A page of users. */
export interface UserList {
  readonly users: readonly ListedUser[]
  /** The cursor of the next page. Null on the last one. */
  readonly next: string | null
  /** Whether the adapter finds users by their whole email address or id only. */
  readonly isExact: boolean
}

/** What the page of a user shows. Null is unknown. */
export interface UserDetails {
  readonly user: ListedUser & { readonly emailVerified: string | null }
  readonly accounts: readonly { readonly provider: string; readonly type: string }[] | null
  readonly passkeys: number | null
  readonly hasPassword: boolean | null
  readonly hasSecondFactor: boolean | null
  readonly sessions: readonly ListedUserSession[]
  readonly ban: BanData | null
  readonly factorRemoval: FactorRemovalData | null
}

/** A session of a user. Times are ISO 8601 texts. */
export interface ListedUserSession
  extends Pick<ListedSession, 'id' | 'isCurrent' | 'device' | 'ipPrefix' | 'method'> {
  readonly createdAt: string | null
  readonly lastSeenAt: string | null
  /** Whether an administrator acts as the user. */
  readonly isImpersonated: boolean
}
