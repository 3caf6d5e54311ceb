import {
  type AuthInstance,
  type RequireAuthOptions,
  type ResponseData,
  type SetCookie,
  serializeCookie,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import {
  type GuardedAuthFunctions,
  LazyMembers,
  RequestAuth,
  type SignInOptions,
  type SignOutOptions,
} from '../shared/request-auth.js'
import { ResponseCookies } from '../shared/response-cookies.js'
import { restrictCachingOnChange } from '../shared/session-headers.js'
import { isDataRequest, type QwikCityEvent, setCookieLine, toHead } from './event.js'

/**
 * The authentication of one request, as `getAuth(ev)`. A session that cannot be read throws a `ServerError` with status 503, and `requireAuth` a
 * redirect of Qwik City for a page, or a response with status 401 for other requests.
 */
export interface QwikCityRequestAuth<S = Session, Api = object>
  extends GuardedAuthFunctions<S, string, Api> {}

/** Creates the authentication of one request. */
export function createEventAuth(instance: AuthInstance, event: QwikCityEvent): QwikCityRequestAuth {
  const auth = new RequestAuth(instance, new EventCookies(event), ({ status, message }) =>
    event.error(status, message),
  )

  let isRestricted = false

  /** Qwik City sends the headers before middleware continues, and a handler may set others after it has read the session. */
  function restrictCaching(): void {
    if (event.headersSent) return
    if (isRestricted) auth.restrictCaching(event.headers)
    else restrictCachingOnChange(event.headers, headers => auth.restrictCaching(headers))
    isRestricted = true
  }

  async function readRestricted<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read()
    } finally {
      restrictCaching()
    }
  }

  return Object.assign(new LazyMembers(() => auth), {
    getSession: () => readRestricted(() => auth.getSession()),
    async requireAuth(requirement?: RequireAuthOptions) {
      const result = await readRestricted(() => auth.requireAuth(requirement))
      if (result.session) return result.session
      // The router in the browser then loads the page as a document, which is redirected.
      if (isDataRequest(event)) throw sendPage(event, 401)
      if (result.response.status === 303) throw event.redirect(303, result.redirect)
      throw sendResponseData(event, result.response)
    },
    signIn: (options?: SignInOptions) => readRestricted(() => auth.signIn(options)),
    signOut: (options?: SignOutOptions) => readRestricted(() => auth.signOut(options)),
  })
}

/** Sends a response. Throw the result, so that Qwik City calls no other handler. */
export function sendResponseData(
  event: QwikCityEvent,
  { status, headers, body, setCookies }: ResponseData,
): unknown {
  for (const [name, value] of Object.entries(headers)) event.headers.set(name, value)
  for (const line of setCookies) setCookieLine(event, line)
  return event.send(status, body ?? '')
}

/** Sends an empty page. The router in the browser expects data, and loads the document instead. */
export function sendPage(event: QwikCityEvent, status: number): unknown {
  event.headers.set('content-type', 'text/html; charset=utf-8')
  return event.send(status, '')
}

/** Sets cookies at once, because a redirect, an error or a stream of Qwik City sends the headers before middleware continues. */
class EventCookies extends ResponseCookies {
  private readonly event: QwikCityEvent

  constructor(event: QwikCityEvent) {
    super(toHead(event))
    this.event = event
  }

  override canSet(): boolean {
    return !this.event.headersSent
  }

  override set(changed: readonly SetCookie[]): void {
    if (!this.canSet()) return
    super.set(changed)
    for (const cookie of changed) setCookieLine(this.event, serializeCookie(cookie))
  }
}
