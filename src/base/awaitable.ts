type Awaitable<T> = T | PromiseLike<T>

/**
 * Checks for a promise. An `await` takes a turn even if the value is there, as with `node:crypto` and cached keys, and a session is read so
 * often that these turns count.
 */
export function isPromise<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** Calls a function with a value: at once if it is no promise, else when the promise is fulfilled. */
export function chain<Value, Result>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Result>,
): Awaitable<Result> {
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Calls a function, and `recover` with its error, whether the function throws or its promise is rejected. */
export function catchErrors<Result>(
  run: () => Awaitable<Result>,
  recover: (error: unknown) => Awaitable<Result>,
): Awaitable<Result> {
  try {
    const result = run()
    return isPromise(result) ? Promise.resolve(result).catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}
