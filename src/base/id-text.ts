import type { OptionRule } from './option-fault.js'

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

/** What an id must be. */
const validIds = 'text, a whole number up to 2^53 or a BigInt'

/** The rule of an option that is the id of a user. */
export const userIdRule: OptionRule = {
  expected: validIds,
  isValid: value => toIdText(value) !== null,
  isRequired: true,
}

/**
 * Describes a value that is not an id, for an error message.
 *
 * @param verb what the app does with an id: it returns one from a function, or passes one to a function
 */
export function describeInvalidId(value: unknown, verb: 'Return' | 'Pass' = 'Return'): string {
  return `${describeValue(value)}. ${verb} ${validIds}`
}

/** Describes that a function got a value that is not the id of a user, for an error message. */
export function describeMissingUserId(value: unknown, source: string): string {
  return `\`${source}\` needs the id of a user. It is ${describeInvalidId(value, 'Pass')}.`
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  const text = typeof value === 'string' ? JSON.stringify(value) : toShortText(value)
  return `${text} (${typeof value})`
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
