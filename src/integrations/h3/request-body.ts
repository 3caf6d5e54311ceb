import { serializeParsedBody, toNodeIncomingRequest, toTextWithinLimit } from '../node/request.js'
import { toUnreadRequest } from '../shared/unread-body.js'
import type { H3NodeEvent } from './event-types.js'

/** Where `readRawBody` of h3 1 keeps the body that it has read. */
const rawBodyKey = Symbol.for('h3RawBody')

/**
 * Reads the body as text, also if a function of h3 1 or a body parser has read it, or if the runtime is not Node.
 *
 * @returns null if the body has more than `maxBytes` bytes
 */
export async function readNodeBody(event: H3NodeEvent, maxBytes: number): Promise<string | null> {
  const kept = await findKeptBody(event)
  if (kept === undefined) return toNodeIncomingRequest(event.node.req).readBody(maxBytes)
  return toTextWithinLimit(await serializeBody(kept, event), maxBytes)
}

async function findKeptBody({ _requestBody, node: { req } }: H3NodeEvent): Promise<unknown> {
  const bodies: unknown[] = [
    _requestBody,
    Reflect.get(req, rawBodyKey),
    Reflect.get(req, 'rawBody'),
    req.body,
  ]
  return bodies.find(body => body !== undefined && body !== null)
}

async function serializeBody(body: unknown, { node: { req } }: H3NodeEvent): Promise<string> {
  if (body instanceof ReadableStream || body instanceof URLSearchParams || body instanceof Blob)
    return new Response(body).text()
  return serializeParsedBody({ body, headers: req.headers })
}

/** Reads the body of h3 2 as text. h3 2 does not keep a body that it has read. */
export async function readWebBody(request: Request, maxBytes: number): Promise<string | null> {
  const fix = 'Call `app.use(auth)` first, or read a copy of the body: `event.req.clone().text()`.'
  return toUnreadRequest(request, 'auth', fix).readBody(maxBytes)
}
