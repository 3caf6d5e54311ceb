import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'

/** Returns how sessions can be ended. By default, they end when they expire. */
export function resolveRevocation({ revocation }: AuthConfig): Settings['revocation'] {
  return revocation ? { maxStale: revocation.maxStale, maxAuthAge: revocation.maxAuthAge ?? 900 } : null
}
