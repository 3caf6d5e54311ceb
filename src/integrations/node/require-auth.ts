import type { ServerResponse } from 'node:http'
import { SessionUnavailable } from '../../errors.js'
import type { AuthServer, RequireAuthOptions } from '../../server.js'
import type { Session } from '../../types/session.js'
import { bindApi } from '../shared/bind-api.js'
import { type NodeRequest, toNodeRequestHead } from './request.js'
import { addCookies, writeResponse } from './write-response.js'

interface NodeExchange {
  readonly req: NodeRequest
  readonly res: ServerResponse
}

/** Returns the session if it meets the requirement. Otherwise writes the response and returns null. */
export async function requireNodeAuth(
  server: AuthServer,
  { req, res }: NodeExchange,
  options: RequireAuthOptions = {},
): Promise<Session | null> {
  try {
    const { session, response, cookies } = await server.requireAuth(toNodeRequestHead(req), {
      ...options,
      readOnly: res.headersSent,
    })
    if (response) writeResponse(response, res)
    else if (!res.headersSent) addCookies(cookies, res)
    return session
  } catch (error) {
    if (!(error instanceof SessionUnavailable)) throw error
    const headers = { 'cache-control': 'no-store' }
    writeResponse({ status: 503, headers, body: 'Please try again.', setCookies: [] }, res)
    return null
  }
}

/** Binds the functions of the plugins to a request. */
export function bindNodeApi(server: AuthServer, req: NodeRequest, res: ServerResponse | undefined): object {
  return bindApi(async () => ({
    server,
    head: toNodeRequestHead(req),
    setCookies: res && !res.headersSent ? cookies => addCookies(cookies, res) : null,
  }))
}
