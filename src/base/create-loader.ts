/**
 * Returns a function that loads a module at its first call. `import()` takes microseconds also for a loaded module, so later calls return
 * what the first one loaded.
 */
export function createLoader<T>(load: () => Promise<T>): () => T | Promise<T> {
  let loaded: T | undefined
  return () => loaded ?? load().then(module => (loaded = module))
}
