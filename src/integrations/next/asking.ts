import type { AuthConfig } from '../../types/config.js'
import { type Arrival, originOf } from '../shared/public-request.js'

/** The request as a reader of sessions needs it; null when nobody can say where we are. */
export function asking(
  arrival: Arrival,
  config: AuthConfig,
  cookie = arrival.header('cookie'),
): Request | null {
  const origin = originOf(arrival, config)
  return origin ? new Request(origin, { headers: { cookie: cookie ?? '' } }) : null
}

/** How a web request arrived. */
export function arrivalOf({ headers, url }: Request): Arrival {
  return { header: name => headers.get(name), scheme: new URL(url).protocol }
}
