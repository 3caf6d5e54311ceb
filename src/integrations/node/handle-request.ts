import { Auth } from '../../core/auth.js'
import type { AuthConfig } from '../../types/config.js'
import { type NodeRequest, toWebRequest } from './request.js'

/** The answer to a request of a Node server; `config` is complete. */
export async function handleRequest(req: NodeRequest, config: AuthConfig): Promise<Response> {
  const request = toWebRequest(req, config)
  return request ? Auth(request, config) : Response.json('Bad request.', { status: 400 })
}
