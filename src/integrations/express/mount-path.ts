/** The fields of an Express request that determine the mount path of the handler. */
export interface MountedRequest {
  /** The path that parent routers have removed from the URL. */
  readonly baseUrl: string
  readonly originalUrl: string
  /** The route parameters. A wildcard is `0` in Express 4, and a named array in Express 5. */
  readonly params: object
}

/**
 * Returns the base path of the actions, without a trailing slash. Empty for the root. A wildcard matches the action, so
 * it is removed from the path. Without a wildcard, the base path is the mount path.
 */
export function resolveMountBasePath({ baseUrl, originalUrl, params }: MountedRequest): string {
  const rest = getWildcardPath(params)
  if (rest === null) return baseUrl.replace(/\/+$/, '')
  const [path = ''] = originalUrl.split('?', 1)
  const segments = path.split('/').filter(Boolean)
  for (let depth = segments.length; depth >= 0; depth--)
    if (decodePath(segments.slice(depth).join('/')) === rest) return joinSegments(segments.slice(0, depth))
  return baseUrl
}

function joinSegments(segments: readonly string[]): string {
  return segments.map(segment => `/${segment}`).join('')
}

/** Returns the path that the wildcard matches, without empty segments, or null if the route has no wildcard. */
function getWildcardPath(params: object): string | null {
  const values: [string, unknown][] = Object.entries(params)
  const wildcard = values.find(([name, value]) => name === '0' || Array.isArray(value))
  if (!wildcard) return null
  const [, value] = wildcard
  const segments = (Array.isArray(value) ? value.join('/') : String(value ?? '')).split('/')
  return segments.filter(Boolean).join('/')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
