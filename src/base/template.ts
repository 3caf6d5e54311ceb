/** `{name}` or `{place.name}`, without blanks: a GraphQL query has some. */
const placeholderPattern = /\{([a-z]\w*(?:\.\w+)?)\}/gi

/** A text with its placeholders filled; those that have no value stay. */
export function interpolate(template: string, getValue: (name: string) => string | undefined): string {
  return template.replace(placeholderPattern, (match, name: string) => getValue(name) ?? match)
}

/** All texts in a value, filled: in members of plain objects and in lists. Functions stay. */
export function interpolateDeep(value: unknown, getValue: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return interpolate(value, getValue)
  if (Array.isArray(value)) return value.map((item: unknown) => interpolateDeep(item, getValue))
  if (!isPlainObject(value)) return value
  const entries: Array<[string, unknown]> = Object.entries(value)
  return Object.fromEntries(entries.map(([key, inner]) => [key, interpolateDeep(inner, getValue)]))
}

/** Its placeholders, by name. */
export function listPlaceholders(template: string): readonly string[] {
  return [...template.matchAll(placeholderPattern)].flatMap(([, name]) => name ?? [])
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
