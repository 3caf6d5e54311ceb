import type { SessionParams } from './callbacks.js'
import type { DefaultSession, ISODateString, Session } from './session.js'

/**
 * The session type of a configuration, or of a server function that returns a session. A session type stays as it is.
 *
 * - For a configuration, it is the return type of the `session` callback. Write the configuration with `satisfies` to
 *   keep its type.
 * - For a function, it is the session in the promise that the function returns. For an overloaded function, the
 *   signatures that return a promise of a session or `null` count.
 *
 * If the type cannot be inferred, it is {@link Session}.
 *
 * @example
 * ```ts
 * import type { NodeAuthConfig } from 'latchkey/node'
 * import type { InferSession } from 'latchkey/types'
 *
 * const config = {
 *   providers: [],
 *   callbacks: { session: ({ session }) => ({ ...session, role: 'admin' }) },
 * } satisfies NodeAuthConfig
 *
 * export const getRole = (session: InferSession<typeof config>): string => session.role
 * ```
 *
 * @example
 * ```ts
 * import type { InferSession } from 'latchkey/types'
 *
 * declare function auth(): Promise<{ user: { role: string }; expires: string } | null>
 *
 * export const getRole = (session: InferSession<typeof auth>): string => session.user.role
 * ```
 */
export type InferSession<Source> = 0 extends 1 & Source
  ? Session
  : Source extends (...params: never) => unknown
    ? SessionOrDefault<ExtractSession<SignatureReturns<Source>>>
    : Source extends { providers: unknown } | { callbacks: unknown }
      ? CallbackSession<Source>
      : Source

/** The return type of the `session` callback, or `Session` if it is `any` or if there is no callback. */
type CallbackSession<Config> = Config extends {
  callbacks?: { session?: ((...params: never) => infer Returned) | undefined } | undefined
}
  ? unknown extends Awaited<Returned>
    ? Session
    : WithUser<SessionOrDefault<OmitDefaultSession<Awaited<Returned>>>>
  : Session

/** What the `session` callback receives. A callback that returns it unchanged returns a `Session`. */
type SessionBeforeCallback = SessionParams['session']

/** Omits the types that say no more than `Session`. */
type OmitDefaultSession<Returned> = Returned extends unknown
  ? IsSame<Returned, DefaultSession> extends true
    ? never
    : IsSame<Returned, SessionBeforeCallback> extends true
      ? never
      : Returned
  : never

type IsSame<One, Other> = [One, Other] extends [Other, One] ? true : false

/** On the server the user is present even if the callback omits it. */
type WithUser<Returned> = 'user' extends keyof Returned
  ? WithExpiry<Returned>
  : WithExpiry<Returned> & Pick<Session, 'user'>

/**
 * `expires` is a `Date` in a database record and a string in a session. The user that the callback receives is typed as stored, even
 * with the JWT strategy, so unless the callback changes it, it becomes that of the session. The mapped type has no name of its own, so that
 * editors show its members.
 */
type WithExpiry<Returned> = Returned extends unknown
  ? IsClientSession<Returned> extends true
    ? Returned
    : {
        [Key in keyof Returned]: Key extends 'expires'
          ? ISODateString
          : Key extends 'user'
            ? ClientUser<Returned[Key]>
            : Returned[Key]
      }
  : never

type IsClientSession<Returned> = Returned extends { expires: ISODateString }
  ? ISODateString extends Returned['expires']
    ? Returned extends { user: SessionBeforeCallback['user'] }
      ? false
      : true
    : false
  : false

type ClientUser<User> = IsSame<User, SessionBeforeCallback['user']> extends true ? Session['user'] : User

/** Return types of the last six signatures; `unknown` fills the rest if there are fewer. */
type SignatureReturns<Source> = Source extends {
  (...params: never): infer A
  (...params: never): infer B
  (...params: never): infer C
  (...params: never): infer D
  (...params: never): infer E
  (...params: never): infer F
}
  ?
      | PromisedValue<A>
      | PromisedValue<B>
      | PromisedValue<C>
      | PromisedValue<D>
      | PromisedValue<E>
      | PromisedValue<F>
  : never

/** Value of a promise; `never` for `unknown` and `any`. */
type PromisedValue<Returned> = unknown extends Returned
  ? never
  : Returned extends PromiseLike<infer Value>
    ? unknown extends Value
      ? never
      : Value
    : never

/** Members of the union that have an `expires` field. */
type ExtractSession<Value> = Value extends { expires: unknown } ? Value : never

type SessionOrDefault<Inferred> = [Inferred] extends [never] ? Session : Inferred
