import { isLoopbackAddress, isLoopbackHostname } from '../base/loopback-host.js'
import { type Environment, isCloudflare } from '../config/environment.js'
import { parseBooleanEnv } from '../config/environment-values.js'
import { buildOrigin } from '../http/url.js'
import type { AuthConfig } from '../types/config.js'
import type { RequestHead } from '../types/request.js'

/**
 * Returns the configuration for a request. Without a request, as for an administrator, no host matters.
 *
 * @param head the head of the request, or null
 */
export type ConfigSelector = (head: RequestHead | null) => AuthConfig

/**
 * Creates the function that decides about the host of each request, if neither the configuration nor the environment does. Then a host is
 * trusted if the platform vouches for it, or if the connection proves that the browser runs on this machine.
 *
 * @param config with the environment defaults
 * @param trustHost what the app has set
 */
export function createConfigSelector(
  config: AuthConfig,
  trustHost: AuthConfig['trustHost'],
  environment: Environment,
): ConfigSelector {
  const isDecided = trustHost != null || parseBooleanEnv(environment.AUTH_TRUST_HOST) !== undefined
  if (config.trustHost || isDecided) return () => config
  const trusted: AuthConfig = { ...config, trustHost: true }
  const isTrusted = (head: RequestHead) =>
    head.isHostVerified === true || isCloudflare(environment) || isLoopbackRequest(head)
  return head => (head === null || isTrusted(head) ? trusted : config)
}

/** Headers with which a proxy reveals itself. Behind one, each connection comes from this machine. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
]

/** Whether a browser on this machine sent the request, without a proxy, to a host that no other machine can be. */
function isLoopbackRequest({ getClientAddress, getHeader }: RequestHead): boolean {
  return (
    isLoopbackAddress(getClientAddress?.() ?? '') &&
    isLoopbackHost(getHeader('host') ?? '') &&
    proxyHeaders.every(name => getHeader(name) == null)
  )
}

function isLoopbackHost(host: string): boolean {
  const origin = buildOrigin('http', host)
  return origin !== null && isLoopbackHostname(new URL(origin).hostname)
}
