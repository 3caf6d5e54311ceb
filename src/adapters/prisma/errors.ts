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
 * @throws `AdapterError` if another process keeps the database locked for five seconds, or the disk is full
 */
export function retryStep<T>(run: () => PromiseLike<T>): Promise<T> {
  return retryOnContention(async () => await run(), { isRetryableError, isDiskFullError })
}

/**
 * Runs one atomic step with an upsert again. Prisma reads before it writes, so that of two concurrent ones the second fails with P2002.
 *
 * @throws `AdapterError` as {@link retryStep}
 */
export function retryUpsert<T>(run: () => PromiseLike<T>): Promise<T> {
  return retryOnContention(async () => await run(), {
    isRetryableError: error => hasErrorCode(error, 'P2002') || isRetryableError(error),
    isDiskFullError,
  })
}

/** A write conflict, a deadlock, or the lock of a SQLite file. Nothing was written. */
function isRetryableError(error: unknown): boolean {
  return hasErrorCode(error, 'P2034') || isLockError(error) || isDeadlock(error)
}

/** With a driver adapter, Prisma leaves some errors of the database as they are: 40001 and 40P01 of PostgreSQL, 1213 of MySQL. */
function isDeadlock(error: unknown): boolean {
  return hasDriverCode(error, ['40001', '40P01', '1213'])
}

/** 53100 of PostgreSQL, 1021, 1114 and 3675 of MySQL, or the message of SQLite. */
function isDiskFullError(error: unknown): boolean {
  return (
    hasDriverCode(error, ['53100', '1021', '1114', '3675']) ||
    hasMessage(error, /\bSQLITE_FULL\b|\bdatabase or disk is full\b/)
  )
}

/** Prisma reports the lock as a timeout, which may mean other things. The driver says what happened. */
function isLockError(error: unknown): boolean {
  return hasMessage(error, /\bSQLITE_BUSY\b|\bdatabase is locked\b/)
}

function hasDriverCode(error: unknown, codes: readonly string[]): boolean {
  return codes.includes(String(getMember(getDriverCause(error), 'originalCode')))
}

function hasMessage(error: unknown, pattern: RegExp): boolean {
  const messages = [getMember(getDriverCause(error), 'originalMessage'), getMember(error, 'message')]
  return messages.some(message => pattern.test(String(message)))
}

/** Prisma wraps some errors of a driver adapter, and throws others as they are. */
function getDriverCause(error: unknown): unknown {
  const driverError = getMember(getMember(error, 'meta'), 'driverAdapterError') ?? error
  return getMember(driverError, 'cause')
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
