/**
 * Returns the path of a URL, as actions are found by it. An absolute URL is that of a `Request`, which is normalized, so its path is a part of
 * it. The path of `node:http` is as the client sent it.
 */
export function getPathname(url: string): string {
  if (url.startsWith('/')) return new URL(url, 'http://localhost').pathname
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.search(/[?#]/)
  return url.slice(start, end < 0 ? undefined : end)
}
