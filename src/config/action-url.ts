import { buildOrigin, parseUrl } from '../http/url.js'
import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import { type Environment, getPublicUrl, parseBooleanEnv } from './environment.js'
import { resolveLogger } from './logger.js'
import { normalizeBasePath } from './resolve-config.js'

/**
 * The URL of an action: below `AUTH_URL` where it is set, else below the host that the request names.
 *
 * @param protocol of the request, with or without its colon
 * @throws TypeError when neither `AUTH_URL` nor a `Host` header says where we are
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
  config: Pick<AuthConfig, 'basePath' | 'logger'>,
): URL {
  const authUrl = parseUrl(getPublicUrl(env) ?? '')
  if (!authUrl)
    return new URL(`${resolveOrigin(protocol, headers, env)}${toPathPrefix(config.basePath)}/${action}`)
  return new URL(`${authUrl.origin}${resolveBasePath(authUrl, config)}/${action}`)
}

function toPathPrefix(basePath: string | undefined): string {
  return basePath ? normalizeBasePath(basePath) : ''
}

function resolveBasePath(authUrl: URL, config: Pick<AuthConfig, 'basePath' | 'logger'>): string {
  const [envPath, configPath] = [normalizeBasePath(authUrl.pathname), toPathPrefix(config.basePath)]
  if (envPath && configPath && envPath !== configPath) resolveLogger(config).warn('env-url-basepath-mismatch')
  return configPath || envPath
}

/** Forwarded headers count unless the environment says that the host cannot be trusted. */
function resolveOrigin(protocol: string, headers: Headers, env: Environment): string {
  const scheme = protocol || 'https'
  const isTrusted = parseBooleanEnv(env.AUTH_TRUST_HOST) ?? true
  const origin = getPublicOrigin(name => headers.get(name), { scheme, isTrusted })
  if (origin) return origin
  const host = JSON.stringify(headers.get('host') ?? '')
  throw new TypeError(`Set AUTH_URL: the request names no host that could be used (${host}).`)
}

/** How a request arrived. */
interface OriginOptions {
  /** With or without its colon. */
  readonly scheme: string
  /** The `Host` header and what proxies add may be believed. */
  readonly isTrusted: boolean
}

/**
 * The origin that the visitor sees: what the first proxy says where that counts, else what the connection says. Null
 * when that is no origin.
 */
export function getPublicOrigin(
  getHeader: (name: string) => string | null | undefined,
  { scheme, isTrusted }: OriginOptions,
): string | null {
  const getForwarded = (name: string) => (isTrusted ? getFirstValue(getHeader(name)) : undefined)
  const host = getForwarded('x-forwarded-host') ?? getHeader('host') ?? ''
  return buildOrigin((getForwarded('x-forwarded-proto') ?? scheme).replace(/:$/, ''), host)
}

/** Proxies append to these headers; the first element is the one the visitor's own request had. */
function getFirstValue(header: string | null | undefined): string | undefined {
  return header?.split(',')[0]?.trim() || undefined
}
