import type { OperationFailureName } from '../types/request.js'

/** Names are fixed texts of a plugin. Another text could contain what the user typed. */
const namePattern = /^[a-z][\w-]{0,63}$/i

/** Returns the failure that the data of an operation of a plugin says, or null. */
export function findFailureName(data: unknown): OperationFailureName | null {
  const { error, retryAfter } = Object(data) as { readonly error?: unknown; readonly retryAfter?: unknown }
  if (typeof error !== 'string') return null
  return { name: namePattern.test(error) ? error : 'failure', isThrottled: retryAfter !== undefined }
}
