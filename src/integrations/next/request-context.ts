import { cookies, headers } from 'next/headers.js'
import { getServerSession, peekSession } from '../../core/server-api.js'
import { AuthError } from '../../errors.js'
import type { AuthConfig } from '../../types/config.js'
import type { SetCookie } from '../../types/cookies.js'
import type { Session } from '../../types/session.js'
import { writeCookies } from '../shared/cookies.js'
import { createRequestFromHeaders } from '../shared/public-request.js'
import { createSessionRequest } from './session-request.js'

type RequestHeaders = Awaited<ReturnType<typeof headers>>
type CookieStore = Awaited<ReturnType<typeof cookies>>

/** The request that Next is answering, where no function is given one. */
export interface ServerContext {
  readonly requestHeaders: RequestHeaders
  readonly cookieStore: CookieStore
}

/** Next throws out of here while it finds out what can be rendered beforehand. */
export async function readServerContext(): Promise<ServerContext> {
  return { requestHeaders: await headers(), cookieStore: await cookies() }
}

/** Reads the session, and extends it where Next lets cookies be written: not while a page is rendered. */
export async function readServerSession(
  config: AuthConfig,
  { requestHeaders, cookieStore }: ServerContext,
): Promise<Session | null> {
  const source = { header: (name: string) => requestHeaders.get(name), scheme: 'https' }
  const request = createSessionRequest(source, config, buildCookieHeader(requestHeaders, cookieStore))
  if (!request) return null
  if (isReadOnly(cookieStore)) return peekSession(request, config)
  const sessionResult = await getServerSession(request, config)
  writeServerCookies(sessionResult.cookies, cookieStore)
  return sessionResult.session
}

/** The request for the facade, with everything that the browser sent. */
export function createServerRequest(
  config: AuthConfig,
  { requestHeaders, cookieStore }: ServerContext,
): Request {
  const allHeaders = new Headers(requestHeaders)
  allHeaders.set('cookie', buildCookieHeader(requestHeaders, cookieStore))
  const request = createRequestFromHeaders(allHeaders, config)
  if (!request) throw new AuthError('Set AUTH_URL: the request names no host that could be used.')
  return request
}

/** An action, or what stands before the page, may have changed them since the browser sent them. */
function buildCookieHeader(headers: RequestHeaders, cookieStore: CookieStore): string {
  const sentCookies = headers.get('cookie') ?? ''
  const delimited = `; ${sentCookies};`
  const pairs = cookieStore.getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return pairs.every(pair => delimited.includes(`; ${pair};`)) ? sentCookies : pairs.join('; ')
}

/** Where nothing can be written, Next has one function, which throws, in place of all that write. */
function isReadOnly(cookieStore: CookieStore): boolean {
  return Object.is(cookieStore.set, cookieStore.delete)
}

/** Next percent-encodes the values. */
export function writeServerCookies(cookies: readonly SetCookie[], cookieStore: CookieStore): void {
  writeCookies(cookies, (name, value, attributes) => cookieStore.set(name, value, attributes))
}
