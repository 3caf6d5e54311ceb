import type { ServerResponse } from 'node:http'
import { SessionUnavailable } from '../../errors.js'
import type { AuthInstance, RequireAuthOptions } from '../../server.js'
import type { Session } from '../../types/session.js'
import { type ApiRequest, bindApi } from '../shared/bind-api.js'
import { bindSessions, type RequestSessions } from '../shared/bind-sessions.js'
import { extendRequireAuthOptions } from '../shared/require-auth-options.js'
import { applySession } from './node-session.js'
import { type NodeRequest, toNodeRequestHead } from './request.js'
import { writeResponse } from './write-response.js'

interface NodeExchange {
  readonly req: NodeRequest
  readonly res: ServerResponse
}

/** Returns the session if it meets the requirement. Otherwise writes the response and returns null. */
export async function requireNodeAuth(
  auth: AuthInstance,
  { req, res }: NodeExchange,
  options: RequireAuthOptions = {},
): Promise<Session | null> {
  try {
    const head = toNodeRequestHead(req)
    const { session, response, cookies } = await auth.requireAuth(
      head,
      extendRequireAuthOptions(options, { readOnly: res.headersSent }),
    )
    if (response) writeResponse(response, res)
    else applySession({ auth, head, res }, cookies, 'private')
    return session
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
    const headers = { 'cache-control': 'no-store' }
    writeResponse({ status: 503, headers, body: 'Please try again.', setCookies: [] }, res)
    return null
  }
}

/** Binds the functions of the plugins to a request. */
export function bindNodeApi(auth: AuthInstance, req: NodeRequest, res: ServerResponse | undefined): object {
  return bindApi(async () => toApiRequest(auth, req, res))
}

/** Binds the functions that list and end sessions to a request. */
export function bindNodeSessions(
  auth: AuthInstance,
  req: NodeRequest,
  res: ServerResponse | undefined,
): RequestSessions {
  return bindSessions(async () => toApiRequest(auth, req, res))
}

function toApiRequest(auth: AuthInstance, req: NodeRequest, res: ServerResponse | undefined): ApiRequest {
  const head = toNodeRequestHead(req)
  const setCookies: ApiRequest['setCookies'] =
    res && !res.headersSent ? cookies => applySession({ auth, head, res }, cookies, 'visitor') : null
  return { auth, head, setCookies }
}
