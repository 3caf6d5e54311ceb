import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerAuth } from '../../client/angular/server-auth.js'
import {
  type AuthInstance,
  type IncomingRequest,
  type RequireAuthOptions,
  type ResponseData,
  toIncomingRequest,
  toPublicSession,
  toResponse,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { type NodeRequest, toNodeIncomingRequest } from '../node/request.js'
import { restrictCachingAtHead } from '../node/response-head.js'
import {
  type AuthFunctions,
  createRequestAuth,
  LazyMembers,
  type RequestAuth,
  type SignInOptions,
  type SignOutOptions,
} from '../shared/request-auth.js'
import { finishResponse } from '../shared/session-headers.js'
import { createErrorResponse, toHttpFailure } from '../shared/translate-errors.js'

/** A request: of Express and other Node servers, or a web `Request`. */
export type AngularRequest = IncomingMessage | Request

/**
 * The authentication of one request. Pass it to the app as `auth` of the request context. A session that cannot be read throws
 * `SessionUnavailable`, and the response has status 503.
 */
export interface AngularRequestAuth<S = Session, Api = object>
  extends ServerAuth,
    AuthFunctions<S, Response, Api> {
  /**
   * Requires a signed-in user, a level (`acr`) or a recent sign-in (`maxAge`, in seconds), for an endpoint of `server.ts`.
   *
   * @returns the redirect, or the status 401 for an API; null if the session meets the requirement
   */
  requireAuth(requirement?: RequireAuthOptions): Promise<Response | null>
}

/** Renders a response. Null if the app does not respond to the request. */
export type RenderResponse<S = Session, Api = object> = (
  auth: AngularRequestAuth<S, Api>,
) => Promise<Response | null>

/** Returns a request as the pipeline reads it. */
export function toAngularIncomingRequest(request: AngularRequest): IncomingRequest {
  return isWebRequest(request) ? toIncomingRequest(request) : toNodeIncomingRequest(request)
}

const publicOrigin = Symbol('latchkey.publicOrigin')

class AngularMembers extends LazyMembers {
  /** A private field would fail behind a Proxy. */
  readonly [publicOrigin]: () => string | null

  constructor(getRequestAuth: () => RequestAuth, resolveOrigin: () => string | null) {
    super(getRequestAuth)
    this[publicOrigin] = resolveOrigin
  }

  get origin(): string | null {
    return this[publicOrigin]()
  }
}

/** Renders a response with the authentication of its request, and adds the cookies. */
export async function respondWithAuth(
  request: AngularRequest,
  instance: AuthInstance,
  render: RenderResponse,
): Promise<Response | null> {
  const head = toAngularIncomingRequest(request)
  const requestAuth = createRequestAuth(instance, head)
  const outcome: { error?: unknown; guardResponse?: ResponseData } = {}

  /** Angular renders an error page for a failed navigation, so the failure is kept. */
  async function keepError<Value>(reading: Promise<Value>): Promise<Value> {
    try {
      return await reading
    } catch (error) {
      outcome.error ??= error
      throw error
    }
  }

  async function requireAuth(requirement: RequireAuthOptions = {}): Promise<Response | null> {
    const { response } = await keepError(requestAuth.requireAuth(requirement))
    if (!response) return null
    outcome.guardResponse = response
    return toResponse(response)
  }

  const members = new AngularMembers(
    () => requestAuth,
    () => instance.resolveOrigin(head),
  )
  const auth: AngularRequestAuth = Object.assign(members, {
    getSession: () => keepError(requestAuth.getSession()),
    getPublicSession: async () => toPublicSession(await auth.getSession()),
    requireAuth,
    allow: async (requirement: RequireAuthOptions) => (await requireAuth(requirement)) === null,
    signIn: async (options?: SignInOptions) => createRedirect(await requestAuth.signIn(options)),
    signOut: async (options?: SignOutOptions) => createRedirect(await requestAuth.signOut(options)),
  })

  try {
    const rendered = await render(auth)
    if (outcome.error) throw outcome.error
    const response = outcome.guardResponse ? toResponse(outcome.guardResponse) : rendered
    if (response) return await finishResponse(requestAuth, response)
    addToNodeResponse(request, requestAuth, await requestAuth.close())
    return null
  } catch (error) {
    const cause = outcome.error ?? error
    const failure = toHttpFailure(cause)
    if (failure) return finishResponse(requestAuth, createErrorResponse(failure))
    addToNodeResponse(request, requestAuth, await requestAuth.close())
    throw cause
  }
}

/** Express writes the response of an error itself. Cookies that are already on it stay. */
function addToNodeResponse(
  request: AngularRequest,
  requestAuth: RequestAuth,
  lines: readonly string[],
): void {
  const res = isWebRequest(request) ? undefined : (request as NodeRequest & { res?: ServerResponse }).res
  if (!res || res.headersSent) return
  for (const line of lines) res.appendHeader('set-cookie', line)
  if (requestAuth.getDependence()) restrictCachingAtHead(res, requestAuth)
}

function isWebRequest(request: AngularRequest): request is Request {
  return request instanceof Request
}

function createRedirect(location: string): Response {
  const headers = { location, 'cache-control': 'private, no-store' }
  return new Response(null, { status: 303, headers })
}
