import type { Session } from '../types/session.js'

/**
 * Session type that a server function returns, for use on the page. If it cannot be inferred, it is {@link Session}. For an
 * overloaded function, the signatures that return a promise of a session or `null` count.
 *
 * @example
 * ```ts
 * import type { InferSession } from 'latchkey/react'
 *
 * declare function auth(): Promise<{ user: { role: string }; expires: string } | null>
 *
 * export const getRole = (session: InferSession<typeof auth>): string => session.user.role
 * ```
 */
export type InferSession<Source> = Source extends (...params: never) => unknown
  ? SessionOrDefault<ExtractSession<SignatureReturns<Source>>>
  : Source

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
