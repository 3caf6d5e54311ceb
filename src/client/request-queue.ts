/** Sends the requests that can set the session cookie one after another. */
export interface RequestQueue {
  /** Sends a request when all earlier ones have their response or have failed. */
  run<T>(send: () => Promise<T>): Promise<T>
}

/**
 * Creates the queue of a client. A server computes a JWT session from the cookie of the request. Without the queue, the
 * response to an earlier request could arrive after that of an update and overwrite its result.
 */
export function createRequestQueue(): RequestQueue {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(send) {
      const response = last.then(send)
      last = response.catch(() => {})
      return response
    },
  }
}
