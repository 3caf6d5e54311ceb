/**
 * Settings for the test suite of the examples, see ../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns the guard of the `middleware` or the `page`, or none if `GUARDS` disables it. */
export function withGuardSetting<const Guard extends object>(name: string, guard: Guard): Guard {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === name ? guard : ({} as Guard)
}

/** Returns the `Cache-Control` that `CACHE_CONTROL` sets for responses that read the session, if any. */
export function getCacheHeaders(): Record<string, string> {
  const { CACHE_CONTROL } = process.env
  return CACHE_CONTROL ? { 'cache-control': CACHE_CONTROL } : {}
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
