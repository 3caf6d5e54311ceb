import type { Session } from '../types/session.js'

/**
 * The session that a function of the server gives, for the page: {@link Session} where its type does not tell. Of several
 * signatures those count that give a session, later or not at all.
 *
 * @example
 * ```ts
 * import type { SessionFrom } from 'latchkey/react'
 *
 * declare function auth(): Promise<{ user: { role: string }; expires: string } | null>
 *
 * export const roleOf = (session: SessionFrom<typeof auth>): string => session.user.role
 * ```
 */
export type SessionFrom<Source> = Source extends (...params: never) => unknown
  ? OrDefault<SessionIn<Returns<Source>>>
  : Source

/** What each signature returns, the last six of them; where there are fewer, `unknown` stands for the rest. */
type Returns<Source> = Source extends {
  (...params: never): infer A
  (...params: never): infer B
  (...params: never): infer C
  (...params: never): infer D
  (...params: never): infer E
  (...params: never): infer F
}
  ? Promised<A> | Promised<B> | Promised<C> | Promised<D> | Promised<E> | Promised<F>
  : never

/** What is promised; `unknown` and `any` promise nothing. */
type Promised<Returned> = unknown extends Returned
  ? never
  : Returned extends PromiseLike<infer Value>
    ? unknown extends Value
      ? never
      : Value
    : never

/** Of all that may be promised, what ends at some time is a session. */
type SessionIn<Value> = Value extends { expires: unknown } ? Value : never

type OrDefault<Found> = [Found] extends [never] ? Session : Found
