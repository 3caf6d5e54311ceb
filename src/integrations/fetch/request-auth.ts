import { type RequireAuthOptions, type ResponseData, toResponse } from '../../server.js'
import type { Session } from '../../types/session.js'
import { createAuthFunctions, createRequestAuth, type GuardedAuthFunctions } from '../shared/request-auth.js'
import { createRedirect, finishResponse, type RequestState } from '../shared/session-headers.js'
import { createErrorResponse, toHttpFailure } from '../shared/translate-errors.js'
import type { ServedCall } from './platform.js'

/**
 * The authentication of one request. `getSession` throws `SessionUnavailable`, and `requireAuth` a `FetchResponseError`. If you do not catch
 * them, the response has status 503, or is the redirect of a page, or has status 401 for an API.
 */
export interface FetchRequestAuth<S = Session, Api = object> extends GuardedAuthFunctions<S, Response, Api> {}

/** The error of `requireAuth`. Its response is sent, unless the handler catches the error. */
export class FetchResponseError extends Error {
  override readonly name = 'FetchResponseError'
  /** The redirect of a page, or the response with status 401 of an API. */
  readonly response: Response

  constructor(response: ResponseData) {
    super('Sign in to continue.')
    this.response = toResponse(response)
  }
}

/** Creates the authentication of one request. */
export function createRequestState({ auth, incoming }: ServedCall): RequestState<FetchRequestAuth> {
  const requestAuth = createRequestAuth(auth, incoming)
  return {
    auth: createAuthFunctions(requestAuth, createRedirect, {
      async requireAuth(requirement?: RequireAuthOptions) {
        const { session, response } = await requestAuth.requireAuth(requirement)
        if (session) return session
        throw new FetchResponseError(response)
      },
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
