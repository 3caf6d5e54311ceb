/**
 * Returns a value without undefined members, at all levels. Frameworks refuse to serialize them. Plain objects and lists are copied if
 * needed, and all other objects stay.
 */
export function omitUndefined<T>(value: T): T {
  return omit(value, new Map(), maxLevels) as T
}

/** Deeper values stay as they are. The serializer reports them. */
const maxLevels = 500

function omit(value: unknown, results: Map<object, unknown>, levels: number): unknown {
  if (levels === 0 || typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (results.has(value)) return results.get(value)
  // A circular value stays circular.
  results.set(value, value)
  const result = Array.isArray(value)
    ? omitInItems(value, results, levels - 1)
    : omitInMembers(value, results, levels - 1)
  results.set(value, result)
  return result
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function omitInItems(
  items: readonly unknown[],
  results: Map<object, unknown>,
  levels: number,
): readonly unknown[] {
  const copies = items.map(item => omit(item, results, levels))
  return copies.some((copy, index) => copy !== items[index]) ? copies : items
}

function omitInMembers(value: object, results: Map<object, unknown>, levels: number): object {
  let copy: object | undefined
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key)
    const result = omit(member, results, levels)
    if (result === member && member !== undefined) continue
    copy ??= { ...value }
    if (member === undefined) Reflect.deleteProperty(copy, key)
    else
      Object.defineProperty(copy, key, {
        value: result,
        enumerable: true,
        writable: true,
        configurable: true,
      })
  }
  return copy ?? value
}
