import { basePathOf } from '../../config/resolve.js'
import type { AuthConfig } from '../../types/config.js'
import { publicRequest } from '../shared/public-request.js'

/**
 * The request of a route handler, under the address that the visitor sees. Next takes its own `basePath` off the path and does
 * not say that it did; `basePath` of the configuration has it in front.
 */
export function requestSeen(request: Request, config: AuthConfig): Request {
  const seen = publicRequest(request, config)
  const { origin, pathname, search } = new URL(seen.url)
  const whole = withBase(pathname, basePathOf(config.basePath))
  return whole === pathname ? seen : new Request(origin + whole + search, seen)
}

/** The path with as much of the base path in front as is missing there. */
function withBase(pathname: string, basePath: string): string {
  for (let end = 0; end >= 0; end = basePath.indexOf('/', end + 1))
    if (pathname.startsWith(`${basePath.slice(end)}/`)) return basePath.slice(0, end) + pathname
  return pathname
}
