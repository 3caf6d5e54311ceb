import { buildOrigin, parseUrl } from '../http/url.js'
import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import { type Environment, getAuthUrlVariable, parseBooleanEnv } from './environment.js'
import { resolveLogger } from './logger.js'
import { normalizeBasePath } from './resolve-config.js'

/**
 * Returns the URL of an action: below `AUTH_URL` if it is set, else below the host of the request.
 *
 * @param protocol the protocol of the request, with or without the colon
 * @throws TypeError if `AUTH_URL` is not set and the request has no usable host
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
  const envUrl = parseUrl(getAuthUrlVariable(env) ?? '')
  if (!envUrl)
    return new URL(
      `${requireRequestOrigin(protocol, headers, env)}${toPathPrefix(config.basePath)}/${action}`,
    )
  return new URL(`${envUrl.origin}${resolveBasePath(envUrl, config)}/${action}`)
}

function toPathPrefix(basePath: string | undefined): string {
  return basePath ? normalizeBasePath(basePath) : ''
}

function resolveBasePath(envUrl: URL, config: Pick<AuthConfig, 'basePath' | 'logger'>): string {
  const [envPath, configPath] = [normalizeBasePath(envUrl.pathname), toPathPrefix(config.basePath)]
  if (envPath && configPath && envPath !== configPath) resolveLogger(config).warn('env-url-basepath-mismatch')
  return configPath || envPath
}

/** Resolves the origin from the headers. Forwarded headers count unless `AUTH_TRUST_HOST` is false. */
function requireRequestOrigin(protocol: string, headers: Headers, env: Environment): string {
  const scheme = protocol || 'https'
  const isTrusted = parseBooleanEnv(env.AUTH_TRUST_HOST) ?? true
  const origin = buildOriginFromHeaders(name => headers.get(name), { scheme, isTrusted })
  if (origin) return origin
  const host = JSON.stringify(headers.get('host') ?? '')
  throw new TypeError(`Set AUTH_URL. The request has no usable Host header: ${host}.`)
}

interface OriginOptions {
  /** The scheme of the connection, with or without the colon. */
  readonly scheme: string
  /** Whether `X-Forwarded-Host` and `X-Forwarded-Proto` are trusted. */
  readonly isTrusted: boolean
}

/**
 * Returns the public origin: from the forwarded headers if they are trusted, else from the connection.
 * Returns null if the result is not an origin.
 */
export function buildOriginFromHeaders(
  getHeader: (name: string) => string | null | undefined,
  { scheme, isTrusted }: OriginOptions,
): string | null {
  const getForwarded = (name: string) => (isTrusted ? getFirstValue(getHeader(name)) : undefined)
  const host = getForwarded('x-forwarded-host') ?? getHeader('host') ?? ''
  return buildOrigin((getForwarded('x-forwarded-proto') ?? scheme).replace(/:$/, ''), host)
}

/**
 * Returns the first element. Proxies append to these headers, so the first one describes the original
 * request.
 */
function getFirstValue(header: string | null | undefined): string | undefined {
  return header?.split(',')[0]?.trim() || undefined
}
