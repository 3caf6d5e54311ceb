import { asError } from '../../base/as-error.js'
import { AdapterError } from '../../errors.js'
import type { Dialect } from './dialects/dialect.js'

/** How long a call waits for another process to release the database, in milliseconds. */
const patience = 5_000

/**
 * Tries again while another process holds the lock. The waiting is done here and not by SQLite, whose own waiting
 * would stop the whole process, and between two attempts the connection is free for the reads of other requests.
 *
 * What is attempted must do all or nothing.
 */
export async function retryWhileLocked<T>(
  attempt: () => Promise<T>,
  { isLocked, isFull }: Pick<Dialect, 'isFull' | 'isLocked'>,
): Promise<T> {
  const deadline = performance.now() + patience
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (isFull(error)) throw full(error)
      if (!isLocked(error)) throw error
      if (performance.now() > deadline) throw stillLocked(error)
      await pause(failures)
    }
  }
}

function stillLocked(error: unknown): AdapterError {
  const seconds = patience / 1_000
  return new AdapterError(`Another process kept the database locked for ${seconds} seconds.`, {
    err: asError(error),
  })
}

function full(error: unknown): AdapterError {
  return new AdapterError('The disk of the database is full; nothing was written.', { err: asError(error) })
}

/** Random, so that processes that met at the lock do not meet again. */
function pause(failures: number): Promise<void> {
  const longest = Math.min(100, 2 ** (failures + 1))
  return new Promise(resolve => setTimeout(resolve, 1 + Math.random() * longest))
}
