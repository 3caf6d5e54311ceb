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
