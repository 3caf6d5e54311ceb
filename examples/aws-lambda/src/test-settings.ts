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

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
