import { AuthError } from '../../errors.js'
import { type IncomingRequest, type ResponseData, toIncomingRequest, toResponse } from '../../server.js'
import { toNodeRequestHead } from '../node/request.js'
import { writeResponse } from '../node/write-response.js'
import type { H3Event, H3NodeEvent, H3WebEvent } from './event-types.js'
import { readNodeBody, readWebBody } from './request-body.js'

/** The request of an event, and its response until h3 sends it. */
export interface H3Exchange {
  readonly request: IncomingRequest
  /** Whether the headers of the response were sent. h3 2 does not tell. */
  isSent(): boolean
  /** Replaces lines of `Set-Cookie`. Cookies of the app stay. */
  replaceCookies(previous: readonly string[], lines: readonly string[]): void
  /** Sets headers of a response that the app does not know, such as an error. Those of the app stay. */
  setDefaultHeaders(headers: Readonly<Record<string, string>>): void
  /** Returns the response for h3 2. Sends it for h3 1, whose hooks ignore what they return. */
  respond(response: ResponseData): Response | undefined
  /** Removes the default headers that a response of a handler has itself: h3 2 would replace them. */
  keepHeadersOf(value: unknown): void
}

/** Reads an event of h3 1 or of h3 2. Nitro 2 and Nuxt 4 have h3 1, Nitro 3 has h3 2. */
export function parseEvent(event: H3Event): H3Exchange {
  if (isWebEvent(event)) return createWebExchange(event)
  if (isNodeEvent(event)) return createNodeExchange(event)
  throw new AuthError('`auth` is middleware of h3 1 and 2. Use `app.use(auth)`.')
}

function isWebEvent(event: H3Event): event is H3WebEvent {
  return event?.req instanceof Request
}

function isNodeEvent(
  event: H3Event & { readonly node?: Partial<H3NodeEvent['node']> },
): event is H3NodeEvent {
  return event?.node?.req !== undefined && event.node.res !== undefined
}

function createNodeExchange(event: H3NodeEvent): H3Exchange {
  const { req, res } = event.node
  return {
    request: {
      ...toNodeRequestHead(req),
      getClientAddress: () => readClientAddress(event),
      readBody: maxBytes => readNodeBody(event, maxBytes),
    },
    isSent: () => res.headersSent,
    replaceCookies(previous, lines) {
      const sent = [res.getHeader('set-cookie') ?? []].flat().map(String)
      res.setHeader('set-cookie', [...sent.filter(line => !previous.includes(line)), ...lines])
    },
    setDefaultHeaders(headers) {
      for (const [name, value] of Object.entries(headers))
        if (!res.headersSent && !res.hasHeader(name)) res.setHeader(name, value)
    },
    respond: response => void writeResponse(response, res),
    keepHeadersOf() {},
  }
}

/** Nitro sets the address on platforms that have no sockets. */
function readClientAddress({ context, node: { req } }: H3NodeEvent): string | undefined {
  const { clientAddress } = context as { clientAddress?: unknown }
  return typeof clientAddress === 'string' ? clientAddress : req.socket?.remoteAddress
}

function createWebExchange({ req, res }: H3WebEvent): H3Exchange {
  const targets = res.errHeaders ? [res.headers, res.errHeaders] : [res.headers]
  return {
    request: {
      ...toIncomingRequest(req),
      getClientAddress: () => req.ip,
      readBody: maxBytes => readWebBody(req, maxBytes),
    },
    isSent: () => false,
    replaceCookies(previous, lines) {
      for (const headers of targets) replaceLines(headers, previous, lines)
    },
    setDefaultHeaders(headers) {
      for (const [name, value] of Object.entries(headers))
        for (const target of targets) if (!target.has(name)) target.set(name, value)
    },
    respond: toResponse,
    keepHeadersOf(value) {
      if (!(value instanceof Response) || !value.headers.has('cache-control')) return
      for (const headers of targets) headers.delete('cache-control')
    },
  }
}

function replaceLines(headers: Headers, previous: readonly string[], lines: readonly string[]): void {
  const kept = headers.getSetCookie().filter(line => !previous.includes(line))
  headers.delete('set-cookie')
  for (const line of [...kept, ...lines]) headers.append('set-cookie', line)
}
