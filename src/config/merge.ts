type PlainObject = Record<string, unknown>

/**
 * Lays one object over another, deeply, into a new one: nested objects merge, everything else replaces; `undefined`
 * leaves what is there.
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

/** A plain object: instances of classes, arrays and functions are values. */
function isPlainObject(value: unknown): value is PlainObject {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
