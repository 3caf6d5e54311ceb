/**
 * Returns whether this guard of `/protected` is active. The test suite disables one of the two by `GUARDS`, see ../../../README.md. Your app
 * does not need it.
 */
export function isGuarded(guard: 'middleware' | 'page'): boolean {
  const { GUARDS } = import.meta.server ? process.env : {}
  return !GUARDS || GUARDS === guard
}
