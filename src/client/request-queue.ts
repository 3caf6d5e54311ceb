/** Sends the requests that can set the session cookie one after another. */
export interface RequestQueue {
  /** Sends a request when all earlier ones have their response or have failed, or after `maxWaitMs`. */
  run<T>(send: () => Promise<T>, options?: { readonly maxWaitMs?: number }): Promise<T>
}

/** How long a sign-in or sign-out waits for earlier requests. A server that does not respond must not keep a user signed in. */
export const maxSubmitWaitMs = 5_000

/**
 * Creates the queue of a client. A server computes a JWT session from the cookie of the request. Without the queue, the
 * response to an earlier request could arrive after that of an update and overwrite its result, or after that of a sign-out and sign
 * the user in again.
 */
export function createRequestQueue(): RequestQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(send, { maxWaitMs } = {}) {
      const earlier = last
      const response = (maxWaitMs === undefined ? earlier : waitAtMost(earlier, maxWaitMs)).then(send)
      // Without a value: it would keep the responses of all earlier requests.
      last = Promise.allSettled([earlier, response]).then(() => {})
      return response
    },
  }
}

/** Waits for a promise that does not reject, but no longer than `ms`. */
function waitAtMost(promise: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise(resolve => {
    timer = setTimeout(resolve, ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
