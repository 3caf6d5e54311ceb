/** Parses a JSON object. Returns null if the text is not JSON or holds another value. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch {
    // Each caller reports invalid JSON with its own message.
    return null
  }
}

/** Checks for an object that is neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses a JSON object from an untrusted source without `__proto__` keys, which would set a prototype when an
 * app copies the object.
 */
export function parseUntrustedObject(text: string): Record<string, unknown> | null {
  const object = parseObject(text)
  return object && (stripProto(object) as Record<string, unknown>)
}

function stripProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripProto)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripProto(inner)]))
}
