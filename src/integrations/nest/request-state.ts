import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpException } from '@nestjs/common'
import { AuthError } from '../../errors.js'
import type { AuthServer, RequestHead } from '../../server.js'
import { toNodeRequestHead } from '../node/request.js'
import { addHeadHook, toMutableHeaders } from '../node/response-head.js'
import { createRequestAuth, type RequestAuth } from '../shared/request-auth.js'
import { createRequestStore } from '../shared/request-store.js'
import type { HttpFailure } from '../shared/translate-errors.js'
import { findRequest, type RequestSource } from './find-request.js'
import type { PlatformRequest } from './platform.js'

/** The authentication of one request, and its response. */
export interface RequestState {
  readonly auth: RequestAuth
  /** The response of Node. Null for the handshake of a WebSocket, which is over. */
  readonly res: ServerResponse | null
}

/** Decorators have no access to the service, so the requests of all apps are here. */
const states = createRequestStore<IncomingMessage, RequestState>()

/** Creates the authentication of a request. Its cookies are written with the head of the response. */
export function createRequestState(server: AuthServer, { req, res, incoming }: PlatformRequest): void {
  if (states.get(req)) return
  const auth = createAuth(server, incoming)
  states.set(req, { auth, res })
  addHeadHook(res, () => {
    const lines = auth.closeNow()
    for (const line of lines) res.appendHeader('set-cookie', line)
    auth.restrictCaching(toMutableHeaders(res))
  })
}

/**
 * Returns the authentication of a request. That of a WebSocket, which did not pass the hook, needs the server.
 *
 * @throws AuthError if there is no HTTP request, or if the module is not imported
 */
export function getRequestState(source: RequestSource, server?: AuthServer): RequestState {
  const req = findRequest(source)
  if (!req)
    throw new AuthError(
      'The handler has no HTTP request. Mark it with `@Public()` if a guard covers it, or return the request (`req`) in the context of GraphQL.',
    )
  const state = states.get(req) ?? (server && createReadOnlyState(server, req))
  if (state) return state
  throw new AuthError(
    'The request did not pass `AuthModule`. Import `AuthModule.forRoot(config)` in the root module. For a WebSocket, use `AuthGuard` before the decorators.',
  )
}

/** The handshake is over, so no cookie can be set. */
function createReadOnlyState(server: AuthServer, req: IncomingMessage): RequestState {
  const auth = createAuth(server, toNodeRequestHead(req))
  auth.closeNow()
  const state = { auth, res: null }
  states.set(req, state)
  return state
}

function createAuth(server: AuthServer, head: RequestHead): RequestAuth {
  return createRequestAuth(server, head, createHttpError)
}

function createHttpError({ status, statusText, message, cause }: HttpFailure): HttpException {
  return new HttpException({ statusCode: status, message, error: statusText }, status, { cause })
}
