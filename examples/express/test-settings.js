/**
 * Settings for the test suite of the examples, see ../README.md. Your app does not need them.
 *
 * @module
 */

/** Returns the guard of the `middleware` or the `page`, or a pass-through if `GUARDS` disables it. */
export function withGuardSetting(name, guard) {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === name ? guard : (_req, _res, next) => next()
}

/** Returns the `Cache-Control` of the pages that read the session. `CACHE_CONTROL` can replace it. */
export function getCacheControl(usual) {
  return process.env.CACHE_CONTROL || usual
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly() {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
