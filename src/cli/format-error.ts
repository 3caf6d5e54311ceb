import { AuthError } from '../errors.js'

/** Formats an error. A driver error may be an `AggregateError`, which has no message of its own. */
export function formatError(error: unknown): string {
  if (error instanceof AuthError) return error.message
  if (error instanceof AggregateError) return error.errors.map(String).join('\n')
  return String(error)
}
