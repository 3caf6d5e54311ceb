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

/**
 * Runs one atomic step with an upsert again. Prisma reads before it writes, so that of two concurrent ones the second fails with P2002.
 *
 * @throws `AdapterError` as {@link retryStep}
 */
export function retryUpsert<T>(run: () => PromiseLike<T>): Promise<T> {
  return retryOnContention(async () => await run(), {
    isRetryableError: error => hasErrorCode(error, 'P2002') || isRetryableError(error),
    isDiskFullError: () => false,
  })
}

/** A write conflict, a deadlock, or the lock of a SQLite file. Nothing was written. */
function isRetryableError(error: unknown): boolean {
  return hasErrorCode(error, 'P2034') || isLockError(error) || isDeadlock(error)
}

/** With a driver adapter, Prisma leaves some errors of the database as they are: 40001 and 40P01 of PostgreSQL, 1213 of MySQL. */
function isDeadlock(error: unknown): boolean {
  const code = getMember(getDriverCause(error), 'originalCode')
  return ['40001', '40P01', '1213'].includes(String(code))
}

function getDriverCause(error: unknown): unknown {
  return getMember(getMember(getMember(error, 'meta'), 'driverAdapterError'), 'cause')
}

/** Prisma reports the lock as a timeout, which may mean other things. The driver says what happened. */
function isLockError(error: unknown): boolean {
  const messages = [getMember(getDriverCause(error), 'originalMessage'), getMember(error, 'message')]
  return messages.some(message => /\bSQLITE_BUSY\b|\bdatabase is locked\b/.test(String(message)))
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
