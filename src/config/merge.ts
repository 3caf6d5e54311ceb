type Tree = Record<string, unknown>

/**
 * Lays one object over another, deeply, into a new one: nested objects merge, everything else replaces; `undefined`
 * leaves what is there.
 */
export function merge(base: object, over: object = {}): Tree {
  const merged: Tree = { ...base }
  for (const [key, value] of Object.entries(over as Tree)) {
    if (value === undefined) continue
    const below = merged[key]
    merged[key] = isTree(below) && isTree(value) ? merge(below, value) : value
  }
  return merged
}

/** A plain object: instances of classes, arrays and functions are values. */
function isTree(value: unknown): value is Tree {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
