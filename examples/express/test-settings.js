/**
 * For the suite that tries this app, which asks for it by two settings of ../README.md; an app of yours needs none of it.
 *
 * @module
 */

/** The guard in its place, `before` pages or in the `page`; unless `GUARDS` wants another one to be enough. */
export function withGuardSetting(place, guard) {
  const { GUARDS } = process.env
  return !GUARDS || GUARDS === place ? guard : (_req, _res, next) => next()
}

/** Takes up to `SLOWLY` milliseconds, so that visitors who come together are attended to together. */
export async function waitRandomly() {
  const { SLOWLY } = process.env
  if (SLOWLY) await new Promise(resolve => setTimeout(resolve, Math.random() * Number(SLOWLY)))
}
