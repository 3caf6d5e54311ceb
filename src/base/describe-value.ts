/** Maximum length of a text that is shown, in characters. A longer one may be a secret in the wrong option. */
const maxShownLength = 30

/** Describes an invalid value for an error message. A long text or the members of an object may contain a secret. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return value.length <= maxShownLength ? JSON.stringify(value) : 'a long text'
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'an array'
  if (value instanceof Promise) return 'a promise: await it first'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
