interface Entry<V> {
  readonly value: V
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * A cache with a maximum number of entries and optionally a maximum age in seconds. Input of a visitor cannot
 * make it grow without limit. The least recently used entry is evicted first.
 */
export class Cache<V> {
  readonly #entries = new Map<string, Entry<V>>()
  readonly #maxEntries: number
  readonly #maxAge: number

  constructor(maxEntries: number, maxAge: number = Number.POSITIVE_INFINITY) {
    this.#maxEntries = maxEntries
    this.#maxAge = maxAge
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.expiresAt <= Date.now()) {
      this.#entries.delete(key)
      return undefined
    }
    if (this.#entries.size > this.#maxEntries / 2) this.#touch(key, entry)
    return entry.value
  }

  set(key: string, value: V): V {
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAt: Date.now() + this.#maxAge * 1000 })
    if (this.#entries.size > this.#maxEntries) this.#evictOldest()
    return value
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** Marks an entry as recently used. The order only matters if the cache is more than half full. */
  #touch(key: string, entry: Entry<V>): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  #evictOldest(): void {
    for (const key of this.#entries.keys()) return void this.#entries.delete(key)
  }
}
