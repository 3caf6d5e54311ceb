/** Generates the choices of a story. The same seed makes the same choices. */
export class RandomChoices {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive), by mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from 0 to `limit` - 1. */
  nextIndex(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(values: readonly [T, ...T[]]): T {
    return values[this.nextIndex(values.length)] ?? values[0]
  }

  /** Picks a value by its weight. */
  pickWeighted<T>(entries: readonly [readonly [T, number], ...(readonly [T, number])[]]): T {
    let rest = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of entries) {
      rest -= weight
      if (rest < 0) return value
    }
    return entries[0][0]
  }
}
