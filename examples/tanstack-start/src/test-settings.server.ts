/**
 * Settings for the test suite of the examples, see ../../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns whether this guard of `/protected` is active. `GUARDS` can disable one of the two. */
export function isGuarded(guard: 'middleware' | 'page'): boolean {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === guard
}

/** Sets the `Cache-Control` of `CACHE_CONTROL`. */
export function applyCacheSetting(headers: Headers): void {
  const { CACHE_CONTROL } = process.env
  if (CACHE_CONTROL) headers.set('cache-control', CACHE_CONTROL)
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
