import nextCache from 'next/cache.js'
import { cookies, headers } from 'next/headers.js'
import type { AuthInstance, RequestHead, SetCookie } from '../../server.js'
import type { Session } from '../../types/session.js'
import { writeCookies } from '../shared/cookies.js'
import { clientAddressFix } from './client-address.js'

type RequestHeaders = Awaited<ReturnType<typeof headers>>
type CookieStore = Awaited<ReturnType<typeof cookies>>

/** The current request, for functions that do not receive one. */
export interface RequestContext {
  readonly requestHeaders: RequestHeaders
  readonly cookieStore: CookieStore
}

/**
 * Next throws or waits here while it determines what can be prerendered. With `partialPrefetching`, it renders a part of the
 * page from headers and cookies in advance, where reading the clock is an error. `io` waits for the rest. `connection` would
 * do so too, but throws in functions with `'use cache: private'`.
 */
export async function readRequestContext(): Promise<RequestContext> {
  const context = { requestHeaders: await headers(), cookieStore: await cookies() }
  await nextCache.io?.()
  return context
}

/** Reads the session. Extends it if Next allows setting cookies, which it does not while it renders a page. */
export async function getContextSession(
  auth: AuthInstance,
  context: RequestContext,
): Promise<Session | null> {
  const head = toCurrentRequestHead(context)
  if (isReadOnly(context.cookieStore)) return auth.getSession(head)
  // A route handler may let shared caches keep its response to a GET, and Next shows its headers to no code of Latchkey.
  if (head.method === 'GET') return auth.getSession(head)
  const { session, cookies } = await auth.refreshSession(head)
  writeServerCookies(cookies, context.cookieStore)
  return session
}

/** Returns the head of the current request. Next shows its headers and cookies, but not its method, its URL and its scheme. */
export function toCurrentRequestHead({ requestHeaders, cookieStore }: RequestContext): RequestHead {
  const cookie = buildCookieHeader(requestHeaders, cookieStore)
  return {
    method: hasBody(requestHeaders) ? 'POST' : 'GET',
    url: '/',
    isDataRequest: requestHeaders.has('rsc'),
    clientAddressFix,
    getHeader: name => (name === 'cookie' ? cookie : requestHeaders.get(name)),
    toHeaders: () => {
      const copy = new Headers(requestHeaders)
      copy.set('cookie', cookie)
      return copy
    },
  }
}

/** Whether the request is a server action or another POST. Browsers send an `Origin` with each POST, and with a GET only to other origins. */
function hasBody(headers: RequestHeaders): boolean {
  return ['next-action', 'content-type', 'origin'].some(name => headers.has(name))
}

/** An action or the proxy may have changed cookies since the browser sent them. */
function buildCookieHeader(headers: RequestHeaders, cookieStore: CookieStore): string {
  const sentCookies = headers.get('cookie') ?? ''
  const delimited = `; ${sentCookies};`
  const pairs = cookieStore.getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
  return pairs.every(pair => delimited.includes(`; ${pair};`)) ? sentCookies : pairs.join('; ')
}

/** If cookies cannot be set, Next uses the same function, which throws, for `set` and `delete`. */
export function isReadOnly(cookieStore: CookieStore): boolean {
  return Object.is(cookieStore.set, cookieStore.delete)
}

/** Sets cookies; Next percent-encodes the values. */
export function writeServerCookies(cookies: readonly SetCookie[], cookieStore: CookieStore): void {
  writeCookies(cookies, (name, value, attributes) => cookieStore.set(name, value, attributes))
}
