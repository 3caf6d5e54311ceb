import { toError } from '../../base/to-error.js'
import { AdapterError } from '../../errors.js'
import type { Dialect } from './dialects/dialect.js'

/** How long a call waits for another process to release the database, in milliseconds. */
const lockTimeoutMs = 5_000

/**
 * Tries again while another process holds the lock. The waiting is done here and not by SQLite, whose own waiting
 * would stop the whole process, and between two attempts the connection is free for the reads of other requests.
 *
 * What is attempted must do all or nothing.
 */
export async function retryWhileLocked<T>(
  attempt: () => Promise<T>,
  { isLocked, isDiskFull }: Pick<Dialect, 'isDiskFull' | 'isLocked'>,
): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (isDiskFull(error)) throw createDiskFullError(error)
      if (!isLocked(error)) throw error
      if (performance.now() > deadline) throw createLockTimeoutError(error)
      await waitBeforeRetry(failures)
    }
  }
}

function createLockTimeoutError(error: unknown): AdapterError {
  const seconds = lockTimeoutMs / 1_000
  return new AdapterError(`Another process kept the database locked for ${seconds} seconds.`, {
    err: toError(error),
  })
}

function createDiskFullError(error: unknown): AdapterError {
  return new AdapterError('The disk of the database is full; nothing was written.', { err: toError(error) })
}

/** Random, so that processes that met at the lock do not meet again. */
function waitBeforeRetry(failures: number): Promise<void> {
  const maxDelayMs = Math.min(100, 2 ** (failures + 1))
  return new Promise(resolve => setTimeout(resolve, 1 + Math.random() * maxDelayMs))
}
