import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { type AuthInstance, type RequireAuthOptions, toRequestHead, toResponse } from '../../server.js'
import type { GuardedSession } from '../../types/guarded-session.js'
import type { RequestClient } from '../../types/request.js'
import type { Session } from '../../types/session.js'
import { type AuthFunctions, createAuthFunctions, createRequestAuth } from '../shared/request-auth.js'
import { finishResponse } from '../shared/session-headers.js'
import { createErrorResponse, type HttpFailure } from '../shared/translate-errors.js'

/** The authentication of one request, as `c.get('auth')`. `getSession` throws an `HTTPException` with status 503. */
export interface HonoRequestAuth<S = Session, Api = object> extends AuthFunctions<S, Response, Api> {}

/** The authentication of one request, and what the middleware needs beside it. */
export interface RequestState extends HonoRequestAuth {
  /** Returns the session, or the redirect of a page. Throws the error of an API. */
  requireAuth(options: RequireAuthOptions): Promise<GuardedSession<Session> | Response>
  /** Writes the cookies to the response of the handlers. After that, none can be set. */
  finish(): Promise<void>
}

/** Creates the authentication of one request. */
export function createRequestState(c: Context, auth: AuthInstance, client: RequestClient): RequestState {
  const head = { ...toRequestHead(c.req.raw), ...client }
  const requestAuth = createRequestAuth(auth, head, createHttpError)
  const createRedirect = (url: string): Response => c.redirect(url, 303)
  return createAuthFunctions(requestAuth, createRedirect, {
    async requireAuth(options: RequireAuthOptions) {
      const { session, response } = await requestAuth.requireAuth(options)
      return session ?? refuse(toResponse(response))
    },
    async finish() {
      // Set before the handlers, Hono would drop the cookies beside a `Response` of a handler.
      const response = await finishResponse(requestAuth, c.res)
      if (response === c.res) return
      // Otherwise Hono would replace the cookies with those of the response before.
      c.res = undefined
      c.res = response
    },
  })
}

/** Hono responds to an `HTTPException` with its response. */
function createHttpError(failure: HttpFailure): HTTPException {
  return new HTTPException(failure.status, { ...failure, res: createErrorResponse(failure) })
}

function refuse(response: Response): Response {
  if (response.status === 303) return response
  throw new HTTPException(401, { res: response, message: 'Sign in to continue.' })
}
