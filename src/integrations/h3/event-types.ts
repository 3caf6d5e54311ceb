import type { ServerResponse } from 'node:http'
import type { NodeRequest } from '../node/request.js'

/** The part of an event of h3 1 or 2 that is used. */
export interface H3Event {
  readonly context: object
  readonly req: unknown
}

/** An event of h3 1, also on runtimes other than Node. */
export interface H3NodeEvent extends H3Event {
  readonly node: { readonly req: NodeRequest; readonly res: ServerResponse }
  /** The body, on runtimes whose requests are not streams of Node. */
  readonly _requestBody?: unknown
}

/** An event of h3 2. */
export interface H3WebEvent extends H3Event {
  readonly req: Request & { readonly ip?: string | undefined }
  /** h3 sends `errHeaders` instead of `headers` if a handler throws. Release candidates, as in Nitro 3.0.0, do not have them. */
  readonly res: { readonly headers: Headers; readonly errHeaders?: Headers }
}
