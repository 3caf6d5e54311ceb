import type { FastifyReply } from 'fastify'
import type { SessionUnavailable } from '../../errors.js'
import type { AuthServer, RequestHead } from '../../server.js'
import type { Session } from '../../types/session.js'
import { createHandlerState, type HandlerAuth, type HandlerState } from '../shared/handler-auth.js'

/** The authentication of one request, as `request.auth`. */
export type FastifyRequestAuth<S = Session, Api = object> = HandlerAuth<S, Api>

/** The authentication of one request, and what the hooks need beside it. */
export interface RequestState extends HandlerState {
  readonly server: AuthServer
  /** Writes the cookies to the reply. After that, none can be set. */
  finish(): Promise<void>
}

/** Creates the authentication of one request. */
export function createRequestState(server: AuthServer, head: RequestHead, reply: FastifyReply): RequestState {
  // The app writes a hijacked reply itself.
  const state = createHandlerState(server, head, { createOutageError, isSent: () => reply.sent })
  return {
    ...state,
    server,
    async finish() {
      const lines = await state.auth.takeCookies()
      for (const line of lines) reply.header('set-cookie', line)
      const isPrivate = state.isPrivate() || lines.length > 0
      if (isPrivate && !reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
    },
  }
}

/** Fastify and its error handlers read the status from `statusCode`. */
function createOutageError(cause: SessionUnavailable): Error {
  const error = new Error('The session is unavailable. Please try again.', { cause })
  return Object.assign(error, { statusCode: 503, code: 'LATCHKEY_SESSION_UNAVAILABLE' })
}
