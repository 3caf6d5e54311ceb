import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { IncomingRequest, RequestHead } from '../../server.js'
import { readStream, toNodeIncomingRequest, toNodeRequestHead } from '../node/request.js'

/**
 * Returns the head of a request. With `trustProxy`, Fastify knows which proxies it may believe, so the host and the scheme are those that
 * it derived from their headers.
 */
export function toFastifyRequestHead(request: FastifyRequest): RequestHead {
  const head = toNodeRequestHead(request.raw)
  return {
    ...head,
    url: request.originalUrl,
    scheme: request.protocol,
    getClientAddress: () => request.ip,
    getHeader: name => {
      // HTTP/2 has `:authority` instead of the header `Host`.
      if (name === 'host') return request.host || null
      return isResolvedByFastify(name, request) ? null : head.getHeader(name)
    },
  }
}

/** Returns a request as the pipeline reads it. */
export function toFastifyIncomingRequest(request: FastifyRequest): IncomingRequest {
  return { ...toFastifyRequestHead(request), readBody: maxBytes => readBody(request, maxBytes) }
}

/** Fastify has `ips` only with `trustProxy`. */
function isResolvedByFastify(name: string, request: FastifyRequest): boolean {
  return 'ips' in request && (name === 'x-forwarded-host' || name === 'x-forwarded-proto')
}

/** A `preParsing` hook may have replaced the stream. Middleware of Express may have read it and set `body`. */
async function readBody({ body, raw }: FastifyRequest, maxBytes: number): Promise<string | null> {
  if (body instanceof Readable && body !== raw) return readStream(body, maxBytes)
  return toNodeIncomingRequest(raw).readBody(maxBytes)
}
