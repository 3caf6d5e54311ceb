/** One authentication method that a user passed. */
export interface Evidence {
  /**
   * The method: a value of RFC 8176 section 2, such as `pwd`, `otp` or `hwk`, or `email` for a magic link or one-time code, or `fed` for a
   * sign-in at another identity provider that does not say how.
   */
  readonly amr: string
  /** When the user passed it, in seconds since the epoch. */
  readonly at: number
  /** The id of the provider or of the plugin that verified it. */
  readonly provider: string
}

/**
 * How surely the user of a session is known, after NIST SP 800-63B: `aal1` is one factor, `aal2` two factors, such as a password and a
 * one-time password, or a passkey with user verification.
 */
export type AssuranceLevel = 'aal1' | 'aal2'

/**
 * The levels that a page or an API can require. `mfa` is two methods, one of which the user has: as `aal2`, and also after a sign-in by email.
 * `phr` is a passkey: the value of OpenID Connect for phishing-resistant methods.
 */
export const requirableLevels = ['aal1', 'mfa', 'aal2', 'phr'] as const

/** What a page or an API requires of a session. */
export interface AssuranceRequirement {
  /** The level. @default any level */
  readonly acr?: (typeof requirableLevels)[number]
  /** The maximum seconds since the user passed a method. Only methods within this time count for `acr`. @default any time */
  readonly maxAge?: number
}

/**
 * For how many seconds a sign-in, or its confirmation, allows to add a way to sign in or to change one. NIST SP 800-63B section 4.1.2.1 wants the
 * methods that the account has.
 */
export const newMethodMaxAge = 900

/** What a user does on the step-up page. */
export interface StepUpRequirement extends AssuranceRequirement {
  /** Whether a new sign-in of unknown methods meets `maxAge` too. */
  readonly acceptsUnknownMethods?: boolean
}

/** A step-up: the user who confirms who they are, and what is required. */
export interface StepUp extends AssuranceRequirement {
  readonly userId: string
}

/** The authentication of a session, for server code. Absent if it is unknown, as for a session from before Latchkey recorded it. */
export interface SessionAssurance {
  /** The level. */
  readonly acr?: AssuranceLevel | undefined
  /** When the user last passed a method, in seconds since the epoch. */
  readonly authTime?: number | undefined
  /** The methods that the user passed, newest first. */
  readonly methods?: readonly Evidence[] | undefined
  /** The administrator who acts as the user. Absent in a session of the user. Clients receive it too. */
  readonly act?: { readonly sub: string } | undefined
}

/** The party who acts as the user of a session: the claim `act` of RFC 8693 section 4.1. */
export interface Actor {
  /** The id of the administrator. */
  readonly sub: string
}

/** The administrator who acts as the user of the session of a request. */
export interface CurrentActor extends Actor {
  /** When the session ends, in seconds since the epoch. It is not extended. */
  readonly expires: number
  /** The id of the session of the administrator. This session ends with it. */
  readonly sessionId: string
}

/**
 * A session on the server, whose type `S` is that of the `session` callback. The methods of {@link SessionAssurance} are added to what the
 * callback returns, unless it returns a member of the same name.
 */
export type WithAssurance<S> = S extends unknown
  ? keyof SessionAssurance extends keyof S
    ? S
    : S & Omit<SessionAssurance, keyof S>
  : never

/** The session that a browser has, without its user. */
export interface CurrentSession {
  readonly userId: string
  /** The id of the session, which is not its token. Absent without the option `revocation`. */
  readonly id?: string | undefined
  /** The methods that the user passed, newest first. */
  readonly methods: readonly Evidence[]
  /**
   * When the user last signed in with methods that are unknown, in seconds since the epoch: with a credentials provider that has no `amr`. Null
   * if there was no such sign-in, and for a session from before Latchkey recorded it.
   */
  readonly signedInAt?: number | null | undefined
  /** The administrator who acts as the user. `methods` is then empty. Absent in a session of the user. */
  readonly act?: CurrentActor | undefined
}

/** What a session stores about how its user signed in. */
export type SignInEvidence = Pick<CurrentSession, 'methods' | 'signedInAt'>
