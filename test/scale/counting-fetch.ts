import type { App } from '../support/visitor.js'
import type { Tally } from './tally.js'

/** The connection was cut before the answer came. */
export class ConnectionCut extends Error {}

/** What a proxy says that lost the process it had asked, and what a browser sees where the proxy hangs up. */
const cutStatuses = new Set([502, 504])
const cutCodes = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

/** `fetch` that counts, and tells a cut connection from everything else. */
export function createCountingFetch(tally: Tally): App {
  return async request => {
    tally.requests++
    const { method, url } = request
    try {
      const answer = await fetch(request)
      const body = await answer.arrayBuffer()
      if (cutStatuses.has(answer.status)) throw new ConnectionCut(`${method} ${url}: ${answer.status}`)
      if (isRetried(answer)) tally.sentTwice++
      return new Response(body, { status: answer.status, headers: answer.headers })
    } catch (error) {
      if (!(error instanceof ConnectionCut) && !cutCodes.has(getErrorCode(error))) throw error
      tally.cut++
      throw error instanceof ConnectionCut ? error : new ConnectionCut(`${method} ${url}`, { cause: error })
    }
  }
}

/** A process that got it may have done it all, and died before its answer was out. The last one gave the answer. */
export function isRetried(answer: Response): boolean {
  const sent = answer.headers.get('x-sent')?.split(',') ?? []
  return sent.slice(0, -1).some(bytes => Number(bytes) > 0)
}

function getErrorCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return String((cause as { code?: unknown } | undefined)?.code)
}
