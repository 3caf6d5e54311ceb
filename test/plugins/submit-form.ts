import type { Visitor } from '../support/visitor.js'

/** The response to a JSON client. */
export interface JsonResponse {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Creates the function that sends a form of a plugin as JSON client. The body is without the message for people. */
export function createSubmit(pluginId: string) {
  return async (visit: Visitor, path: string, fields: Record<string, string> = {}): Promise<JsonResponse> => {
    const csrfToken = await visit.getCsrfToken()
    const headers = { accept: 'application/json' }
    const response = await visit.post(`/auth/${pluginId}/${path}`, { csrfToken, ...fields }, { headers })
    const { message: _, ...body } = (await response.json()) as Record<string, unknown>
    return { status: response.status, body }
  }
}
