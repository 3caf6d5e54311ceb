import type { Awaitable } from '../types/common.js'

/**
 * Is there something to wait for? An `await` takes a turn even if the value is there, as with `node:crypto` and cached keys, and a session
 * is read so often that these turns count.
 */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Calls a function with a value: at once if the value is there, or else when its promise is fulfilled. */
export function waitFor<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? value.then(next) : next(value)
}

/** Calls a function, and `recover` with its error, whether it throws or its promise is rejected. */
export function attempt<Result>(
  run: () => Awaitable<Result>,
  recover: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    const result = run()
    return isPromise(result) ? result.then(undefined, recover) : result
  } catch (error) {
    return recover(error)
  }
}
