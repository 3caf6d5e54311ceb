import { retryOnContention } from '../retry-on-contention.js'

/** Returns whether an error of Prisma has this code. Its class is not imported: an app has its own copy. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return getMember(error, 'code') === code
}

/** Returns whether a table is missing. The driver of libSQL reports it without a code of Prisma. */
export function isMissingTableError(error: unknown): boolean {
  if (hasErrorCode(error, 'P2021')) return true
  return error instanceof Error && /\bno such table\b/.test(error.message)
}

/**
 * Runs one atomic step again if another process prevented it.
 *
 * @throws `AdapterError` if another process keeps the database locked for five seconds
 */
export function retryStep<T>(run: () => PromiseLike<T>): Promise<T> {
  return retryOnContention(async () => await run(), { isRetryableError, isDiskFullError: () => false })
}

/** A write conflict, a deadlock, or the lock of a SQLite file. Nothing was written. */
function isRetryableError(error: unknown): boolean {
  return hasErrorCode(error, 'P2034') || isLockError(error)
}

/** Prisma reports the lock as a timeout, which may mean other things. The driver says what happened. */
function isLockError(error: unknown): boolean {
  const cause = getMember(getMember(getMember(error, 'meta'), 'driverAdapterError'), 'cause')
  const messages = [getMember(cause, 'originalMessage'), getMember(error, 'message')]
  return messages.some(message => /\bSQLITE_BUSY\b|\bdatabase is locked\b/.test(String(message)))
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
