import { type AuthInstance, type RequestHead, type RequireAuthOptions, toResponse } from '../../server.js'
import type { Session } from '../../types/session.js'
import { type AuthFunctions, createAuthFunctions, createRequestAuth } from '../shared/request-auth.js'
import { createRedirect, finishResponse, type RequestState } from '../shared/session-headers.js'
import type { CreateStatus } from './app.js'

/** The authentication of one request, as `auth` of the context. `getSession` throws the result of `status(503)`. */
export interface ElysiaRequestAuth<S = Session, Api = object> extends AuthFunctions<S, Response, Api> {}

/** The authentication of one request, and what the plugin needs beside it. */
export interface ElysiaState extends RequestState<ElysiaRequestAuth> {
  /** Returns the session, or the response that is required instead. */
  requireAuth(options: RequireAuthOptions): Promise<Session | Response>
}

/** Creates the authentication of one request. */
export function createRequestState(
  auth: AuthInstance,
  head: RequestHead,
  createStatus: CreateStatus,
): ElysiaState {
  const requestAuth = createRequestAuth(auth, head, ({ status, message }) => createStatus(status, message))
  return {
    auth: createAuthFunctions(requestAuth, createRedirect, {}),
    async requireAuth(options) {
      const { session, response } = await requestAuth.requireAuth(options)
      return session ?? toResponse(response)
    },
    finish: response => finishResponse(requestAuth, response),
  }
}
