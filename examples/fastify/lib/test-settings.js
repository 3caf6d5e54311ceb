/**
 * Settings for the test suite of the examples, see ../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns the guard of the `middleware` or the `page`, or a pass-through if `GUARDS` disables it. */
export function withGuardSetting(name, guard) {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === name ? guard : async () => {}
}

/** Sets the `Cache-Control` of `CACHE_CONTROL`. */
export function applyCacheSetting(reply) {
  const { CACHE_CONTROL } = process.env
  if (CACHE_CONTROL) reply.header('cache-control', CACHE_CONTROL)
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly() {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
