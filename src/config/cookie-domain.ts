import type { AuthConfig } from '../types/config.js'

/** Removes the leading dot, which browsers ignore. */
export function normalizeDomain(domain: string): string {
  return domain.replace(/^\./, '').toLowerCase()
}

/** Lists the different domains of the configured cookies, without a leading dot. */
export function listCookieDomains(cookies: AuthConfig['cookies']): readonly string[] {
  const domains = Object.values(cookies ?? {}).map(cookie => normalizeDomain(cookie?.options?.domain ?? ''))
  return [...new Set(domains)].filter(Boolean)
}

/** Returns the first domain whose cookies a browser rejects from an origin, or undefined. RFC 6265 section 5.1.3. */
export function findForeignCookieDomain(domains: readonly string[], origin: string): string | undefined {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '')
  return domains.find(domain => host !== domain && !host.endsWith(`.${domain}`))
}
