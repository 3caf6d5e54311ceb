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

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const maxDelayMs = process.env['MAX_DELAY_MS']
  if (maxDelayMs) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(maxDelayMs)))
}
