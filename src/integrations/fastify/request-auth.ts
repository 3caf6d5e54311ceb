import type { FastifyReply } from 'fastify'
import type { AuthServer, RequestHead } from '../../server.js'
import type { Session } from '../../types/session.js'
import { restrictCachingAtHead } from '../node/response-head.js'
import { createHandlerState, type HandlerAuth, type HandlerState } from '../shared/handler-auth.js'
import type { HttpFailure } from '../shared/translate-errors.js'

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
  const state = createHandlerState(server, head, { createHttpError, isSent: () => reply.sent })
  return {
    ...state,
    server,
    async finish() {
      const lines = await state.auth.takeCookies()
      for (const line of lines) reply.header('set-cookie', line)
      // Hooks of the app that run later may change the headers.
      if (state.dependsOnSession()) restrictCachingAtHead(reply.raw, state)
    },
  }
}

/** Fastify and its error handlers read the status from `statusCode`. */
function createHttpError({ status, code, message, cause }: HttpFailure): Error {
  return Object.assign(new Error(message, { cause }), { statusCode: status, code: `LATCHKEY_${code}` })
}
