import { type RequireAuthOptions, type ResponseData, toResponse } from '../../server.js'
import type { WithAssurance } from '../../types/evidence.js'
import type { Session } from '../../types/session.js'
import { addLazyMembers, createRequestAuth, type RequestActions } from '../shared/request-auth.js'
import { createRedirect, finishResponse } from '../shared/session-headers.js'
import { createErrorResponse, toHttpFailure } from '../shared/translate-errors.js'
import type { ServedCall } from './platform.js'

/** The authentication of one request. */
export interface FetchRequestAuth<S = Session, Api = object> extends RequestActions<Response, Api> {
  /**
   * Reads the session once per request, and extends it if that is due.
   *
   * @throws SessionUnavailable if the database or a callback fails. If you do not catch it, the response is 503
   */
  getSession(): Promise<S | null>
  /**
   * Returns the session of a signed-in user with a level (`acr`) or a recent sign-in (`maxAge`, in seconds).
   *
   * @throws FetchResponseError for all others. If you do not catch it, the response is a redirect of a page, and 401 for an API
   */
  requireAuth(requirement?: RequireAuthOptions): Promise<WithAssurance<S>>
}

/** The error of `requireAuth`. Its response is sent, unless the handler catches the error. */
export class FetchResponseError extends Error {
  override readonly name = 'FetchResponseError'
  /** The redirect of a page, or the response with status 401 of an API. */
  readonly response: Response

  constructor(response: ResponseData) {
    super('Sign in to continue.')
    this.response = toResponse({ ...response, setCookies: [] })
  }
}

/** The authentication of one request, and what the wrapper needs beside it. */
export interface RequestState {
  readonly auth: FetchRequestAuth
  /** Returns the response with the cookies. After that, none can be set. */
  finish(response: Response): Promise<Response>
}

/** Creates the authentication of one request. */
export function createRequestState({ auth, incoming }: ServedCall): RequestState {
  const requestAuth = createRequestAuth(auth, incoming)
  return {
    auth: addLazyMembers<FetchRequestAuth>(requestAuth, {
      getSession: () => requestAuth.getSession(),
      async requireAuth(requirement) {
        const { session, response } = await requestAuth.requireAuth(requirement)
        if (session) return session
        throw new FetchResponseError(response)
      },
      signIn: async options => createRedirect(await requestAuth.signIn(options)),
      signOut: async options => createRedirect(await requestAuth.signOut(options)),
    }),
    finish: response => finishResponse(requestAuth, response),
  }
}

/** Returns the response to an error that Latchkey has thrown for the app; null for all other errors. */
export function toErrorResponse(error: unknown): Response | null {
  if (error instanceof FetchResponseError) return error.response
  const failure = toHttpFailure(error)
  return failure && createErrorResponse(failure)
}
