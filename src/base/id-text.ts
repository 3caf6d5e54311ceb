/**
 * Returns an id as text, or null if the value is not an id. Text, whole numbers and BigInt are ids, and so are objects with one text form,
 * such as the `ObjectId` of MongoDB: `toJSON` and `toString` return the same text. A number above 2^53 may already be rounded to the id of
 * another user, so it is not an id.
 */
export function toIdText(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return BigInt(value as bigint).toString()
  if (typeof value !== 'object' || value === null || !('toJSON' in value)) return null
  const json: unknown = typeof value.toJSON === 'function' ? value.toJSON() : null
  return typeof json === 'string' && json !== '' && json === String(value) ? json : null
}

/** Describes a value that is not an id, for an error message. */
export function describeInvalidId(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : toShortText(value)
  return `${text} (${value === null ? 'null' : typeof value}). Return text, a whole number up to 2^53 or a BigInt`
}

function toShortText(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  try {
    return String(value).slice(0, 50)
  } catch {
    // An object without a prototype has no text form.
    return 'an object'
  }
}
