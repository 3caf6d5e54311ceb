import { normalizeBasePath } from '../../config/resolve-config.js'
import type { AuthConfig } from '../../types/config.js'
import { toPublicRequest } from '../shared/public-request.js'

/**
 * The request of a route handler, under the address that the visitor sees. Next takes its own `basePath` off the path and does
 * not say that it did; `basePath` of the configuration has it in front.
 */
export function toExternalRequest(request: Request, config: AuthConfig): Request {
  const publicRequest = toPublicRequest(request, config)
  const { origin, pathname, search } = new URL(publicRequest.url)
  const fullPath = withBasePath(pathname, normalizeBasePath(config.basePath))
  return fullPath === pathname ? publicRequest : new Request(origin + fullPath + search, publicRequest)
}

/** The path with as much of the base path in front as is missing there. */
function withBasePath(pathname: string, basePath: string): string {
  for (let end = 0; end >= 0; end = basePath.indexOf('/', end + 1))
    if (pathname.startsWith(`${basePath.slice(end)}/`)) return basePath.slice(0, end) + pathname
  return pathname
}
