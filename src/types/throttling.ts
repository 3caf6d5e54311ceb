import type { Awaitable } from './common.js'
import type { CredentialsConfig } from './provider.js'

/** A limit in a window of time. */
export interface ThrottlingLimit {
  /** How many attempts are possible in a window. */
  limit?: number | undefined
  /** Seconds of a window. It starts with the first attempt. */
  window?: number | undefined
}

/** The limit of one account. */
export interface AccountThrottlingLimit extends ThrottlingLimit {
  /** Seconds until the next attempt, once the limit is reached. They double with each further attempt. @default 30 */
  delay?: number | undefined
  /** The maximum of these seconds. @default 3600 */
  maxDelay?: number | undefined
}

/** The limits of requests for sign-in emails. Each request counts. */
export interface EmailThrottlingLimits {
  /** The emails to one address. @default 3 in 3600 seconds */
  account?: ThrottlingLimit | undefined
  /** The emails that one client requests. @default 30 in 3600 seconds */
  source?: ThrottlingLimit | undefined
}

/** How many attempts to sign in are possible. */
export interface ThrottlingOptions {
  /** The failed attempts to sign in to one account, also one that does not exist. @default 10 in 900 seconds */
  account?: AccountThrottlingLimit | undefined
  /** The failed attempts of one client: an IPv4 address, or the first 64 bits of an IPv6 address. @default 100 in 900 seconds */
  source?: ThrottlingLimit | undefined
  /** The emails with magic links and one-time codes. */
  emails?: EmailThrottlingLimits | undefined
  /**
   * Returns what the submitted credentials call the account, such as the user name, or the id of the user who has it. Return null for no account:
   * only the source counts then. If it fails, the default applies. Called before `authorize`, and again after a success.
   *
   * @default the first input that is called like an email address, user name or phone number, else the declared inputs without secrets
   */
  identify?:
    | ((fields: Record<string, unknown>, provider: CredentialsConfig) => Awaitable<string | null>)
    | undefined
}

/** What an attempt calls an account. */
export interface AccountName {
  /** What the value is, such as `email`. Names of different kinds are counted apart. */
  readonly kind: string
  readonly value: string
}

/** What an attempt belongs to, such as one pending sign-in. It has a limit of its own, also without `throttling`. */
export interface AttemptGroup {
  readonly id: string
  /** How many attempts it allows in a window. */
  readonly limit: number
  /** Seconds of a window. It starts with the first attempt. */
  readonly window: number
}

/** An attempt to prove an identity. `T` is what the proof results in. */
export interface ThrottledAttempt<T = unknown> {
  /** Each method has counts of its own, so that a throttled one-time code does not bar a passkey. */
  readonly method: string
  /** Returns what the attempt calls the account. A text is the id of a user. Several names are counted each on its own. */
  getAccounts(): Awaitable<readonly (AccountName | string)[]>
  /**
   * Returns which of the names belong to the account that signed in. A success ends only their counts, and takes back its own count of
   * the others.
   *
   * @default all
   */
  listVerifiedNames?(names: readonly AccountName[], result: T): Awaitable<readonly AccountName[]>
  /** Whether a proof that comes after too many failures of the same client is rejected too, because verifying it changed nothing. */
  readonly rejectsLateProof?: true
  /**
   * Whether some attempts above the limit of the account are verified, because anyone can use up its attempts. Only for proofs of which
   * some hundred more guesses a day are harmless.
   */
  readonly hasReserve?: true
  /** Its attempts are counted in the same statement, and a success ends its count. If they cannot be counted, nothing is verified. */
  readonly group?: AttemptGroup | undefined
  /** Returns the names of the account that an earlier request of the same sign-in counted. A success ends their counts too. */
  listCountedAccounts?(result: T): readonly AccountName[]
}

/** A request for an email. */
export interface EmailRequest {
  readonly email: string
  /** How long what is sent can be used, in seconds, in any browser. Null for a code, which only the requesting browser can use. */
  readonly maxAge: number | null
}

/** Whether the email is sent, or one was sent a short time before that still works. */
export type EmailDecision = 'send' | 'sent-before'
