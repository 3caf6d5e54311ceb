import type { FastifyReply } from 'fastify'
import type { AuthInstance, RequestHead } from '../../server.js'
import type { Session } from '../../types/session.js'
import { restrictCachingAtHead } from '../node/response-head.js'
import { createHandlerState, type HandlerAuth, type HandlerState } from '../shared/handler-auth.js'
import type { HttpFailure } from '../shared/translate-errors.js'

/** The authentication of one request, as `request.auth`. */
export type FastifyRequestAuth<S = Session, Api = object> = HandlerAuth<S, Api>

/** The authentication of one request, and what the hooks need beside it. */
export interface RequestState extends HandlerState {
  readonly instance: AuthInstance
  /** Writes the cookies to the reply. After that, none can be set. */
  finish(): Promise<void>
}

/** Creates the authentication of one request. */
export function createRequestState(auth: AuthInstance, head: RequestHead, reply: FastifyReply): RequestState {
  // The app writes a hijacked reply itself.
  const state = createHandlerState(auth, head, { createHttpError, isSent: () => reply.sent })
  return {
    ...state,
    instance: auth,
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
