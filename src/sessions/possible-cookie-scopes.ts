import type { Context } from '../types/context.js'
import type { CookieScope } from './cookie-scope.js'

/** Lists the scopes in which a browser can have a cookie that it sends to this request. The likely ones come first. */
export function listPossibleScopes({ origin, settings, cookieOptions }: Context): readonly CookieScope[] {
  const { options } = cookieOptions.sessionToken
  const domains = new Set([undefined, options.domain, ...listParentDomains(new URL(origin).hostname)])
  const paths = new Set(['/', options.path, ...listParentPaths(settings.basePath)])
  // Browsers reject `Partitioned` without `Secure`.
  const partitions = origin.startsWith('https:') ? [undefined, true] : [undefined]
  return [...domains]
    .flatMap(domain => [...paths].map(path => ({ domain, path })))
    .flatMap(place => partitions.map(partitioned => ({ ...place, partitioned })))
    .sort((one, other) => countAttributes(one) - countAttributes(other))
}

function countAttributes({ domain, path, partitioned }: CookieScope): number {
  return Number(domain !== undefined) + Number(path !== '/') + Number(partitioned === true)
}

/** A host can set cookies for itself and its parent domains, but not for a top-level domain. An IP address has no parents. */
function listParentDomains(host: string): string[] {
  const labels = host.split('.')
  if (labels.length < 2 || /^[\d.]+$/.test(host)) return []
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join('.'))
    .reverse()
    .slice(0, maxParentDomains)
}

const maxParentDomains = 4

function listParentPaths(basePath: string): string[] {
  const segments = basePath.split('/').slice(1)
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
}
