/** Describes a value of the wrong type for an error message. */
export function describeValue(value: unknown): string {
  if (value instanceof Promise) return 'a promise: await it first'
  if (Array.isArray(value)) return 'a list'
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  if (typeof value === 'string') return `the text ${JSON.stringify(value.slice(0, 60))}`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
