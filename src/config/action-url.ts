import { parseForwardedList } from '../base/parse.js'
import { UntrustedHost } from '../errors.js'
import { buildOrigin } from '../http/url.js'
import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import { type Environment, isCloudflare, parseAuthUrlVariable } from './environment.js'
import { parseBooleanEnv } from './environment-values.js'
import { resolveLogger } from './logger.js'
import { normalizeBasePath } from './resolve-config.js'

/**
 * Returns the URL of an action: below `AUTH_URL` if it is set, else below the host of the request.
 *
 * @param protocol the protocol of the request, with or without the colon
 * @throws TypeError if `AUTH_URL` is not set and the request has no usable host
 * @throws UntrustedHost if `AUTH_URL` is not set, the elements of `X-Forwarded-Host` differ, and `trustedProxies` is undefined
 *
 * @example
 * ```ts
 * import { createActionURL } from 'latchkey'
 *
 * const url = createActionURL('session', 'https', new Headers({ host: 'app.example' }), process.env, { basePath: '/auth' })
 * ```
 */
export function createActionURL(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  env: Environment,
  config: Pick<AuthConfig, 'basePath' | 'publicBasePath' | 'logger' | 'trustedProxies'>,
): URL {
  const envUrl = parseAuthUrlVariable(env)
  if (envUrl) return new URL(`${envUrl.origin}${resolveBasePath(envUrl, config)}/${action}`)
  const { publicBasePath, trustedProxies } = config
  const basePath = publicBasePath ?? config.basePath
  // Forwarded headers count unless the variable is false. Cloudflare passes on what clients write into them.
  const isTrusted = !isCloudflare(env) && (parseBooleanEnv(env.AUTH_TRUST_HOST) ?? true)
  const origin = requireRequestOrigin(headers, { scheme: protocol || 'https', isTrusted, trustedProxies })
  return new URL(`${origin}${toPathPrefix(basePath)}/${action}`)
}

function toPathPrefix(basePath: string | undefined): string {
  return basePath ? normalizeBasePath(basePath) : ''
}

function resolveBasePath(
  envUrl: URL,
  config: Pick<AuthConfig, 'basePath' | 'publicBasePath' | 'logger'>,
): string {
  if (config.publicBasePath) return normalizeBasePath(config.publicBasePath)
  const [envPath, configPath] = [normalizeBasePath(envUrl.pathname), toPathPrefix(config.basePath)]
  if (envPath && configPath && envPath !== configPath) resolveLogger(config).warn('env-url-basepath-mismatch')
  return configPath || envPath
}

function requireRequestOrigin(headers: Headers, options: OriginOptions): string {
  const origin = buildOriginFromHeaders(name => headers.get(name), options)
  if (origin) return origin
  const host = JSON.stringify(headers.get('host') ?? '')
  throw new TypeError(`Set AUTH_URL. The request has no usable Host header: ${host}.`)
}

interface OriginOptions {
  /** The scheme of the connection, with or without the colon. */
  readonly scheme: string
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted. */
  readonly isTrusted: boolean
  /** How many proxies append to `X-Forwarded-Host`. With 0, the headers are not trusted. */
  readonly trustedProxies: number | undefined
}

/**
 * Returns the public origin: from the forwarded headers if they are trusted, else from the connection.
 * Returns null if the result is not an origin.
 *
 * @throws UntrustedHost if the elements of `X-Forwarded-Host` differ and `trustedProxies` is undefined
 */
export function buildOriginFromHeaders(
  getHeader: (name: string) => string | null | undefined,
  { scheme, isTrusted, trustedProxies }: OriginOptions,
): string | null {
  const readList = (name: string) =>
    isTrusted && trustedProxies !== 0 ? parseForwardedList(getHeader(name)) : []
  const publicScheme = findForwardedScheme(readList('x-forwarded-proto')) ?? scheme.replace(/:$/, '')
  const forwardedHosts = readList('x-forwarded-host')
  if (trustedProxies === undefined) assertSameHost(forwardedHosts, publicScheme)
  const host = findForwardedHost(forwardedHosts, trustedProxies) || getHeader('host') || ''
  return buildOrigin(publicScheme, host)
}

/** Behind the proxy that ends TLS, the others see http. So one `https` is enough. */
function findForwardedScheme(schemes: readonly string[]): string | undefined {
  const scheme = schemes.includes('https') ? 'https' : schemes.find(Boolean)
  return scheme?.replace(/:$/, '')
}

/**
 * Each proxy appends the host that it received, so the outermost proxy wrote the n-th element from the right.
 * A client can write all elements before it. There are fewer elements if a proxy replaces the header.
 */
function findForwardedHost(hosts: readonly string[], trustedProxies: number | undefined): string | undefined {
  if (trustedProxies === undefined) return hosts.find(Boolean)
  return hosts.at(-trustedProxies) ?? hosts[0]
}

/** If the elements differ, only the number of proxies tells which of them a client wrote. */
function assertSameHost(hosts: readonly string[], scheme: string): void {
  if (hosts.length < 2) return
  const origins = new Set(hosts.filter(Boolean).map(host => buildOrigin(scheme, host) ?? host))
  if (origins.size < 2) return
  throw new UntrustedHost(
    `\`X-Forwarded-Host\` contains different hosts: ${JSON.stringify(hosts.join(', '))}. Set \`trustedProxies\` to the ` +
      'number of proxies that append to this header, or set AUTH_URL to the public URL.',
  )
}
