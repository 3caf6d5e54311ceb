import { toError } from '../base/to-error.js'
import { InvalidConfig, SessionUnavailable } from '../errors.js'
import { serializeResult } from '../http/messages.js'
import type { Settings } from '../types/context.js'
import type { Session } from '../types/session.js'

const publicSessions = new WeakMap<Session, Session>()

/** Remembers the public view of a session that server code receives. @returns the session */
export function registerPublicSession(session: Session, publicSession: Session): Session {
  publicSessions.set(session, publicSession)
  return session
}

/**
 * Returns the part of a session that browsers may see: exactly what `GET session` responds. Server code also receives the columns of
 * the stored user, or the claims of the token. Call this before you pass a session to a client component.
 *
 * @param session the object that `auth()` or `getSession` returned, not a copy; `null` is returned as it is
 * @throws InvalidConfig for any other object, because its fields may be private
 *
 * @example
 * ```tsx
 * import { SessionProvider } from 'latchkey/react'
 * import { toPublicSession } from 'latchkey/server'
 * import type { ReactNode } from 'react'
 * import { auth } from '@/auth'
 *
 * export async function Session({ children }: { children: ReactNode }) {
 *   return <SessionProvider session={toPublicSession(await auth())}>{children}</SessionProvider>
 * }
 * ```
 */
export function toPublicSession<S extends Session | null>(session: S): S
export function toPublicSession(session: Session | null): Session | null {
  if (!session) return null
  const publicSession = publicSessions.get(session)
  if (publicSession) return JSON.parse(serializeResult(publicSession, 'callbacks.session')) as Session
  throw new InvalidConfig(
    'toPublicSession received an object that `auth()` or `getSession` did not return. Pass the session itself, not a copy.',
  )
}

/** Logs a callback that returned no result. `null` is one: it ends the session. */
export function warnOfMissingCallbackResult(
  { warnOnce }: Settings,
  callback: 'jwt' | 'session',
  result: unknown,
): void {
  if (result !== undefined) return
  const name = callback === 'jwt' ? 'token' : 'session'
  const text = `\`callbacks.${callback}\` returned undefined, so no user is signed in. Return the ${name} at the end of the callback.`
  warnOnce('callback-without-result', callback, text)
}

/**
 * Runs a step of reading a session that can fail temporarily: the store or a callback of the app.
 *
 * @param callback the callback that the step calls, which the error names
 * @throws SessionUnavailable on any failure, because a failure does not mean that the user is signed out
 */
export async function rethrowAsSessionUnavailable<T>(
  step: () => T | PromiseLike<T>,
  callback?: 'jwt' | 'session',
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw toSessionUnavailable(error, callback)
  }
}

/** Converts the error of a step that reads a session. */
export function toSessionUnavailable(error: unknown, callback?: 'jwt' | 'session'): SessionUnavailable {
  if (error instanceof SessionUnavailable) return error
  return new SessionUnavailable(toError(error), callback && { callback })
}
