import type { AuthServer, RequireAuthOptions, ResponseData } from '../../server.js'
import type { Session } from '../../types/session.js'
import type { ResponseCookies } from './response-cookies.js'

/** The session that is allowed, or the response that is required. */
export type GuardResult =
  | { readonly session: Session; readonly response: null }
  | { readonly session: null; readonly response: ResponseData; readonly redirect: string }

interface SessionRead {
  session: Promise<Session | null>
  isRunning: boolean
}

/** Reads the session of a request once, unless it changes. */
export function createSessionReader(
  server: AuthServer,
  cookies: ResponseCookies,
  throwTranslated: (error: unknown) => never,
) {
  let current: SessionRead | null = null
  let wasRead = false

  async function loadSession(read: SessionRead): Promise<Session | null> {
    try {
      const result = await server.getSession(cookies.getHead())
      // If the session changed meanwhile, the extended one is outdated.
      if (cookies.canSet() && read === current) cookies.set(result.cookies)
      return result.session
    } catch (error) {
      return throwTranslated(error)
    } finally {
      read.isRunning = false
    }
  }

  function startRead(): SessionRead {
    const read: SessionRead = { session: noSession, isRunning: true }
    current = read
    read.session = loadSession(read)
    // A handler may start it without waiting for it. Latchkey has logged the failure.
    read.session.catch(() => null)
    return read
  }

  return {
    wasRead: () => wasRead,
    getSession(): Promise<Session | null> {
      // A stream may last for hours, and must notice a sign-out.
      if (!cookies.canSet()) return server.peekSession(cookies.getHead()).catch(throwTranslated)
      wasRead = true
      return (current ?? startRead()).session
    },
    async requireAuth(options: RequireAuthOptions = {}): Promise<GuardResult> {
      wasRead = true
      const readOnly = !cookies.canSet()
      const session = !readOnly && !hasRequirement(options) ? await current?.session : null
      if (session) return { session, response: null }
      const result = await server
        .requireAuth(cookies.getHead(), { ...options, readOnly })
        .catch(throwTranslated)
      if (!readOnly) cookies.set(result.cookies)
      if (!result.session) return result
      current = { session: Promise.resolve(result.session), isRunning: false }
      return result
    },
    /** The next read loads the session again. */
    reset(): void {
      current = null
    },
    /** Returns the read that is running. It does not fail. */
    getRunningRead: () => (current?.isRunning ? current.session.catch(() => null) : null),
  }
}

const noSession = Promise.resolve(null)

/** A session that was read says nothing about a requirement. */
function hasRequirement({ acr, maxAge }: RequireAuthOptions): boolean {
  return acr !== undefined || maxAge !== undefined
}
