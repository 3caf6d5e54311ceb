import { toError } from '../base/to-error.js'
import { AdapterError } from '../errors.js'

/** Milliseconds that a call waits for another process to release the database. */
const lockTimeoutMs = 5_000

/** Tells apart the errors of a database. */
export interface ContentionErrors {
  isDiskFullError(error: unknown): boolean
  /** Whether the statement did not run because of another process, and can run again. */
  isRetryableError(error: unknown): boolean
}

/**
 * Retries while another process holds the lock, or changes the same rows. SQLite's own waiting would block the whole process. Between two attempts
 * the connection is free for the reads of other requests.
 *
 * The attempt must be atomic.
 */
export async function retryOnContention<T>(
  attempt: () => Promise<T>,
  { isRetryableError, isDiskFullError }: ContentionErrors,
): Promise<T> {
  const deadline = performance.now() + lockTimeoutMs
  for (let failures = 0; ; failures++) {
    try {
      return await attempt()
    } catch (error) {
      if (isDiskFullError(error)) throw createDiskFullError(error)
      if (!isRetryableError(error)) throw error
      if (performance.now() > deadline) throw createLockTimeoutError(error)
      await waitBeforeRetry(failures)
    }
  }
}

function createLockTimeoutError(error: unknown): AdapterError {
  const seconds = lockTimeoutMs / 1_000
  return new AdapterError(
    `Other processes kept the database locked, or changed the same rows, for ${seconds} seconds.`,
    {
      err: toError(error),
    },
  )
}

function createDiskFullError(error: unknown): AdapterError {
  return new AdapterError('The disk of the database is full. Nothing was written.', { err: toError(error) })
}

/** Waits for a random time, so that processes that collided at the lock do not collide again. */
function waitBeforeRetry(failures: number): Promise<void> {
  const maxDelayMs = Math.min(100, 2 ** (failures + 1))
  return new Promise(resolve => setTimeout(resolve, 1 + Math.random() * maxDelayMs))
}
