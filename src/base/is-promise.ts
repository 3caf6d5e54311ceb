/**
 * Is there something to wait for? An `await` takes a turn even if the value is there, as with `node:crypto` and cached keys, and a session
 * is read so often that these turns count.
 */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
