/** What an Express request says about the mount path of the handler. */
export interface MountPoint {
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
export function resolveMountBasePath({ baseUrl, originalUrl, params }: MountPoint): string {
  const rest = getWildcardPath(params)
  if (rest === null) return baseUrl.replace(/\/+$/, '')
  const [path = ''] = originalUrl.split('?', 1)
  const segments = path.split('/').filter(Boolean)
  const depth = findWildcardDepth(segments.map(decodeSegment), rest)
  return depth === null ? baseUrl : joinSegments(segments.slice(0, depth))
}

/** Returns the number of segments before those that the wildcard matches, or null if the path does not end with them. */
function findWildcardDepth(segments: readonly string[], rest: string): number | null {
  // Clients choose the path, so segments are joined and compared only once: if their length fits.
  const restLength = rest === '' ? 0 : `/${rest}`.length
  let depth = segments.length
  for (let length = 0; depth > 0 && length < restLength; depth--) length += `/${segments[depth - 1]}`.length
  return segments.slice(depth).join('/') === rest ? depth : null
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

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
