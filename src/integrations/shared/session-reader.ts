import type { AuthInstance, RequireAuthOptions, ResponseData, SessionDependence } from '../../server.js'
import { type GuardedSession, hasUserId } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import { extendRequireAuthOptions } from './require-auth-options.js'
import type { ResponseCookies } from './response-cookies.js'

/** The session that is allowed, or the response that is required. Its cookies are set with those of the request. */
export type GuardResult =
  | { readonly session: GuardedSession<Session>; readonly response: null }
  | { readonly session: null; readonly response: ResponseData; readonly redirect: string }

interface SessionRead {
  session: Promise<Session | null>
  isRunning: boolean
}

/** Reads the session of a request once, unless it changes. */
export class SessionReader {
  private readonly auth: AuthInstance
  private readonly cookies: ResponseCookies
  private readonly throwTranslated: (error: unknown) => never
  private current: SessionRead | null = null
  private dependence: SessionDependence | null = null

  constructor(auth: AuthInstance, cookies: ResponseCookies, throwTranslated: (error: unknown) => never) {
    this.auth = auth
    this.cookies = cookies
    this.throwTranslated = throwTranslated
  }

  /** Returns how the response depends on the session; null if it was neither read nor required. */
  getDependence(): SessionDependence | null {
    return this.current?.isRunning ? 'private' : this.dependence
  }

  getSession(): Promise<Session | null> {
    // A stream may last for hours, and must notice a sign-out.
    if (!this.cookies.canSet())
      return this.auth.getSession(this.cookies.getHead()).catch(this.throwTranslated)
    this.dependence ??= 'visitor'
    return (this.current ?? this.startRead()).session
  }

  async requireAuth(options: RequireAuthOptions = {}): Promise<GuardResult> {
    this.dependence = 'private'
    const readOnly = options?.readOnly === true || !this.cookies.canSet()
    const session = !readOnly && !hasRequirement(options) ? await this.current?.session : null
    // Without the id, the server adds it.
    if (session && hasUserId(session)) return { session, response: null }
    const result = await this.auth
      .requireAuth(this.cookies.getHead(), extendRequireAuthOptions(options, { readOnly }))
      .catch(this.throwTranslated)
    if (!readOnly) this.cookies.set(result.cookies)
    if (!result.session) return { ...result, response: { ...result.response, setCookies: [] } }
    this.current = { session: Promise.resolve(result.session), isRunning: false }
    return result
  }

  /** The next read loads the session again. */
  reset(): void {
    this.current = null
  }

  /** Returns the read that is running. It does not fail. */
  getRunningRead(): Promise<Session | null> | null {
    return this.current?.isRunning ? this.current.session.catch(() => null) : null
  }

  private startRead(): SessionRead {
    const read: SessionRead = { session: noSession, isRunning: true }
    this.current = read
    read.session = this.refresh(read)
    // A handler may start it without waiting for it. Latchkey has logged the failure.
    read.session.catch(() => null)
    return read
  }

  private async refresh(read: SessionRead): Promise<Session | null> {
    try {
      const result = await this.auth.refreshSession(this.cookies.getHead())
      if (result.session) this.dependence = 'private'
      // If the session changed meanwhile, the extended one is outdated.
      if (this.cookies.canSet() && read === this.current) this.cookies.set(result.cookies)
      return result.session
    } catch (error) {
      return this.throwTranslated(error)
    } finally {
      read.isRunning = false
    }
  }
}

const noSession = Promise.resolve(null)

/** A session that was read says nothing about a requirement. The server rejects what is not one, such as a misspelled name. */
function hasRequirement(options: unknown): boolean {
  if (typeof options !== 'object' || options === null) return true
  return Object.keys(options).some(name => name !== 'redirectTo' && name !== 'respondAs')
}
