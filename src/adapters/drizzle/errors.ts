import { retryOnContention } from '../retry-on-contention.js'

/** Returns whether a table is missing. */
export function isMissingTableError(error: unknown): boolean {
  return hasCause(error, /^42P01$/, /\bno such table\b/)
}

/**
 * Runs one atomic step again if another process prevented it.
 *
 * @throws `AdapterError` if another process keeps the database locked for five seconds, or the disk is full
 */
export function retryStep<T>(run: () => Promise<T>): Promise<T> {
  return retryOnContention(run, { isRetryableError, isDiskFullError })
}

/** The lock of a SQLite file, a deadlock or a serialization failure. Nothing was written. */
function isRetryableError(error: unknown): boolean {
  return hasCause(error, /^(?:SQLITE_BUSY|40P01|40001)/, /\bdatabase is locked\b/)
}

function isDiskFullError(error: unknown): boolean {
  return hasCause(error, /^(?:SQLITE_FULL|53100$)/, /\bdatabase or disk is full\b/)
}

/** Returns whether an error, or one of its causes, has such a code or message. Drizzle wraps the errors of drivers. */
function hasCause(error: unknown, code: RegExp, message: RegExp): boolean {
  if (!(error instanceof Error)) return false
  if (code.test(String(Reflect.get(error, 'code'))) || message.test(error.message)) return true
  return error.cause !== error && hasCause(error.cause, code, message)
}
