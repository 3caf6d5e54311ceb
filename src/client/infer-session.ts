import type { Session } from '../types/session.js'

/**
 * The session that a function of the server gives, for the page: {@link Session} where its type does not tell. Of several
 * signatures those count that give a session, later or not at all.
 *
 * @example
 * ```ts
 * import type { InferSession } from 'latchkey/react'
 *
 * declare function auth(): Promise<{ user: { role: string }; expires: string } | null>
 *
 * export const roleOf = (session: InferSession<typeof auth>): string => session.user.role
 * ```
 */
export type InferSession<Source> = Source extends (...params: never) => unknown
  ? SessionOrDefault<ExtractSession<SignatureReturns<Source>>>
  : Source

/** What each signature returns, the last six of them; where there are fewer, `unknown` stands for the rest. */
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

/** What is promised; `unknown` and `any` promise nothing. */
type PromisedValue<Returned> = unknown extends Returned
  ? never
  : Returned extends PromiseLike<infer Value>
    ? unknown extends Value
      ? never
      : Value
    : never

/** Of all that may be promised, what ends at some time is a session. */
type ExtractSession<Value> = Value extends { expires: unknown } ? Value : never

type SessionOrDefault<Inferred> = [Inferred] extends [never] ? Session : Inferred
