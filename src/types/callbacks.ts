import type { Account } from './account.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './common.js'
import type { JWT } from './jwt.js'
import type { Session } from './session.js'
import type { Profile, User } from './user.js'

/** What the `signIn` callback is told. */
export interface SignInParams {
  user: User | AdapterUser
  account: Account | null
  /** OAuth and OpenID Connect only: what the provider said. */
  profile?: Profile | undefined
  /** E-mail only; `verificationRequest` is true when the link is asked for, absent when it is followed. */
  email?: { verificationRequest?: boolean | undefined } | undefined
  /** Credentials only: what the visitor typed. */
  credentials?: Record<string, unknown> | undefined
}

/** What the `jwt` callback is told. */
export interface JWTParams {
  token: JWT
  /** At sign-in only. */
  user?: User | AdapterUser | undefined
  /** At sign-in only. */
  account?: Account | null | undefined
  /** At sign-in through OAuth or OpenID Connect only. */
  profile?: Profile | undefined
  trigger?: 'signIn' | 'signUp' | 'update' | undefined
  /** @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean | undefined
  /** On `update`: what the client sent. Validate it. */
  session?: unknown
}

/** What the `session` callback is told: `token` in the JWT strategy, `user` in the database strategy. */
export interface SessionParams {
  session: Session & Partial<AdapterSession>
  token: JWT
  user: AdapterUser
  /** On `update`: what the client sent. Validate it. */
  newSession?: unknown
  trigger?: 'update' | undefined
}

/** The hooks that decide. */
export interface Callbacks {
  /** May this person come in? A string redirects there. @default true */
  signIn(params: SignInParams): Awaitable<boolean | string>
  /** Where may a visitor be sent? @default paths and URLs of the same origin, else the origin */
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>
  /** What the session token holds; `null` ends the session. @default the token as it is */
  jwt(params: JWTParams): Awaitable<JWT | null>
  /** What clients see. @default name, email, image and the expiry */
  session(params: SessionParams): Awaitable<Session>
}
