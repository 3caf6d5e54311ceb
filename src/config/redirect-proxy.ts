import { parseUrl } from '../base/parse.js'
import type { Settings } from '../types/context.js'

/** Checks that a pattern is an origin in serialized form, whose first host label can be `*`. */
export function isOriginPattern(pattern: string): boolean {
  const example = pattern.replace('://*.', '://any.')
  return /^https?:[^*]+$/.test(example) && parseUrl(example)?.origin === example
}

/**
 * Creates the check for deployments that a redirect proxy serves. Without patterns, every deployment with the
 * same secret is allowed.
 */
export function createProxyTargetCheck(
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
