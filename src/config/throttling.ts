import type { AuthConfig } from '../types/config.js'
import type { Settings } from '../types/context.js'
import { skipThrottling } from '../types/symbols.js'
import { type Environment, isDevelopment } from './environment.js'

/** Returns the limits of attempts. They are on by default, but in development and in tests, where sign-ins are frequent. */
export function resolveThrottling({ throttling }: AuthConfig, env: Environment): Settings['throttling'] {
  if (throttling === skipThrottling) return null
  return throttling ?? (isDevelopment(env) ? null : {})
}
