import { parseUrl } from '../base/parse.js'
import { buildOriginFromHeaders } from '../config/action-url.js'
import { AuthError } from '../errors.js'
import type { AuthConfig } from '../types/config.js'
import type { AuthRequest, RequestHead } from '../types/request.js'

type OriginConfig = Pick<AuthConfig, 'trustHost' | 'trustedProxies'>

/** What the environment says about the origin. */
export interface OriginEnvironment {
  /** The value of `AUTH_URL`, or null. */
  readonly authUrl: URL | null
  /** Whether the app runs on Cloudflare, which passes on what clients write into forwarded headers. The host is that of the site. */
  readonly isCloudflare: boolean
}

/**
 * Resolves the origin that browsers see: that of `AUTH_URL` if it is set, else of the headers, else of an absolute URL. Forwarded
 * headers count only with `trustHost`, and not if the platform vouches for the host, unless `trustedProxies` says that proxies set them.
 * The URL counts only without a `Host` header: for a header that no URL allows, servers build it from another host.
 *
 * @returns null if none of them names an origin
 * @throws UntrustedHost if the elements of `X-Forwarded-Host` differ and `trustedProxies` is undefined
 */
export function resolvePublicOrigin(
  head: RequestHead,
  { trustHost, trustedProxies }: OriginConfig,
  { authUrl, isCloudflare }: OriginEnvironment,
): string | null {
  if (authUrl) return authUrl.origin
  const isHostVerified = isCloudflare || head.isHostVerified === true
  const isTrusted = trustHost === true && !(isHostVerified && trustedProxies === undefined)
  const scheme = head.scheme ?? /^https?:/.exec(head.url)?.[0] ?? 'https'
  const origin = buildOriginFromHeaders(head.getHeader, { scheme, isTrusted, trustedProxies })
  return origin ?? (head.getHeader('host') ? null : parseOrigin(head.url))
}

/** Returns the origin of a URL. Null for a path, and for the URL that srvx builds for a request with an invalid host. */
function parseOrigin(url: string): string | null {
  const parsed = parseUrl(url)
  return parsed && parsed.hostname !== '_invalid_' ? parsed.origin : null
}

/** The head of a request, and the origin that browsers see. */
export type HeadWithOrigin = Pick<AuthRequest, 'head' | 'origin'>

/**
 * Adds the origin to the head of a request.
 *
 * @throws AuthError if there is none
 */
export function resolveHeadWithOrigin(
  head: RequestHead,
  resolveOrigin: (head: RequestHead) => string | null,
): HeadWithOrigin {
  const origin = resolveOrigin(head)
  if (origin !== null) return { head, origin }
  throw new AuthError(
    `Set AUTH_URL. The request has no usable Host header: ${JSON.stringify(head.getHeader('host') ?? '')}.`,
  )
}

/** Returns the path of a URL with its query; null for what is neither a path nor an http(s) URL. */
export function parsePathWithQuery(url: string): string | null {
  if (url.startsWith('/')) return url
  const parsed = parseUrl(url)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.pathname + parsed.search : null
}
