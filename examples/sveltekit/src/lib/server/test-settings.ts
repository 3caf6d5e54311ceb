/**
 * Settings for the test suite of the examples, see examples/README.md. Your app does not need them.
 *
 * @module
 */
import { env } from '$env/dynamic/private'

/** Returns whether this guard of `/protected` is active. `GUARDS` can disable one of the two. */
export function isGuarded(guard: 'middleware' | 'page'): boolean {
  const { GUARDS } = env
  return !GUARDS || GUARDS === guard
}

/** Returns the `Cache-Control` of responses that read the session. `CACHE_CONTROL` can replace it. */
export function getCacheControl(usual: string): string {
  return env.CACHE_CONTROL || usual
}

/** Waits up to `MAX_DELAY_MS` milliseconds, so that concurrent requests overlap. */
export async function waitRandomly(): Promise<void> {
  const { MAX_DELAY_MS } = env
  if (MAX_DELAY_MS) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(MAX_DELAY_MS)))
}
