import { originFrom, parseUrl } from '../http/url.js'
import type { AuthAction } from '../types/action.js'
import type { AuthConfig } from '../types/config.js'
import { type Environment, flag, publicUrl } from './environment.js'
import { resolveLogger } from './logger.js'
import { basePathOf } from './resolve.js'

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
  const configured = parseUrl(publicUrl(env) ?? '')
  if (!configured) return new URL(`${originOf(protocol, headers, env)}${prefix(config.basePath)}/${action}`)
  return new URL(`${configured.origin}${pathIn(configured, config)}/${action}`)
}

function prefix(basePath: string | undefined): string {
  return basePath ? basePathOf(basePath) : ''
}

function pathIn(configured: URL, config: Pick<AuthConfig, 'basePath' | 'logger'>): string {
  const [own, given] = [basePathOf(configured.pathname), prefix(config.basePath)]
  if (own && given && own !== given) resolveLogger(config).warn('env-url-basepath-mismatch')
  return given || own
}

/** Forwarded headers count unless the environment says that the host cannot be trusted. */
function originOf(protocol: string, headers: Headers, env: Environment): string {
  const scheme = protocol || 'https'
  const isTrusted = flag(env.AUTH_TRUST_HOST) ?? true
  const origin = publicOrigin(name => headers.get(name), { scheme, isTrusted })
  if (origin) return origin
  const host = JSON.stringify(headers.get('host') ?? '')
  throw new TypeError(`Set AUTH_URL: the request names no host that could be used (${host}).`)
}

/** How a request arrived. */
interface Arrival {
  /** With or without its colon. */
  readonly scheme: string
  /** The `Host` header and what proxies add may be believed. */
  readonly isTrusted: boolean
}

/**
 * The origin that the visitor sees: what the first proxy says where that counts, else what the connection says. Null
 * when that is no origin.
 */
export function publicOrigin(
  header: (name: string) => string | null | undefined,
  { scheme, isTrusted }: Arrival,
): string | null {
  const forwarded = (name: string) => (isTrusted ? first(header(name)) : undefined)
  const host = forwarded('x-forwarded-host') ?? header('host') ?? ''
  return originFrom((forwarded('x-forwarded-proto') ?? scheme).replace(/:$/, ''), host)
}

/** Proxies append to these headers; the first element is the one the visitor's own request had. */
function first(header: string | null | undefined): string | undefined {
  return header?.split(',')[0]?.trim() || undefined
}
