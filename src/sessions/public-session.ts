import { InvalidConfig } from '../errors.js'
import type { Session } from '../types/session.js'
import { serializeResult } from './serialize-result.js'

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
