import type { AuthInstance } from '../../server.js'
import { withBasePath } from '../next/route-request.js'
import { type NodeRequest, toNodeIncomingRequest } from '../node/request.js'
import { writeResponse } from '../node/write-response.js'

/** The request of an API route. Next has parsed its body. */
export type ApiRequest = NodeRequest
/** The response of an API route. */
export type ApiResponse = Parameters<typeof writeResponse>[1]

/** Handles the request of an API route of the pages router. */
export async function handleApiRequest(
  auth: AuthInstance,
  request: ApiRequest,
  response: ApiResponse,
): Promise<void> {
  const { scheme: _, ...incoming } = toNodeIncomingRequest(request)
  const url = withBasePath(incoming.url, auth.basePath)
  writeResponse(await auth.handleIncomingRequest({ ...incoming, url }), response)
}
