import type { AuthConfig } from '../../types/config.js'
import type { Sight } from '../../types/wire.js'
import { type Arrival, originOf } from '../shared/public-request.js'

/** As much of the request as a reader of sessions needs; null when nobody can say where we are. */
export function asking(
  arrival: Arrival,
  config: AuthConfig,
  cookie = arrival.header('cookie'),
): Sight | null {
  const url = originOf(arrival, config)
  return url ? { url, headers: new Headers({ cookie: cookie ?? '' }) } : null
}
