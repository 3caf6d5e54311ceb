type PlainObject = Record<string, unknown>

/**
 * Merges two objects deeply into a new one. Nested plain objects are merged, other values are replaced.
 * `undefined` keeps the base value.
 */
export function mergeDeep(base: object, override: object = {}): PlainObject {
  const merged: PlainObject = { ...base }
  for (const [key, value] of Object.entries(override as PlainObject)) {
    if (value === undefined) continue
    const current = merged[key]
    merged[key] = isPlainObject(current) && isPlainObject(value) ? mergeDeep(current, value) : value
  }
  return merged
}

/** Checks for a plain object. Class instances, arrays and functions are values and are replaced whole. */
function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
