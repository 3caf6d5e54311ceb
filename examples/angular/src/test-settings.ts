/**
 * Settings for the test suite of the examples, see ../../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns whether this guard of `/protected` is active. `GUARDS` can disable one of the two on the server. */
export function isGuarded(guard: 'middleware' | 'page'): boolean {
  const guards = typeof process === 'undefined' ? undefined : process.env['GUARDS']
  return !guards || guards === guard
}

/** Sets the `Cache-Control` of `CACHE_CONTROL` on a page that reads the session. */
export function applyCacheSetting(response: Response | null): Response | null {
  const cacheControl = process.env['CACHE_CONTROL']
  if (cacheControl) response?.headers.set('cache-control', cacheControl)
  return response
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const maxDelayMs = process.env['MAX_DELAY_MS']
  if (maxDelayMs) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(maxDelayMs)))
}
