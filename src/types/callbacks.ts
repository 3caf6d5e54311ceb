import type { Account } from './account.js'
import type { AdapterSession, AdapterUser } from './adapter.js'
import type { Awaitable } from './common.js'
import type { JWT } from './jwt.js'
import type { DefaultSession, Session } from './session.js'
import type { Untyped } from './untyped.js'
import type { Profile, User } from './user.js'

/** Parameters of the `signIn` callback. */
export interface SignInParams {
  /** The stored user who owns the account, otherwise the user as the provider describes it. */
  user: User | AdapterUser
  /** The account at the provider. Without tokens for email, credentials and passkeys. */
  account: Account | null
  /**
   * The stored user who owns the account, or to whom it will be linked: the signed-in user, or the user with the same email address.
   * Absent if a new user will be created, without an adapter, and for credentials. Deny by id with this user.
   */
  existingUser?: AdapterUser | undefined
  /** The profile from the provider. OAuth and OpenID Connect only. */
  profile?: Profile | undefined
  /**
   * Email only. `verificationRequest` is true when the email is requested, and absent when it is redeemed.
   */
  email?: { verificationRequest?: boolean | undefined } | undefined
  /** The submitted credentials. Credentials only. */
  credentials?: Record<string, Untyped> | undefined
}

/** Parameters of the `jwt` callback. */
export interface JWTParams {
  /** The token: at sign-in with `name`, `email`, `picture` and `sub`. */
  token: JWT
  /** At sign-in only, although the type says always, as in Auth.js. Check `trigger` or `account` first. */
  user: User | AdapterUser
  /** At sign-in only. */
  account?: Account | null | undefined
  /** At sign-in through OAuth or OpenID Connect only. */
  profile?: Profile | undefined
  /** Why the callback runs. Absent when the session is read. */
  trigger?: 'signIn' | 'signUp' | 'update' | undefined
  /** Whether the user was created. @deprecated Use `trigger === 'signUp'`. */
  isNewUser?: boolean | undefined
  /** On `update`: the data from the client, or from your server code. Validate it. */
  session?: Untyped
}

/** Parameters of the `session` callback: `token` with the JWT strategy, `user` with the database strategy. */
export interface SessionParams {
  /**
   * The session to return, without added fields. The type has the members of both strategies, as in Auth.js: the JWT strategy sets `user`
   * and `expires`, and the email address can be absent.
   */
  session: Session & AdapterSession & { user: AdapterUser }
  /** JWT strategy only. */
  token: JWT
  /** Database strategy only. */
  user: AdapterUser
  /** On `update`: the data from the client, or from your server code. Validate it. */
  newSession?: Untyped
  /** Only if a client or your server code updates the session. */
  trigger?: 'update' | undefined
}

/** Callbacks that control sign-in, redirects, tokens and sessions. */
export interface Callbacks {
  /**
   * Decides whether a user can sign in. A string redirects there.
   *
   * @default true
   * @error AccessDenied if it returns false or throws
   */
  signIn(params: SignInParams): Awaitable<boolean | string>
  /**
   * Decides where to redirect. `url` is a path, an http(s) URL, or the URL of an app such as `myapp://signed-in`. It is chosen by the
   * visitor or a link: compare it with what you expect.
   *
   * @default paths and URLs of the same origin, else the origin
   * @error InvalidCallbackUrl unless it returns text
   */
  redirect(params: { url: string; baseUrl: string }): Awaitable<string>
  /**
   * Returns the content of the session token. `null` ends the session. JWT strategy only.
   *
   * @default the token unchanged
   * @error SessionUnavailable if it throws while a session is read
   * @warning callback-without-result if it returns `undefined`, which ends the session, too
   */
  jwt(params: JWTParams): Awaitable<JWT | null>
  /**
   * Returns the session that clients see.
   *
   * @default name, email, image and the expiry
   * @error SessionUnavailable if it throws
   * @warning callback-without-result if it returns `undefined`: no user is signed in then
   */
  session(params: SessionParams): Awaitable<Session | DefaultSession>
}
