import { getRuntimeEnvironment, isDevelopment } from '../config/environment.js'
import { resolveLogger } from '../config/logger.js'
import { createWarnOnce } from '../config/warn-once.js'
import { forbidSharedCaching, setVisitorCaching } from '../http/cache-control.js'
import type { AuthConfig } from '../types/config.js'
import type { RequestHead } from '../types/request.js'
import type { MutableHeaders, SessionDependence } from '../types/server.js'
import { parsePathWithQuery } from './public-origin.js'

/** A response that depends on the session, and the head of its request. */
interface DependentResponse {
  readonly head: RequestHead
  readonly headers: MutableHeaders
  readonly dependence: SessionDependence
}

/** Restricts how caches may keep a response. See {@link AuthInstance.restrictCaching}. */
export function restrictCaching(config: AuthConfig, { head, headers, dependence }: DependentResponse): void {
  const wasShared = dependence === 'private' && forbidSharedCaching(headers)
  if (dependence === 'visitor') setVisitorCaching(headers)
  if (wasShared && isDevelopment(getRuntimeEnvironment())) warnOfPublicResponse(config, head)
}

function warnOfPublicResponse(config: AuthConfig, { method, url }: RequestHead): void {
  const [pathname = '/'] = (parsePathWithQuery(url) ?? '/').split('?', 1)
  const route = `${method} ${pathname}`
  const text =
    `The response of ${JSON.stringify(route)} depends on the session and allowed shared caches to keep it, so Latchkey made it private. ` +
    'Set `Cache-Control: private` for the route, or do not read the session there.'
  createWarnOnce(config.logger, resolveLogger(config))('public-response', route, text)
}
