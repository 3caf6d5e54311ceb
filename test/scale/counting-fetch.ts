import type { App } from '../support/visitor.js'
import type { Tally } from './tally.js'

/** The connection was cut before the answer came. */
export class Cut extends Error {}

/** What a proxy says that lost the process it had asked, and what a browser sees where the proxy hangs up. */
const cutStatus = new Set([502, 504])
const cutCodes = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'])

/** `fetch` that counts, and tells a cut connection from everything else. */
export function wire(tally: Tally): App {
  return async request => {
    tally.requests++
    const { method, url } = request
    try {
      const answer = await fetch(request)
      const body = await answer.arrayBuffer()
      if (cutStatus.has(answer.status)) throw new Cut(`${method} ${url}: ${answer.status}`)
      if (wasSentTwice(answer)) tally.sentTwice++
      return new Response(body, { status: answer.status, headers: answer.headers })
    } catch (error) {
      if (!(error instanceof Cut) && !cutCodes.has(codeOf(error))) throw error
      tally.cut++
      throw error instanceof Cut ? error : new Cut(`${method} ${url}`, { cause: error })
    }
  }
}

/** A process that got it may have done it all, and died before its answer was out. The last one gave the answer. */
export function wasSentTwice(answer: Response): boolean {
  const sent = answer.headers.get('x-sent')?.split(',') ?? []
  return sent.slice(0, -1).some(bytes => Number(bytes) > 0)
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return String((cause as { code?: unknown } | undefined)?.code)
}
