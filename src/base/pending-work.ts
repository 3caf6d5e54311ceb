/**
 * Shares asynchronous work between the requests of this process while it is pending, so that parallel requests do the same work once.
 * Nothing is kept after the work settles, so a failure is never reused.
 */
export class PendingWork<V> {
  readonly #pending = new Map<string, Promise<V>>()
  readonly #maxEntries: number

  /** @param maxEntries how much work is shared at a time; more is done without sharing */
  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  /** Returns the result of the pending work with this key, else starts it. */
  async joinOrStart(key: string, start: () => Promise<V>): Promise<V> {
    if (!canSharePromises()) return start()
    const pending = this.#pending.get(key)
    if (pending) return pending
    if (this.#pending.size >= this.#maxEntries) return start()
    const started = start()
    this.#pending.set(key, started)
    try {
      return await started
    } finally {
      this.#pending.delete(key)
    }
  }
}

/**
 * Checks for a runtime where a request can await a promise of another request. In workerd, such a promise may never settle, because its
 * work is canceled with its own request. An unknown runtime counts as one of those.
 */
function canSharePromises(): boolean {
  const userAgent = globalThis.navigator?.userAgent
  if (userAgent !== undefined) return /^(?:Node\.js|Bun|Deno)\//.test(userAgent)
  // Node 20 has no `navigator`.
  return typeof process !== 'undefined' && process.release?.name === 'node'
}
