import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { AuthConfig } from '../../types/config.js'
import type { RequestHead } from '../../types/request.js'
import { resolvePublicOrigin } from '../shared/public-request.js'
import { encodeForm } from './encode-form.js'

/** A request of a Node server, and what frameworks on top of it add. */
export interface NodeRequest extends IncomingMessage {
  /** Where a router shortens `url`: the whole of it. */
  originalUrl?: string | undefined
  /** What the framework thinks of the connection. */
  protocol?: string | undefined
  /** What a body parser made of the body. */
  body?: unknown
}

/**
 * The request for `Auth`.
 *
 * @returns null for what no web `Request` can be made of: a host with a blank, a method such as TRACE
 */
export function toWebRequest(req: NodeRequest, config: AuthConfig): Request | null {
  const { method = 'GET' } = req
  const origin = resolveNodeOrigin(req, config)
  const url = req.originalUrl ?? req.url ?? '/'
  if (!origin || !url.startsWith('/')) return null
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: toRequestBody(req), duplex: 'half' } : {}
  try {
    return new Request(origin + url, { method, headers: toHeaders(req), ...body } as RequestInit)
  } catch {
    // The constructor's errors tell nothing that the visitor could mend.
    return null
  }
}

/** The request as a reader of sessions needs it; null when nobody can say where we are. */
export function toRequestHead(req: NodeRequest, config: AuthConfig): RequestHead | null {
  const url = resolveNodeOrigin(req, config)
  return url ? { url, headers: new Headers({ cookie: req.headers.cookie ?? '' }) } : null
}

function resolveNodeOrigin(req: NodeRequest, config: AuthConfig): string | null {
  const scheme = req.protocol ?? ('encrypted' in req.socket ? 'https' : 'http')
  return resolvePublicOrigin({ scheme, header: name => req.headers[name]?.toString() }, config)
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const copy = new Headers()
  for (const [name, value = []] of Object.entries(headers))
    for (const item of [value].flat()) copy.append(name, item)
  return copy
}

/** Read on demand, so that the limit of the core holds here too; what a parser has read is written anew. */
function toRequestBody(
  req: NodeRequest,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null {
  if (!req.readableDidRead) return Readable.toWeb(req) as ReadableStream<Uint8Array>
  const { body } = req
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  if (typeof body !== 'object' || body === null) return null
  return req.headers['content-type']?.includes('json') ? JSON.stringify(body) : encodeForm(body)
}
