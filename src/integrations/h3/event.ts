import type { ServerResponse } from 'node:http'
import { AuthError } from '../../errors.js'
import {
  type IncomingRequest,
  type MutableHeaders,
  type ResponseData,
  toIncomingRequest,
  toResponse,
} from '../../server.js'
import { toNodeRequestHead } from '../node/request.js'
import { addHeadHook, toMutableHeaders } from '../node/response-head.js'
import { writeResponse } from '../node/write-response.js'
import { addSessionHeaders } from '../shared/session-headers.js'
import type { H3Event, H3NodeEvent, H3WebEvent } from './event-types.js'
import { readNodeBody, readWebBody } from './request-body.js'

/** The request of an event, and its response until h3 sends it. */
export interface H3Exchange {
  readonly request: IncomingRequest
  /** Whether the headers of the response were sent. h3 2 does not tell. */
  isSent(): boolean
  /** Replaces lines of `Set-Cookie`. Cookies of the app stay. */
  replaceCookies(previous: readonly string[], lines: readonly string[]): void
  /** Returns a header of the response that the app has set. */
  getResponseHeader(name: string): string | null
  /** Sets headers of a response that the app does not know, such as an error. Those of the app stay. */
  setDefaultHeaders(headers: Readonly<Record<string, string>>): void
  /** Returns the response for h3 2. Sends it for h3 1, whose hooks ignore what they return. */
  respond(response: ResponseData): Response | undefined
  /** Restricts how caches may keep the response, whatever headers the app sets from now on. */
  restrictCaching(restrict: RestrictCaching): void
  /** Ends the response, and returns what the middleware of h3 2 returns for the handler. */
  finish(value: unknown): unknown
}

/** Restricts how caches may keep the response with these headers. */
export type RestrictCaching = (headers: MutableHeaders) => void

/** Reads an event of h3 1 or of h3 2. Nitro 2 and Nuxt 4 have h3 1, Nitro 3 has h3 2. */
export function parseEvent(event: H3Event): H3Exchange {
  if (isWebEvent(event)) return createWebExchange(event)
  if (isNodeEvent(event)) return createNodeExchange(event)
  throw new AuthError('`auth` is middleware of h3 1 and 2. Use `app.use(auth)`.')
}

export function isWebEvent(event: H3Event): event is H3WebEvent {
  return event?.req instanceof Request
}

export function isNodeEvent(
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
    getResponseHeader: name => (res.hasHeader(name) ? [res.getHeader(name)].flat().join(', ') : null),
    setDefaultHeaders(headers) {
      for (const [name, value] of Object.entries(headers))
        if (!res.headersSent && !res.hasHeader(name)) res.setHeader(name, value)
    },
    respond(response) {
      writeResponse({ ...response, body: response.body ?? '' }, res)
      // The response of a cached handler of Nitro 2 does not end by itself, and h3 would call the handlers that follow.
      if (!res.writableEnded) Reflect.set(res, 'writableEnded', true)
    },
    restrictCaching: restrict => restrictNodeCaching(res, restrict),
    finish: value => value,
  }
}

/**
 * Restricts the headers now, at each change, and when they are sent. A cached handler of Nitro 2 and servers other than Node read the
 * headers without sending them.
 */
function restrictNodeCaching(res: ServerResponse, restrict: RestrictCaching): void {
  const { setHeader, appendHeader } = res
  const headers: MutableHeaders = {
    ...toMutableHeaders(res),
    set: (name, value) => void Reflect.apply(setHeader, res, [name, value]),
  }
  const change =
    (write: typeof setHeader | typeof appendHeader) =>
    (...params: readonly unknown[]) => {
      Reflect.apply(write, res, params)
      restrict(headers)
      return res
    }
  Object.assign(res, { setHeader: change(setHeader), appendHeader: change(appendHeader) })
  addHeadHook(res, () => restrict(headers))
  if (!res.headersSent) restrict(headers)
}

/** Nitro sets the address on platforms that have no sockets. */
function readClientAddress({ context, node: { req } }: H3NodeEvent): string | undefined {
  const { clientAddress } = context as { clientAddress?: unknown }
  return typeof clientAddress === 'string' ? clientAddress : req.socket?.remoteAddress
}

/** A handler may end the response early, as cached handlers of Nitro 3 do. Then the event has a new one. */
function createWebExchange(event: H3WebEvent): H3Exchange {
  const { req } = event
  let cookies: readonly string[] = []
  let restrictCaching: RestrictCaching = () => {}
  return {
    request: {
      ...toIncomingRequest(req),
      getClientAddress: () => req.ip,
      readBody: maxBytes => readWebBody(req, maxBytes),
    },
    isSent: () => false,
    // They are written at the end: a cached handler would keep those that the response has.
    replaceCookies(_, lines) {
      cookies = lines
    },
    getResponseHeader: name => event.res.headers.get(name),
    setDefaultHeaders(headers) {
      for (const [name, value] of Object.entries(headers))
        for (const target of listTargets(event)) if (!target.has(name)) target.set(name, value)
    },
    respond: toResponse,
    restrictCaching(restrict) {
      restrictCaching = restrict
    },
    finish(value) {
      const targets = listTargets(event)
      for (const target of targets) {
        for (const line of cookies) target.append('set-cookie', line)
        restrictCaching(target)
      }
      if (!(value instanceof Response)) return value
      for (const target of targets) mergeHeaders(value.headers, target)
      return addSessionHeaders(value, [], { restrictCaching })
    },
  }
}

/** Lets a response keep its own headers: h3 2 replaces them by those of the event. */
function mergeHeaders(own: Headers, target: Headers): void {
  if (own.has('cache-control')) target.delete('cache-control')
  const names = [own.get('vary'), target.get('vary')].flatMap(vary => vary ?? [])
  if (names.length > 0) target.set('vary', names.join(', '))
}

function listTargets({ res }: H3WebEvent): Headers[] {
  return res.errHeaders ? [res.headers, res.errHeaders] : [res.headers]
}
