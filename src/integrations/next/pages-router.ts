import {
  type AuthInstance,
  type RequestHead,
  type SessionDependence,
  type SetCookie,
  serializeCookie,
} from '../../server.js'
import type { Session } from '../../types/session.js'
import { applySession, isNodeResponse } from '../node/node-session.js'
import { clientAddressFix } from './client-address.js'

/** The part of a pages router request that is used. */
export interface PageRequest {
  headers: Record<string, string | string[] | undefined>
  /** The connection, on a Node server. */
  socket?: { readonly remoteAddress?: string | undefined } | undefined
}

/** The part of a pages router response that is used. */
export interface PageResponse {
  headersSent: boolean
  statusCode?: number
  setHeader?(name: string, value: string): unknown
  end?(body: string | null): unknown
  appendHeader(name: string, value: string): unknown
}

/** The context of `getServerSideProps`. */
export interface PageContext {
  req: PageRequest
  res: PageResponse
  /** The path of the page with its query. */
  resolvedUrl?: string
}

/** Reads the session in the pages router. Extends it unless the headers of the response were sent. */
export async function getPageSession({ req, res }: PageContext, auth: AuthInstance): Promise<Session | null> {
  const head = toPageRequestHead(req)
  if (res.headersSent) return auth.getSession(head)
  const { session, cookies } = await auth.refreshSession(head)
  applyPageSession({ auth, head, res }, cookies, session ? 'private' : 'visitor')
  return session
}

interface PageExchange {
  readonly auth: AuthInstance
  readonly head: RequestHead
  readonly res: PageResponse
}

/** Adds the cookies of the session to the response, and restricts how caches may keep it. */
export function applyPageSession(
  { auth, head, res }: PageExchange,
  cookies: readonly SetCookie[],
  dependence: SessionDependence,
): void {
  if (isNodeResponse(res)) applySession({ auth, head, res }, cookies, dependence)
  else for (const cookie of cookies) res.appendHeader('set-cookie', serializeCookie(cookie))
}

/** Next reports the scheme in a forwarded header. */
export function toPageRequestHead({ headers, socket }: PageRequest): RequestHead {
  const getHeader = (name: string) => headers[name]?.toString()
  const toHeaders = () =>
    new Headers(
      Object.entries(headers).map(([name, value = '']): [string, string] => [name, value.toString()]),
    )
  const getClientAddress = () => socket?.remoteAddress
  return { method: 'GET', url: '/', getClientAddress, clientAddressFix, getHeader, toHeaders }
}
