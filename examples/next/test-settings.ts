/**
 * For the suite that tries this app, which asks for it by two settings of ../README.md; an app of yours needs none of it.
 *
 * @module
 */

/** Whether the guard in this place stands, `before` pages or in the `page`; not when `GUARDS` wants another one to be enough. */
export function isGuarded(place: 'before' | 'page'): boolean {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === place
}

/** Takes up to `SLOWLY` milliseconds, so that visitors who come together are attended to together. */
export async function waitRandomly(): Promise<void> {
  const { SLOWLY } = process.env
  if (SLOWLY) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(SLOWLY)))
}
