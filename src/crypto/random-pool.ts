import { randomBytes, randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)
let used = pool.length

/**
 * Returns random bytes of the system. One call fills a pool for many tokens, because a call takes longer than the rest of their work.
 * Each byte is returned once, in memory of its own, and erased from the pool. Threads and processes have pools of their own.
 */
export function takeRandomBytes(length: number): Uint8Array {
  if (length > pool.length) return randomBytes(length)
  if (used + length > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.slice(used, used + length)
  pool.fill(0, used, used + length)
  used += length
  return bytes
}
