import type { AuthConfig } from '../../types/config.js'
import type { RequestHead } from '../../types/request.js'
import { type RequestSource, resolvePublicOrigin } from '../shared/public-request.js'

/** As much of the request as a reader of sessions needs; null when nobody can say where we are. */
export function createSessionRequest(
  source: RequestSource,
  config: AuthConfig,
  cookie = source.header('cookie'),
): RequestHead | null {
  const url = resolvePublicOrigin(source, config)
  return url ? { url, headers: new Headers({ cookie: cookie ?? '' }) } : null
}
