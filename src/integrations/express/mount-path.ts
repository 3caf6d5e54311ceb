/** What of a request tells where the handler is mounted. */
export interface MountedRequest {
  /** The path that the routers above have taken off. */
  readonly baseUrl: string
  readonly originalUrl: string
  /** What the wildcards stand for: `0` in Express 4, a list under a name in Express 5. */
  readonly params: object
}

/**
 * The path below which the actions are, without a slash at the end; empty for the root. A wildcard stands for the
 * action, so it is taken off the path; without one the path of the mount is all there is.
 */
export function getMountPath({ baseUrl, originalUrl, params }: MountedRequest): string {
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

/** Without the slashes at its ends, of which a path may have any number. */
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
