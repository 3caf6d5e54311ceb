import { AuthError } from '../../errors.js'
import { type IncomingRequest, type RequestHead, toIncomingRequest, toRequestHead } from '../../server.js'
import { serializeParsedBody } from '../node/request.js'

/** The part of Qwik City's `RequestEvent` that is used. */
export interface QwikCityEvent {
  readonly request: Request
  /** The URL of the page, also for a request of its data. */
  readonly url: URL
  readonly headers: Headers
  readonly cookie: { set(name: string, value: string): void }
  readonly sharedMap: Map<string, unknown>
  readonly headersSent: boolean
  readonly clientConn: { readonly ip?: string }
  /** What the server or the build passes. */
  readonly platform?: unknown
  parseBody(): Promise<unknown>
  next(): Promise<void>
  error(status: 403 | 503, message: string): Error
  redirect(status: 303, url: string): unknown
  send(status: number, data: string): unknown
}

/**
 * Verifies that Qwik City calls the middleware.
 *
 * @throws AuthError if another framework calls it
 */
export function assertEvent(event: Partial<QwikCityEvent> | undefined): void {
  if (event?.sharedMap instanceof Map && event.cookie && typeof event.next === 'function') return
  throw new AuthError(
    '`onRequest` is middleware of Qwik City 1. Export it from src/routes/plugin@auth.ts of an app with @builder.io/qwik-city.',
  )
}

/** Returns everything but the body. */
export function toHead(event: QwikCityEvent): RequestHead {
  const getClientAddress = () => event.clientConn.ip ?? null
  const url = event.url.href
  return { ...toRequestHead(event.request), url, isDataRequest: isDataRequest(event), getClientAddress }
}

/** Returns the request. If other middleware has parsed the body, its fields are encoded again. */
export function toEventRequest(event: QwikCityEvent): IncomingRequest {
  const { readBody } = toIncomingRequest(event.request)
  return {
    ...toHead(event),
    readBody: async maxBytes =>
      event.request.bodyUsed ? encodeParsedBody(event, maxBytes) : readBody(maxBytes),
  }
}

async function encodeParsedBody(event: QwikCityEvent, maxBytes: number): Promise<string | null> {
  const fields: object = Object(await event.parseBody())
  const headers = { 'content-type': event.request.headers.get('content-type') ?? '' }
  const text = serializeParsedBody({ body: fields, headers })
  return new TextEncoder().encode(text).length > maxBytes ? null : text
}

/** Whether the router in the browser requests the data of a page, instead of the document. */
export function isDataRequest({ request }: QwikCityEvent): boolean {
  return new URL(request.url).pathname.endsWith('/q-data.json')
}

/**
 * Sets a cookie by its `Set-Cookie` value. The Node server of Qwik City keeps only the last `Set-Cookie` of `headers`, so cookies go
 * through `cookie`. A name and a value that contains the attributes is what Qwik City itself passes for a `Response`.
 */
export function setCookieLine({ cookie }: QwikCityEvent, line: string): void {
  const end = line.indexOf('=')
  cookie.set(line.slice(0, end), line.slice(end + 1))
}

/** Caches must not keep a response that depends on the session, unless the app decided. */
export function setPrivate({ headers }: QwikCityEvent): void {
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-store')
}
