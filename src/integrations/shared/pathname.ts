import type { AuthInstance } from '../../server.js'

/**
 * Returns the path of a URL or of a request target. Servers normalize absolute URLs when they create a `Request`, so their path is a part of
 * them. Node passes on what the client sent.
 */
export function getPathname(url: string): string {
  if (url.startsWith('/')) return new URL(`http://localhost${url}`).pathname
  const end = url.search(/[?#]/)
  const location = end < 0 ? url : url.slice(0, end)
  const start = location.indexOf('/', location.indexOf('://') + 3)
  return start < 0 ? '/' : location.slice(start)
}

/** Returns what a proxy removes from the front of the paths that browsers see. Mostly empty. */
export function getPathPrefix({
  basePath,
  publicBasePath,
}: Pick<AuthInstance, 'basePath' | 'publicBasePath'>): string {
  return publicBasePath.slice(0, publicBasePath.length - basePath.length)
}
