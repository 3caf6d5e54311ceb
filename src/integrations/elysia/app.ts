import { AuthError } from '../../errors.js'
import type { IncomingRequest } from '../../server.js'
import type { Awaitable } from '../../types/common.js'
import { toUnreadRequest } from '../shared/unread-body.js'

/** `status` of the context: creates a response with a status, to return or to throw. */
export type CreateStatus = (code: number, response: unknown) => unknown

/** Handles a request. The upgrade to a WebSocket has no response. */
export type Handle = (request: Request) => Awaitable<Response | undefined>

/** The part of the context of `onRequest` that is used. */
export interface RequestContext {
  readonly request: Request
  readonly status: CreateStatus
  readonly server: unknown
}

/** The part of the context of a route that is used. */
export interface RouteContext {
  readonly request: Request
  readonly status: CreateStatus
  readonly set: { readonly headers: Record<string, unknown> }
}

/** The part of the context of `onError` that is used. */
export interface ErrorContext {
  readonly request: Request
  readonly error: unknown
}

/** The part of an Elysia app that is used. */
export interface ElysiaApp {
  wrap(wrapper: (handle: Handle) => Handle): unknown
  onRequest(hook: (context: RequestContext) => Promise<Response | undefined>): unknown
  onError(options: { readonly as: 'global' }, hook: (context: ErrorContext) => void): unknown
  derive(options: { readonly as: 'global' }, hook: (context: RouteContext) => object): unknown
  macro(macros: Readonly<Record<string, (value: never) => object>>): unknown
}

/**
 * Returns the app, as far as it is used.
 *
 * @throws AuthError if it is not an app of Elysia, or of a version that lacks a function
 */
export function toElysiaApp(app: unknown): ElysiaApp {
  if (isElysiaApp(app)) return app
  throw new AuthError('`auth` is a plugin of Elysia 1.4. Call `app.use(auth)`.')
}

function isElysiaApp(app: unknown): app is ElysiaApp {
  const { wrap, onRequest, derive, macro }: Partial<Record<string, unknown>> = Object(app)
  return [wrap, onRequest, derive, macro].every(member => typeof member === 'function')
}

/** Returns the request, with the address of the client that the runtime knows. */
export function toElysiaRequest({ request, server }: RequestContext): IncomingRequest {
  const fix = 'Call `app.use(auth)` before the hook that reads it, or read `request.clone()`.'
  return {
    ...toUnreadRequest(request, 'auth', fix),
    getClientAddress: () => readClientAddress(request, server),
  }
}

/** Bun knows the address by its server. The adapter for Node has `requestIP` too, which throws, and keeps the address in the request. */
function readClientAddress(request: Request & { readonly ip?: unknown }, server: unknown): string | null {
  if (typeof request.ip === 'string') return request.ip
  try {
    const { address } = (server as BunServer).requestIP(request) ?? {}
    return address ?? null
  } catch {
    return null
  }
}

interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}
