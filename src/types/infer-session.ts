import type { ISODateString, Session } from './session.js'

/**
 * The session that a configuration gives: what its `session` callback returns, or {@link Session} where it has none or
 * its type does not tell. Write the configuration with `satisfies`, so that its type tells.
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
 * export const roleOf = (session: InferSession<typeof config>): string => session.role
 * ```
 */
export type InferSession<Config> = Config extends {
  callbacks: { session: (...params: never) => infer Returned }
}
  ? SessionOrReturned<Awaited<Returned>>
  : Session

/** `any` tells nothing. */
type SessionOrReturned<Returned> = 0 extends 1 & Returned ? Session : WithUser<Returned>

/** A reader on the server gets the user also where the callback left it out. */
type WithUser<Returned> = 'user' extends keyof Returned
  ? WithExpiry<Returned>
  : WithExpiry<Returned> & Pick<Session, 'user'>

/** The record of the database strategy says when it ends by a `Date`, a session by a string. */
type WithExpiry<Returned> = {
  [Key in keyof Returned]: Key extends 'expires' ? ISODateString : Returned[Key]
}
