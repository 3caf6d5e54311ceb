/**
 * Returns a function that loads a module at its first call. `import()` takes microseconds also for a loaded module, so later calls return
 * what the first one loaded. Bundlers remove a loader that is not used.
 */
/* @__NO_SIDE_EFFECTS__ */
export function createLoader<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  return () => loaded ?? load().then(module => (loaded = module))
}
