/**
 * Settings for the test suite of the examples, see ../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns whether the guard of the `middleware` or the `page` is active. `GUARDS` disables the other one. */
export function isGuardActive(name: 'middleware' | 'page'): boolean {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === name
}

/** Returns the `Cache-Control` of responses that read the session. `CACHE_CONTROL` can replace it. */
export function getCacheControl(usual: string): string {
  return process.env.CACHE_CONTROL || usual
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
