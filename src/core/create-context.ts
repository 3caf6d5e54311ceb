import { chain } from '../base/cache.js'
import { parseForwardedList, parseUrl } from '../base/parse.js'
import { isFromTrustedSite, isLinkFromTrustedSite, readOrCreateCsrf } from '../checks/csrf.js'
import { findForeignCookieDomain } from '../config/cookie-domain.js'
import { getNextAuth4CookieName } from '../config/next-auth-4-cookies.js'
import { InvalidProvider } from '../errors.js'
import { createCookieJar, createNoopCookieJar } from '../http/cookies.js'
import { isBelowOrigin, isCallbackUrl, isWithinHeaderLimit } from '../http/url.js'
import type { Awaitable } from '../types/common.js'
import type { Context, PreparedConfig, Settings } from '../types/context.js'
import type { AuthRequest, CookieJar, NoopCookieJar } from '../types/request.js'

/** Builds the request context: verifies the CSRF token, validates the callback URL, finds the provider. */
export function createContext(request: AuthRequest, prepared: PreparedConfig): Awaitable<Context> {
  const { settings } = prepared
  warnOfMissingProxies(request, settings)
  warnOfForeignDomain(request, settings)
  const baseContext = createBaseContext(request, prepared)
  // The response is the same for all visitors and sets no cookie, so clients may request it at any time.
  if (request.action === 'providers') return baseContext
  const jar: CookieJar | NoopCookieJar = isCrossSitePost(baseContext)
    ? createNoopCookieJar()
    : baseContext.jar
  const needsCsrf = settings.csrfEnabled && needsCsrfToken(request, baseContext)
  return chain(needsCsrf ? readOrCreateCsrf(baseContext, jar) : null, csrf =>
    completeContext(baseContext, { csrf, jar }),
  )
}

/**
 * Builds the context of a call from server code. It neither reads nor sets a CSRF token: the caller says whether the
 * framework has verified the origin.
 */
export function createServerContext(request: AuthRequest, prepared: PreparedConfig): Awaitable<Context> {
  warnOfForeignDomain(request, prepared.settings)
  const baseContext = createBaseContext(request, prepared)
  return completeContext(baseContext, { csrf: null, jar: baseContext.jar })
}

function completeContext(
  baseContext: Context,
  { csrf, jar }: Pick<Context, 'csrf' | 'jar'>,
): Awaitable<Context> {
  const { request, settings, origin, cookieOptions } = baseContext
  const saved = jar.get(cookieOptions.callbackUrl.name)
  const requested = findCallbackUrl(baseContext, saved ?? readNextAuth4CallbackUrl(baseContext, jar))
  const approved = requested
    ? settings.callbacks.redirect({ url: requested, baseUrl: origin })
    : origin + settings.pathPrefix
  return chain(approved, callbackUrl => {
    if (requested !== undefined && isReplacedByOrigin(requested, callbackUrl, origin))
      logIgnoredUrl(baseContext, requested, notAllowed)
    storeCallbackUrl(baseContext, jar, { approved: callbackUrl, saved })
    const provider =
      request.providerId === null ? null : requireConfiguredProvider(settings, request.providerId)
    return { ...baseContext, csrf, callbackUrl, provider }
  })
}

/** A sign-in that NextAuth 4 started has its URL in the cookie of that library. */
function readNextAuth4CallbackUrl(baseContext: Context, jar: CookieJar): string | undefined {
  if (!baseContext.settings.legacySessions || baseContext.request.action !== 'callback') return undefined
  const name = getNextAuth4CookieName(baseContext, 'callbackUrl')
  return name === null ? undefined : jar.get(name)
}

function isCrossSitePost(baseContext: Context): boolean {
  return baseContext.request.method === 'POST' && !isFromTrustedSite(baseContext)
}

/** A GET of the session sets a token if there is none. An existing token is verified only where it is used. */
function needsCsrfToken({ action, method }: AuthRequest, { jar, cookieOptions }: Context): boolean {
  return action !== 'session' || method === 'POST' || jar.get(cookieOptions.csrfToken.name) === undefined
}

/**
 * Builds the part of the context that needs no checks. It is enough to read a session.
 *
 * @throws InvalidConfig if browsers reject the cookies that this request would get
 */
export function createBaseContext(request: AuthRequest, { settings, services }: PreparedConfig): Context {
  const jar = createCookieJar(request.head.getHeader('cookie') ?? null)
  const { origin } = request
  const isHttps = origin.startsWith('https:')
  if (!isHttps) warnOfUntrustedProxy(request, settings)
  const isSecure = settings.useSecureCookies ?? isHttps
  const variant = isSecure ? 'secure' : 'plain'
  const cookieError = settings.cookieErrors[variant]
  if (cookieError) throw cookieError
  const cookieOptions = settings.cookieOptions[variant]
  const authUrl = origin + settings.publicBasePath
  return {
    request,
    settings,
    services,
    jar,
    cookieOptions,
    origin,
    authUrl,
    csrf: null,
    callbackUrl: origin,
    provider: null,
  }
}

/** Warns of a header that says https although the URL of the request does not: it comes from a proxy that `trustHost` does not trust. */
function warnOfUntrustedProxy({ head }: AuthRequest, { warnOnce }: Settings): void {
  if (head.getHeader('x-forwarded-proto')?.includes('https')) warnOnce('untrusted-proxy')
}

/** Warns if fewer proxies appended the address of the client than are trusted. Attempts then have no count by client. */
function warnOfMissingProxies({ head }: AuthRequest, { trustedProxies, warnOnce }: Settings): void {
  if (!trustedProxies) return
  const { length } = parseForwardedList(head.getHeader('x-forwarded-for'))
  if (length < trustedProxies) warnOnce('forwarded-for-short')
}

/** Warns if browsers reject a cookie because its `domain` is that of another host, such as in a preview deployment. */
function warnOfForeignDomain({ origin }: AuthRequest, { cookieDomains, warnOnce }: Settings): void {
  if (cookieDomains.length === 0) return
  const domain = findForeignCookieDomain(cookieDomains, origin)
  if (domain === undefined) return
  warnOnce(
    'cookie-domain-mismatch',
    domain,
    `A request to ${origin} gets cookies with the \`domain\` "${domain}", which browsers reject from this host. Set \`cookies.*.options.domain\` only in the deployment that has it, or leave it out.`,
  )
}

/** See docs/reference/contract.md#callback-url. An invalid URL counts as absent, so that it cannot block a sign-in. */
function findCallbackUrl(baseContext: Context, saved: string | undefined): string | undefined {
  const { request, origin } = baseContext
  for (const url of [request.body.callbackUrl, request.query.callbackUrl, saved]) {
    if (isCallbackUrl(url, origin)) return url
    if (typeof url === 'string' && url !== '') logIgnoredUrl(baseContext, url, unusable)
  }
  return undefined
}

const unusable =
  'It is neither a path nor an http(s) URL nor the URL of an app, or it is longer than 2,048 characters.'
const notAllowed = '`callbacks.redirect` does not allow it.'

function isReplacedByOrigin(requested: string, approved: string, origin: string): boolean {
  if (requested === approved || approved !== origin) return false
  return !isBelowOrigin(requested, origin) && !requested.startsWith('/')
}

/** Logs the scheme and the host of a callback URL, null if it is not absolute. The rest may contain a token. */
function logIgnoredUrl({ settings, request }: Context, url: string, reason: string): void {
  const parsed = parseUrl(url)
  const start = parsed ? `${parsed.protocol}//${parsed.host}` : null
  settings.logger.debug('callback URL ignored', { url: start, action: request.action, reason })
}

function storeCallbackUrl(
  baseContext: Context,
  jar: CookieJar,
  { approved, saved }: { readonly approved: string; readonly saved: string | undefined },
): void {
  const { name, options } = baseContext.cookieOptions.callbackUrl
  // An app may return any URL, but a long cookie would make proxies reject all later requests.
  const stored = isWithinHeaderLimit(approved) ? approved : baseContext.origin
  if (stored !== saved && canStoreCallbackUrl(baseContext)) jar.set(name, stored, options)
}

/** A link on another site cannot change the cookie. The page that it opens passes the URL on in its form, whose POST sets the cookie. */
function canStoreCallbackUrl(baseContext: Context): boolean {
  return baseContext.request.method === 'POST' || isLinkFromTrustedSite(baseContext)
}

function requireConfiguredProvider({ providers }: Settings, id: string) {
  const provider = providers.get(id)
  if (provider) return provider
  throw new InvalidProvider(
    `There is no provider ${JSON.stringify(id)}. Configured: ${[...providers.keys()].join(', ') || 'none'}. Add it to \`providers\`, or correct the link.`,
  )
}
