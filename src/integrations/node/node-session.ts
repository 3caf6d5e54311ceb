import type { ServerResponse } from 'node:http'
import {
  type AuthInstance,
  type RequestHead,
  type SessionDependence,
  type SetCookie,
  serializeCookie,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { createRequestStore } from '../shared/request-store.js'
import { type NodeRequest, toNodeRequestHead } from './request.js'
import { addHeadHook, toMutableHeaders } from './response-head.js'

/** A request, its response, and the instance that reads its session. */
export interface SessionExchange {
  readonly auth: AuthInstance
  readonly head: RequestHead
  readonly res: ServerResponse
}

/** How a response depends on the session. Several reads of one request have one hook. */
interface ResponseState {
  dependence: SessionDependence
}

const states = createRequestStore<ServerResponse, ResponseState>()

/** Reads the session of a request. Extends it on the response, unless there is none or its headers were sent. */
export async function getNodeSession(
  auth: AuthInstance,
  req: NodeRequest,
  res: ServerResponse | null | undefined,
): Promise<Session | null> {
  const head = toNodeRequestHead(req)
  if (!res || res.headersSent) return await auth.getSession(head)
  const { session, cookies } = await auth.refreshSession(head)
  applySession({ auth, head, res }, cookies, session ? 'private' : 'visitor')
  return session
}

/** Adds the cookies of the session to the response, and restricts how caches may keep it when its headers are sent. */
export function applySession(
  exchange: SessionExchange,
  cookies: readonly SetCookie[],
  dependence: SessionDependence,
): void {
  const { res } = exchange
  if (res.headersSent) return
  for (const cookie of cookies) res.appendHeader('set-cookie', serializeCookie(cookie))
  setDependence(exchange, cookies.length > 0 ? 'private' : dependence)
}

function setDependence({ auth, head, res }: SessionExchange, dependence: SessionDependence): void {
  const existing = states.get(res)
  if (existing) {
    if (dependence === 'private') existing.dependence = dependence
    return
  }
  const state: ResponseState = { dependence }
  states.set(res, state)
  addHeadHook(res, () => auth.restrictCaching(head, toMutableHeaders(res), state.dependence))
}

/** Whether a response is one of Node, whose headers can be changed until they are sent. In edge runtimes, it is not. */
export function isNodeResponse(res: object): res is ServerResponse {
  return 'writeHead' in res && 'removeHeader' in res
}
