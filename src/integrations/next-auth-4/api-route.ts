import type { AuthInstance } from '../../server.js'
import { withBasePath } from '../next/route-request.js'
import { type NodeRequest, toNodeIncomingRequest } from '../node/request.js'
import { writeResponse } from '../node/write-response.js'

/** The response of an API route. */
export type ApiResponse = Parameters<typeof writeResponse>[1]

/** Handles the request of an API route of the pages router. Next has parsed its body. */
export async function handleApiRequest(
  auth: AuthInstance,
  request: NodeRequest,
  response: ApiResponse,
): Promise<void> {
  const { scheme: _, ...incoming } = toNodeIncomingRequest(request)
  const url = withBasePath(incoming.url, auth.basePath)
  writeResponse(await auth.handleIncomingRequest({ ...incoming, url }), response)
}
