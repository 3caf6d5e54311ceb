import { parseUrl } from '../http/url.js'
import type { Settings } from '../types/context.js'

/** Is this an origin as browsers write it, with `*` as its first label at most? */
export function isOriginPattern(pattern: string): boolean {
  const example = pattern.replace('://*.', '://any.')
  return /^https?:[^*]+$/.test(example) && parseUrl(example)?.origin === example
}

/** Which deployments a redirect proxy serves: each origin of the list, or all that share its secret. */
export function createProxyAllowlist(
  patterns: readonly string[] | undefined,
): Settings['isAllowedProxyTarget'] {
  if (!patterns) return () => true
  const allowedOrigins = patterns.map(
    pattern => new RegExp(`^${pattern.split('*').map(escapeRegExp).join('[^./:@]+')}$`),
  )
  return origin => allowedOrigins.some(expression => expression.test(origin))
}

function escapeRegExp(text: string): string {
  return text.replace(/[.[\]{}()*+?^$|\\/-]/g, '\\$&')
}
