import type { AuthInstance, RequireAuthOptions, ResponseData } from '../../server.js'
import { createAuthFunctions, createRequestAuth } from '../shared/request-auth.js'
import { toHttpFailure } from '../shared/translate-errors.js'
import type { LambdaRequest } from './request.js'
import { createRedirect, toLambdaResponse, withHeaders } from './result.js'
import type { LambdaRequestAuth, LambdaResponse } from './types.js'

/** The error of `requireAuth`. Its response is sent, unless the handler catches the error. */
export class LambdaResponseError extends Error {
  override readonly name = 'LambdaResponseError'
  /** The redirect of a page, or the response with status 401 of an API. */
  readonly response: LambdaResponse

  constructor(response: ResponseData) {
    super('Sign in to continue.')
    this.response = toLambdaResponse(response)
  }
}

/** The authentication of one request, and what the wrapper needs beside it. */
export interface RequestState {
  readonly auth: LambdaRequestAuth
  /** Returns the response with the cookies. After that, none can be set. */
  finish<Body>(response: LambdaResponse<Body>): Promise<LambdaResponse<Body>>
}

/** Creates the authentication of one request. */
export function createRequestState(request: LambdaRequest, auth: AuthInstance): RequestState {
  const requestAuth = createRequestAuth(auth, request)
  return {
    auth: createAuthFunctions(requestAuth, createRedirect, {
      async requireAuth(requirement?: RequireAuthOptions) {
        const { session, response } = await requestAuth.requireAuth(requirement)
        if (session) return session
        throw new LambdaResponseError(response)
      },
    }),
    async finish(response) {
      const lines = await requestAuth.close()
      if (!requestAuth.getDependence()) return response
      const cookies = [...(response.cookies ?? []), ...lines]
      return withHeaders({ ...response, cookies }, headers => requestAuth.restrictCaching(headers))
    },
  }
}

/** Returns the response to an error that Latchkey has thrown for the app; null for all other errors. */
export function toErrorResponse(error: unknown): LambdaResponse | null {
  if (error instanceof LambdaResponseError) return error.response
  const failure = toHttpFailure(error)
  if (!failure) return null
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain' }
  return { statusCode: failure.status, headers, body: failure.message }
}
