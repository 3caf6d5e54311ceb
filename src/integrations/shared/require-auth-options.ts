import type { RequireAuthOptions } from '../../server.js'

/**
 * Adds what the integration knows to the options of the app. A value that is not an object is passed on, so that the server rejects it:
 * a copy of it would have no requirement.
 */
export function extendRequireAuthOptions(
  options: RequireAuthOptions | undefined,
  known: RequireAuthOptions,
): RequireAuthOptions {
  if (options === undefined) return known
  return typeof options === 'object' && options !== null ? { ...options, ...known } : options
}
