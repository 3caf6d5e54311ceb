import { randomBytes, randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)

/** Where the bytes begin that were not returned yet. */
let offset = pool.length

/**
 * Returns random bytes of the system, in memory of their own. The system is called once for many of them, because a call takes ten times
 * as long as the copy. Each byte is returned once, and then erased from the pool. Every thread and process has a pool of its own.
 *
 * @throws RangeError if the length is not a whole number
 */
export function takeRandomBytes(length: number): Uint8Array {
  if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`The length ${length} is not valid.`)
  if (length > pool.length) return randomBytes(length)
  if (offset + length > pool.length) {
    randomFillSync(pool)
    offset = 0
  }
  const bytes = pool.slice(offset, offset + length)
  pool.fill(0, offset, offset + length)
  offset += length
  return bytes
}
