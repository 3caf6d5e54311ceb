import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { IncomingRequest, RequestHead } from '../../server.js'
import { encodeForm, encodeMultipartForm } from './encode-form.js'

/** A request of a Node server, with what frameworks add to it. */
export interface NodeRequest extends IncomingMessage {
  /** The whole URL, if a router shortened `url`. */
  originalUrl?: string | undefined
  /** The scheme, as the framework sees it. */
  protocol?: string | undefined
  /** The IP address of the client, as the framework sees it. */
  ip?: string | undefined
  /** The body, if a body parser has read it. */
  body?: unknown
}

/** Returns the head of a Node request. */
export function toNodeRequestHead(req: NodeRequest): RequestHead {
  return {
    method: req.method ?? 'GET',
    url: req.originalUrl ?? req.url ?? '/',
    scheme: req.protocol ?? ('encrypted' in req.socket ? 'https' : 'http'),
    // Express knows the client if the app sets its option `trust proxy`.
    getClientAddress: () => req.ip ?? req.socket.remoteAddress,
    getHeader: name => getHeader(req, name),
    toHeaders: () => toHeaders(req),
  }
}

/** Returns a Node request as the pipeline reads it. */
export function toNodeIncomingRequest(req: NodeRequest): IncomingRequest {
  return { ...toNodeRequestHead(req), readBody: maxBytes => readNodeBody(req, req.body, maxBytes) }
}

function getHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name]
  if (value === undefined) return null
  return typeof value === 'string' ? value : value.join(', ')
}

function toHeaders({ headers }: IncomingMessage): Headers {
  const copy = new Headers()
  // HTTP/2 has pseudo-headers, such as `:path`.
  for (const [name, value = []] of Object.entries(headers))
    if (!name.startsWith(':')) for (const item of [value].flat()) copy.append(name, item)
  return copy
}

/**
 * Reads the body as UTF-8 text.
 *
 * @param parsed the body, if a body parser has read it
 * @returns null if the body has more than `maxBytes` bytes
 */
export async function readNodeBody(
  req: IncomingMessage,
  parsed: unknown,
  maxBytes: number,
): Promise<string | null> {
  if (req.readableDidRead)
    return toTextWithinLimit(serializeParsedBody({ headers: req.headers, body: parsed }), maxBytes)
  return Number(req.headers['content-length']) > maxBytes ? null : await readStream(req, maxBytes)
}

/** Returns a text, or null if it has more than `maxBytes` bytes. */
export function toTextWithinLimit(text: string, maxBytes: number): string | null {
  return Buffer.byteLength(text) > maxBytes ? null : text
}

/** Serializes a body again that a body parser has read. */
export function serializeParsedBody({ body, headers }: Pick<NodeRequest, 'body' | 'headers'>): string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  if (typeof body !== 'object' || body === null) return ''
  const type = headers['content-type'] ?? ''
  if (/multipart\/form-data/i.test(type)) return encodeMultipartForm(body, type)
  return type.includes('json') ? JSON.stringify(body) : encodeForm(body)
}

/**
 * Reads a stream as UTF-8 text. Stops reading above the limit and leaves the connection open, so that the response arrives.
 *
 * @returns null if the stream has more than `maxBytes` bytes
 */
export function readStream(req: Readable, maxBytes: number): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const stop = () => {
      req.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose).pause()
    }
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) return void chunks.push(chunk)
      stop()
      resolve(null)
    }
    const onEnd = () => {
      stop()
      resolve(new TextDecoder().decode(Buffer.concat(chunks)))
    }
    const onError = (error: Error) => {
      stop()
      reject(error)
    }
    const onClose = () =>
      onError(new Error('The client closed the connection before it sent the whole body.'))
    req.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose)
  })
}
