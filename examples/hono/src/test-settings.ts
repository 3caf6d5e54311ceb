/**
 * Settings for the test suite of the examples, see ../README.md. Your app does not need them.
 *
 * @module
 */
import type { MiddlewareHandler } from 'hono'

/** Returns the guard of the `middleware` or the `page`, or a pass-through if `GUARDS` disables it. */
export function withGuardSetting<Guard extends MiddlewareHandler>(name: string, guard: Guard): Guard {
  const { GUARDS } = process.env
  const passThrough: MiddlewareHandler = (_c, next) => next()
  return !GUARDS || GUARDS === name ? guard : (passThrough as Guard)
}

/** Sends the `Cache-Control` that `CACHE_CONTROL` sets. */
export const applyCacheSetting: MiddlewareHandler = (c, next) => {
  const { CACHE_CONTROL } = process.env
  if (CACHE_CONTROL) c.header('cache-control', CACHE_CONTROL)
  return next()
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = process.env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
