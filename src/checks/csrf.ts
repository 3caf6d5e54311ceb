/**
 * Requests that another site forged, or that no user has asked for.
 *
 * @module
 */

import * as platform from '#crypto'
import { generateRandomHex, hashSha256Hex } from '#crypto'
import { chain, findFirst } from '../base/cache.js'
import { parseUrl } from '../base/parse.js'
import { getNextAuth4CookieName } from '../config/next-auth-4-cookies.js'
import { MissingCSRF, UserActionRequired } from '../errors.js'
import { isReadableType } from '../http/messages.js'
import type { Awaitable } from '../types/common.js'
import type { Context, Csrf } from '../types/context.js'
import type { AuthRequest, CookieJar, RequestHead } from '../types/request.js'

/**
 * Returns the double-submit token. The cookie holds `token|hash(token + secret)`. A token that is valid under
 * any of the secrets is kept, otherwise a new one is set. See docs/reference/contract.md#csrf.
 */
export function readOrCreateCsrf(context: CsrfContext, jar: CookieJar): Awaitable<Csrf> {
  const { request, settings, cookieOptions } = context
  const values = jar.getAll(cookieOptions.csrfToken.name)
  const validToken = values.length > 0 ? findValidToken(values, settings.hashSecrets) : null
  const csrf = chain(validToken, token =>
    token ? { token, verified: isSubmitted(request, token) } : createCsrf(context, jar),
  )
  return settings.legacySessions && request.method === 'POST'
    ? chain(csrf, current => acceptOlderToken(context, jar, current))
    : csrf
}

/** A page that NextAuth 4 rendered submits the token of its cookie, which has the same format. */
function acceptOlderToken(context: CsrfContext, jar: CookieJar, csrf: Csrf): Awaitable<Csrf> {
  const { request, settings } = context
  const name = getNextAuth4CookieName(context, 'csrfToken')
  if (csrf.verified || name === null) return csrf
  return chain(findValidToken(jar.getAll(name), settings.hashSecrets), token =>
    token && isSubmitted(request, token) ? { ...csrf, verified: true } : csrf,
  )
}

type CsrfContext = Pick<Context, 'request' | 'settings' | 'cookieOptions'>

function createCsrf({ settings, cookieOptions }: CsrfContext, jar: CookieJar): Awaitable<Csrf> {
  const { name, options } = cookieOptions.csrfToken
  const token = generateRandomHex(32)
  const [newest = ''] = settings.secrets
  return chain(hashSha256Hex(token + newest), hash => {
    jar.set(name, `${token}|${hash}`, options)
    return { token, verified: false }
  })
}

function findValidToken(values: readonly string[], hashSecrets: readonly string[]): Awaitable<string | null> {
  const candidates = values.flatMap(value => {
    const [token, hash] = value.split('|')
    return token && hash ? hashSecrets.map(secret => ({ token, hash, secret })) : []
  })
  return findFirst(candidates, ({ token, hash, secret }) =>
    chain(hashSha256Hex(token + secret), digest => (platform.isTimingSafeEqual(digest, hash) ? token : null)),
  )
}

function isSubmitted({ method, body }: AuthRequest, token: string): boolean {
  return (
    method === 'POST' &&
    typeof body.csrfToken === 'string' &&
    platform.isTimingSafeEqual(body.csrfToken, token)
  )
}

/**
 * Verifies that a POST comes from a page of this site.
 *
 * @throws MissingCSRF
 */
export function assertCsrf(ctx: Context): void {
  if (!ctx.csrf) return
  if (!isFromTrustedSite(ctx)) throw createCrossOriginError(ctx, 'site')
  if (!ctx.csrf.verified)
    throw new MissingCSRF(
      'The `csrfToken` is missing or differs from the CSRF cookie. Submit the token of `GET csrf` in a field of this name, with cookies.' +
        describeUnreadType(ctx) +
        describeOtherHost(ctx),
    )
}

/** Explains why a token that was sent is missing: bodies of other content types are not read. */
function describeUnreadType({ request }: Context): string {
  const type = request.head.getHeader('content-type')
  if (request.method !== 'POST' || !type || request.form || Object.keys(request.body).length > 0) return ''
  if (isReadableType(type)) return ` The body of type ${JSON.stringify(type)} has no fields.`
  return ` A body of type ${JSON.stringify(type)} is not read. Send a form or JSON.`
}

/** Explains why a page on another host of the same site, such as one with `www.`, lacks the cookie: its prefix is `__Host-`. */
function describeOtherHost({ request, origin }: Context): string {
  const pageOrigin = request.head.getHeader('origin') ?? 'null'
  if (pageOrigin === 'null' || pageOrigin === origin) return ''
  return ` The page is on ${JSON.stringify(pageOrigin)}, which does not share the cookie with ${JSON.stringify(origin)}. If the latter is wrong, correct AUTH_URL.`
}

/**
 * Verifies that a request without a CSRF token comes from a page of the same origin.
 *
 * @throws MissingCSRF
 */
export function assertTrustedOrigin(ctx: Context): void {
  if (!isFromTrustedOrigin(ctx)) throw createCrossOriginError(ctx, 'origin')
}

/** Creates the error for a request of another site or origin. */
export function createCrossOriginError(
  { request, origin: ownOrigin }: Context,
  difference: 'site' | 'origin',
): MissingCSRF {
  const origin = request.head.getHeader('origin') ?? 'null'
  if (origin === 'null')
    return new MissingCSRF(
      `The request came from another ${difference}, without an \`Origin\` that \`trustedOrigins\` could allow.`,
    )
  const name = JSON.stringify(origin)
  return new MissingCSRF(
    `The request came from another ${difference}: ${name}, not ${JSON.stringify(ownOrigin)}. To allow it, add ${name} to \`trustedOrigins\`. ` +
      'If it is this site, correct AUTH_URL or the headers of your proxy.',
  )
}

/**
 * Checks that a page of the same site sent the request. `Sec-Fetch-Site` decides if the browser sends it,
 * else `Origin`. A request without both headers does not come from a browser, so only its CSRF token counts.
 */
export function isFromTrustedSite(ctx: Context): boolean {
  return isFromTrustedPage(ctx, getOriginHeader(ctx), fetchSite => fetchSite !== 'cross-site')
}

/** Checks that a page of the same site, or no page, has the link that was followed. A link has no `Origin`: `Referer` names the page. */
export function isLinkFromTrustedSite(ctx: Context): boolean {
  return isFromTrustedPage(ctx, getPageOrigin(ctx), fetchSite => fetchSite !== 'cross-site')
}

/**
 * Checks that a page of the same origin sent the request, or that the user typed its URL, for requests without a CSRF token. Other
 * hosts of a site can be blogs or uploads of users. A link has no `Origin`: `Referer` then names the page.
 */
export function isFromTrustedOrigin(ctx: Context): boolean {
  const isAllowed = (fetchSite: string) => fetchSite === 'same-origin' || fetchSite === 'none'
  return isFromTrustedPage(ctx, getPageOrigin(ctx), isAllowed)
}

function isFromTrustedPage(
  { request, origin, settings }: Context,
  pageOrigin: string | null,
  isAllowedFetchSite: (fetchSite: string) => boolean,
): boolean {
  if (pageOrigin !== null && pageOrigin !== 'null' && settings.trustedOrigins.has(pageOrigin)) return true
  const fetchSite = request.head.getHeader('sec-fetch-site') ?? null
  if (fetchSite !== null) return isAllowedFetchSite(fetchSite)
  return pageOrigin === null || pageOrigin === origin
}

function getPageOrigin(ctx: Context): string | null {
  return getOriginHeader(ctx) ?? getRefererOrigin(ctx)
}

function getOriginHeader({ request }: Context): string | null {
  return request.head.getHeader('origin') ?? null
}

/** Returns the origin of the page with the link, `null` as text if it has none, or null if the browser does not name the page. */
function getRefererOrigin({ request }: Context): string | null {
  const referer = request.head.getHeader('referer')
  return referer ? (parseUrl(referer)?.origin ?? 'null') : null
}

/** Headers with which browsers and routers say that they load a page in advance, and what their values contain. */
const prefetchHeaders: readonly (readonly [name: string, value: RegExp])[] = [
  // HTML, speculative loading; and its older names.
  ['sec-purpose', /prefetch|prerender/],
  ['purpose', /prefetch|prerender|preview/],
  ['x-purpose', /prefetch|preview/],
  ['x-moz', /prefetch/],
  ['next-router-prefetch', /./],
  ['next-router-segment-prefetch', /./],
  ['x-middleware-prefetch', /./],
]

const sendForm =
  'in a form action or in another POST handler, and use a form instead of a link: `<form method="post">`.'

/**
 * Verifies that no browser or router made the request in advance.
 *
 * @param name the function that was called
 * @throws UserActionRequired
 */
export function assertNoPrefetch(name: string, head: RequestHead): void {
  const header = findPrefetchHeader(head)
  if (header === null) return
  throw new UserActionRequired(
    `\`${name}\` was called for a prefetch (\`${header}: ${head.getHeader(header)}\`), which no user has asked for. Call it ${sendForm}`,
  )
}

/** Returns the name of the header that says that a browser or router made the request in advance, or null. */
export function findPrefetchHeader({ getHeader }: RequestHead): string | null {
  const found = prefetchHeaders.find(([header, value]) => value.test(getHeader(header)?.toLowerCase() ?? ''))
  return found ? found[0] : null
}

/**
 * Verifies that a user may have made the request: it is no prefetch, and a GET opens a page. Scripts, images and routers send a GET without
 * the user, too.
 *
 * @param name the function that was called
 * @throws UserActionRequired
 */
export function assertUserAction(name: string, head: RequestHead): void {
  assertNoPrefetch(name, head)
  if (!isSafeMethod(head) || !isSubresourceRequest(head)) return
  throw new UserActionRequired(
    `\`${name}\` was called for a GET that opens no page, such as the preload of a router. Call it ${sendForm}`,
  )
}

/** RFC 9110 section 9.2.1. */
export function isSafeMethod({ method }: RequestHead): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** What a browser does with the response of a navigation, in `Sec-Fetch-Dest`. Clients that are not browsers do not send it. */
const navigationDestinations: ReadonlySet<string> = new Set(['document', 'iframe', 'frame'])

function isSubresourceRequest({ isDataRequest, getHeader }: RequestHead): boolean {
  const destination = getHeader('sec-fetch-dest')
  return isDataRequest === true || (destination != null && !navigationDestinations.has(destination))
}
