/** The JSON object in a text; null when the text is no JSON, or holds something else. */
export function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    // "No JSON" is an answer, and each caller has its own words for it.
    return null
  }
}

/** An object with members, as opposed to an array or nothing. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A JSON object from outside, without the keys that would become a prototype where an app copies it. */
export function parseUntrustedObject(text: string): Record<string, unknown> | null {
  const object = parseObject(text)
  return object && (stripProto(object) as Record<string, unknown>)
}

function stripProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripProto)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripProto(inner)]))
}
