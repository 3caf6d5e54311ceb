import type { AuthInstance } from '../../server.js'
import { clientAddressFix } from './client-address.js'

/**
 * Handles the request of a route handler. Next removes its own `basePath` from the path and does not say so, but `basePath` of the
 * configuration contains it.
 */
export function handleRouteRequest(auth: AuthInstance, request: Request): Promise<Response> {
  const { origin, pathname, search } = new URL(request.url)
  const fullPath = withBasePath(pathname, auth.basePath)
  const fullRequest = fullPath === pathname ? request : new Request(origin + fullPath + search, request)
  return auth.handler(fullRequest, { clientAddressFix })
}

/** Adds the part of the base path that is missing in front of the path. */
export function withBasePath(pathname: string, basePath: string): string {
  for (let end = 0; end >= 0; end = basePath.indexOf('/', end + 1))
    if (pathname.startsWith(`${basePath.slice(end)}/`)) return basePath.slice(0, end) + pathname
  return pathname
}
