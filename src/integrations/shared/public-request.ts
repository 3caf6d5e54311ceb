import { getPublicOrigin } from '../../config/action-url.js'
import { type Environment, getPublicUrl, getRuntimeEnvironment } from '../../config/environment.js'
import { parseUrl } from '../../http/url.js'
import type { AuthConfig } from '../../types/config.js'
import type { RequestHead } from '../../types/request.js'

/** How a request arrived, whatever the framework keeps it in. */
export interface RequestSource {
  header(name: string): string | null | undefined
  /** Of the connection, with or without its colon. */
  readonly scheme: string
}

/** How a web request arrived. */
export function toRequestSource({ url, headers }: RequestHead): RequestSource {
  return { header: name => headers.get(name), scheme: new URL(url).protocol }
}

/** The origin that the visitor sees: that of `AUTH_URL`, else that of the request; null when it has none. */
export function resolvePublicOrigin(
  { header, scheme }: RequestSource,
  { trustHost }: Pick<AuthConfig, 'trustHost'>,
  environment: Environment = getRuntimeEnvironment(),
): string | null {
  const appUrl = getPublicUrl(environment)
  // Most apps have none, and a URL that cannot be parsed costs as much as reading half a session.
  const parsedAppUrl = appUrl ? parseUrl(appUrl) : null
  return parsedAppUrl?.origin ?? getPublicOrigin(header, { scheme, isTrusted: trustHost === true })
}

/** The request under the address that the visitor sees; a proxy may have hidden it. */
export function toPublicRequest(
  request: Request,
  config: Pick<AuthConfig, 'trustHost'>,
  environment?: Environment,
): Request {
  const url = new URL(request.url)
  const origin = getProxiedOrigin(request, config, environment)
  return origin ? new Request(origin + url.pathname + url.search, request) : request
}

/** The same for who reads a session alone: nothing is copied, and the body stays for the app to read. */
export function toPublicHead(request: Request, config: Pick<AuthConfig, 'trustHost'>): RequestHead {
  const { headers } = request
  const origin = getProxiedOrigin(request, config)
  return origin ? { url: origin, headers } : request
}

/** The origin that the visitor sees, where it is not that of the request. */
function getProxiedOrigin(
  request: Request,
  config: Pick<AuthConfig, 'trustHost'>,
  environment?: Environment,
): string | null {
  const origin = resolvePublicOrigin(toRequestSource(request), config, environment)
  return origin === new URL(request.url).origin ? null : origin
}

/**
 * A request of which a framework shows no more than the headers. It is enough for the facade.
 *
 * @returns null when neither `AUTH_URL` nor the headers say where we are
 */
export function createRequestFromHeaders(
  headers: Headers,
  config: Pick<AuthConfig, 'trustHost'>,
  scheme = 'https',
): Request | null {
  const origin = resolvePublicOrigin({ header: name => headers.get(name), scheme }, config)
  return origin ? new Request(origin, { headers }) : null
}
