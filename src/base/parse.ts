/**
 * Parses a URL. Returns null if it is invalid.
 *
 * A failed parse throws, which takes ten times as long as checking first. Only ASCII is checked first: `URL.canParse` of some versions
 * of Node is wrong for other letters once the caller is compiled.
 */
export function parseUrl(url: string, base?: string): URL | null {
  if (isAscii(url)) return URL.canParse(url, base) ? new URL(url, base) : null
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

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

/** Maximum levels of untrusted JSON. Code that walks a value, such as `JSON.stringify`, needs stack for each level. */
export const maxJsonLevels = 100

/**
 * Parses a JSON object from an untrusted source without `__proto__` keys, which would set a prototype when an
 * app copies the object. Returns null if it has more than 100 levels.
 */
export function parseUntrustedObject(text: string): Record<string, unknown> | null {
  const object = parseObject(text)
  if (!object || !hasAtMostLevels(object, maxJsonLevels)) return null
  return copyWithoutProto(object)
}

/** Copies an object without `__proto__` keys at any level. */
export function copyWithoutProto(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return stripProto(object) as Record<string, unknown>
}

function hasAtMostLevels(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  const inner: unknown[] = Object.values(value)
  return levels > 0 && inner.every(item => hasAtMostLevels(item, levels - 1))
}

function stripProto(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripProto)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__')
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripProto(inner)]))
}
