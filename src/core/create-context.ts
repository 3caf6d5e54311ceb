import { readCsrf } from '../checks/csrf.js'
import { isSameSite } from '../checks/same-site.js'
import { InvalidProvider } from '../errors.js'
import { createCookieJar } from '../http/cookie-jar.js'
import { isRedirectUrl } from '../http/url.js'
import type { Context, Settings } from '../types/context.js'
import type { AuthRequest, CookieJar } from '../types/request.js'

/** From the street into the house: CSRF decided, callback URL approved, provider found. */
export async function createContext(request: AuthRequest, settings: Settings): Promise<Context> {
  const baseContext = createBaseContext(request, settings)
  // The same for everybody, so that clients may ask for it at any time: it sets no cookie.
  if (request.action === 'providers') return baseContext
  const cookieScope = hasSameSiteCookies(baseContext)
    ? baseContext
    : { ...baseContext, jar: createCookieJar(null) }
  const csrf =
    settings.csrfEnabled && needsCsrfToken(request, baseContext)
      ? await readCsrf(request, settings, cookieScope)
      : null
  return completeContext({ ...baseContext, csrf }, cookieScope.jar)
}

/**
 * The same for what no browser asked: no token is looked for and none is set. Only for the facade, whose callers say who
 * checked the origin instead.
 */
export function createServerContext(request: AuthRequest, settings: Settings): Promise<Context> {
  const baseContext = createBaseContext(request, settings)
  return completeContext(baseContext, baseContext.jar)
}

async function completeContext(baseContext: Context, jar: CookieJar): Promise<Context> {
  const { request, settings } = baseContext
  const callbackUrl = await resolveCallbackUrl({ ...baseContext, jar })
  const provider = request.providerId === null ? null : findProvider(settings, request.providerId)
  return { ...baseContext, callbackUrl, provider }
}

/** A form of another site comes without our cookies: they are not missing, and must not be replaced. */
function hasSameSiteCookies(baseContext: Context): boolean {
  return baseContext.request.method !== 'POST' || isSameSite(baseContext)
}

/** Reading a session asks for no token: who has none is given one, and any other is looked at where it is used. */
function needsCsrfToken({ action, method }: AuthRequest, { jar, cookies }: Context): boolean {
  return action !== 'session' || method === 'POST' || jar.get(cookies.csrfToken.name) === undefined
}

/** What can be known of a request without deciding anything about it; enough to read a session. */
export function createBaseContext(request: AuthRequest, settings: Settings): Context {
  const jar = createCookieJar(request.head.headers.get('cookie'))
  const { origin } = request.url
  const isSecure = settings.useSecureCookies ?? request.url.protocol === 'https:'
  const cookies = isSecure ? settings.cookies.secure : settings.cookies.plain
  const authUrl = origin + settings.basePath
  return { request, settings, jar, cookies, origin, authUrl, csrf: null, callbackUrl: origin, provider: null }
}

/** Spec: behaviour section 5. What is no URL at all counts as not sent: it must not lock anybody out. */
async function resolveCallbackUrl({ request, settings, jar, cookies, origin }: Context): Promise<string> {
  const { name, options } = cookies.callbackUrl
  const saved = jar.get(name)
  const requested = [request.body.callbackUrl, request.query.callbackUrl, saved].find(isRedirectUrl)
  const approved = requested ? await settings.callbacks.redirect({ url: requested, baseUrl: origin }) : origin
  if (approved !== saved) jar.set(name, approved, options)
  return approved
}

function findProvider({ providers }: Settings, id: string) {
  const provider = providers.get(id)
  if (provider) return provider
  throw new InvalidProvider(
    `There is no provider ${JSON.stringify(id)}. Configured: ${[...providers.keys()].join(', ') || 'none'}.`,
  )
}
