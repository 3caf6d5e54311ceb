import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'

/** That of a plugin which ends sessions, if the app does not set the option. Seconds. */
const pluginMaxStale = 5

/** Returns how sessions can be ended. By default, they end when they expire. */
export function resolveRevocation({ revocation, plugins = [] }: AuthConfig): Settings['revocation'] {
  const isNeeded = plugins.some(({ endsSessions }) => endsSessions)
  const { maxStale, maxAuthAge = 900 } = revocation ?? { maxStale: isNeeded ? pluginMaxStale : null }
  return maxStale === null ? null : { maxStale, maxAuthAge }
}
