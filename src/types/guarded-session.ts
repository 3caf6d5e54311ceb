import type { WithAssurance } from './evidence.js'
import type { Session } from './session.js'

/**
 * The session that a guard such as `requireAuth` allows. Its user and the id of the user are present, whatever the `session` callback returns:
 * the callback's own `user.id` stays, and otherwise it is the id of the signed-in user.
 *
 * @example
 * ```ts
 * import type { GuardedSession, Session } from 'latchkey/types'
 *
 * export const getUserId = (session: GuardedSession<Session>): string => session.user.id
 * ```
 */
export type GuardedSession<S> = S extends unknown ? WithAssurance<S> & { user: RequiredUser<S> } : never

type RequiredUser<S> = S extends { user?: infer User } ? UserWithId<NonNullable<User>> : { id: string }

type UserWithId<User> = [User] extends [never]
  ? { id: string }
  : User extends { id: string }
    ? User
    : User & { id: string }

/** Does the session have the id of its user? A `session` callback can leave it out. */
export function hasUserId(session: Session): session is GuardedSession<Session> {
  return session.user?.id !== undefined
}
