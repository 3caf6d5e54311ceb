import { AuthError } from '../errors.js'
import { toPrintableLines } from './printable-text.js'

/**
 * Formats an error. A driver error may be an `AggregateError`, which has no message of its own. Control characters, which a server or
 * a file name can contain, are escaped.
 */
export function formatError(error: unknown): string {
  return toPrintableLines(describeError(error))
}

function describeError(error: unknown): string {
  if (error instanceof AuthError) return error.message
  if (error instanceof AggregateError) return error.errors.map(describeError).join('\n')
  return String(error)
}
