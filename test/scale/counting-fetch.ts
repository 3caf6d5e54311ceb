import type { App } from '../support/visitor.js'
import type { Tally } from './tally.js'

/** The connection was closed before the response was complete. */
export class ConnectionCut extends Error {}

/** The statuses of a proxy that lost its upstream, and the error codes of closed connections. */
const cutStatuses = new Set([502, 504])
const cutCodes = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

/** Creates a `fetch` that counts requests and throws `ConnectionCut` for closed connections. */
export function createCountingFetch(tally: Tally): App {
  return async request => {
    tally.requests++
    const { method, url } = request
    try {
      const response = await fetch(request)
      const body = await response.arrayBuffer()
      if (cutStatuses.has(response.status)) throw new ConnectionCut(`${method} ${url}: ${response.status}`)
      if (isRetried(response)) tally.sentTwice++
      return new Response(body, { status: response.status, headers: response.headers })
    } catch (error) {
      if (!(error instanceof ConnectionCut) && !cutCodes.has(getErrorCode(error))) throw error
      tally.cut++
      throw error instanceof ConnectionCut ? error : new ConnectionCut(`${method} ${url}`, { cause: error })
    }
  }
}

/**
 * Returns whether nginx sent the request to more than one process. An earlier process may have handled it completely before it
 * was killed.
 */
export function isRetried(response: Response): boolean {
  const sent = response.headers.get('x-sent')?.split(',') ?? []
  return sent.slice(0, -1).some(bytes => Number(bytes) > 0)
}

function getErrorCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return String((cause as { code?: unknown } | undefined)?.code)
}
