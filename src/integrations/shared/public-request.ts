import { publicOrigin } from '../../config/action-url.js'
import { type Environment, publicUrl, runtimeEnvironment } from '../../config/environment.js'
import { parseUrl } from '../../http/url.js'
import type { AuthConfig } from '../../types/config.js'
import type { Sight } from '../../types/wire.js'

/** How a request arrived, whatever the framework keeps it in. */
export interface Arrival {
  header(name: string): string | null | undefined
  /** Of the connection, with or without its colon. */
  readonly scheme: string
}

/** How a web request arrived. */
export function arrivalOf({ url, headers }: Sight): Arrival {
  return { header: name => headers.get(name), scheme: new URL(url).protocol }
}

/** The origin that the visitor sees: that of `AUTH_URL`, else that of the request; null when it has none. */
export function originOf(
  { header, scheme }: Arrival,
  { trustHost }: Pick<AuthConfig, 'trustHost'>,
  environment: Environment = runtimeEnvironment(),
): string | null {
  const address = publicUrl(environment)
  // Most apps have none, and a URL that cannot be parsed costs as much as reading half a session.
  const configured = address ? parseUrl(address) : null
  return configured?.origin ?? publicOrigin(header, { scheme, isTrusted: trustHost === true })
}

/** The request under the address that the visitor sees; a proxy may have hidden it. */
export function publicRequest(
  request: Request,
  config: Pick<AuthConfig, 'trustHost'>,
  environment?: Environment,
): Request {
  const url = new URL(request.url)
  const origin = hiddenOrigin(request, config, environment)
  return origin ? new Request(origin + url.pathname + url.search, request) : request
}

/** The same for who reads a session alone: nothing is copied, and the body stays for the app to read. */
export function publicSight(request: Request, config: Pick<AuthConfig, 'trustHost'>): Sight {
  const { headers } = request
  const origin = hiddenOrigin(request, config)
  return origin ? { url: origin, headers } : request
}

/** The origin that the visitor sees, where it is not that of the request. */
function hiddenOrigin(
  request: Request,
  config: Pick<AuthConfig, 'trustHost'>,
  environment?: Environment,
): string | null {
  const origin = originOf(arrivalOf(request), config, environment)
  return origin === new URL(request.url).origin ? null : origin
}

/**
 * A request of which a framework shows no more than the headers. It is enough for the facade.
 *
 * @returns null when neither `AUTH_URL` nor the headers say where we are
 */
export function requestFrom(
  headers: Headers,
  config: Pick<AuthConfig, 'trustHost'>,
  scheme = 'https',
): Request | null {
  const origin = originOf({ header: name => headers.get(name), scheme }, config)
  return origin ? new Request(origin, { headers }) : null
}
