import {
  type AuthInstance,
  type RequestHead,
  type RequireAuthOptions,
  type ResponseData,
  toResponse,
} from '../../server.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { Session } from '../../types/session.js'
import { type AuthFunctions, createAuthFunctions, createRequestAuth } from '../shared/request-auth.js'
import { createRedirect, finishResponse, type RequestState } from '../shared/session-headers.js'
import type { HttpFailure } from '../shared/translate-errors.js'

/** The session that is allowed, or the response that is required: a redirect, or 401 for an API. */
export type AstroRequireAuthResult<S = Session> =
  | { readonly session: GuardedSession<S>; readonly response: null }
  | { readonly session: null; readonly response: Response }

/**
 * The authentication of one request, as `Astro.locals.auth` and `context.locals.auth`. A prerendered page has no session. If the session cannot
 * be read, `getSession` throws `SessionUnavailable`, and the middleware responds with 503.
 */
export interface AstroRequestAuth<S = Session, Api = object> extends AuthFunctions<S, Response, Api> {
  /**
   * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds). Return the response if there is one. If your code reads
   * neither `session` nor `response` of a refusal, the middleware sends the response instead of yours.
   *
   * @throws SessionUnavailable as `getSession`
   * @throws AuthError in a page that is prerendered
   */
  requireAuth(requirement?: RequireAuthOptions): Promise<AstroRequireAuthResult<S>>
}

/** The authentication of one request, and what the middleware needs beside it. */
export interface AstroState extends RequestState<AstroRequestAuth> {
  /** Returns the failure that has a status of its own, if there was one. */
  getFailure(): HttpFailure | null
  /**
   * Adds the cookies to the first response. After that, none can be set.
   *
   * @throws SessionUnavailable if a page may need a session that cannot be read
   */
  finish(response: Response): Promise<Response>
}

/** Creates the authentication of one request. */
export function createRequestState(auth: AuthInstance, head: RequestHead): AstroState {
  let failure: HttpFailure | null = null
  let isFinished = false
  let pageSession: Promise<Session | null> | undefined
  const refusals: Refusal[] = []
  const requestAuth = createRequestAuth(auth, head, occurred => {
    failure = occurred
    return occurred.cause
  })

  /** The components of a page are rendered while it is sent, when no cookie can be set. So the session is read before. */
  async function readForPage(response: Response): Promise<void> {
    if (!isPage(response) || (response.headers.has('cache-control') && !requestAuth.getDependence())) return
    pageSession = requestAuth.getSession()
    try {
      await pageSession
    } catch (error) {
      await response.body?.cancel()
      throw error
    }
  }

  return {
    auth: createAuthFunctions(requestAuth, createRedirect, {
      getSession: () => pageSession ?? requestAuth.getSession(),
      async requireAuth(requirement?: RequireAuthOptions) {
        const { session, response } = await requestAuth.requireAuth(requirement)
        if (session) return { session, response: null }
        const refusal = new Refusal(response)
        refusals.push(refusal)
        return refusal
      },
    }),
    getFailure: () => failure,
    async finish(response) {
      if (isFinished) return response
      const ignored = refusals.find(refusal => !refusal.isRead)
      if (ignored) await response.body?.cancel()
      else await readForPage(response)
      isFinished = true
      return finishResponse(requestAuth, ignored?.response ?? response)
    },
  }
}

/** A refusal, which knows whether the page has read it. A result that the page ignores must not let everyone in. */
class Refusal {
  isRead = false
  readonly #data: ResponseData

  constructor(data: ResponseData) {
    this.#data = data
  }

  get session(): null {
    this.isRead = true
    return null
  }

  get response(): Response {
    this.isRead = true
    return toResponse(this.#data)
  }
}

function isPage({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/html') === true
}
