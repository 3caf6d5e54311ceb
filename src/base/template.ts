/** Matches `{name}` and `{scope.name}` without spaces, so that braces in a GraphQL query do not match. */
const placeholderPattern = /\{([a-z]\w*(?:\.\w+)?)\}/gi

/** Replaces the placeholders in a text. Placeholders without a value are kept. */
export function interpolate(template: string, getValue: (name: string) => string | undefined): string {
  return template.replace(placeholderPattern, (match, name: string) => getValue(name) ?? match)
}

/** Joins names as alternatives in a language, such as "GitHub or Passkey". */
export function joinNames(names: readonly string[], lang: string): string {
  return new Intl.ListFormat(lang, { type: 'disjunction' }).format(names)
}

/**
 * Replaces the placeholders in every text of a value, including plain objects and arrays. Functions are kept.
 */
export function interpolateDeep(value: unknown, getValue: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return interpolate(value, getValue)
  if (Array.isArray(value)) return value.map((item: unknown) => interpolateDeep(item, getValue))
  if (!isPlainObject(value)) return value
  const entries: Array<[string, unknown]> = Object.entries(value)
  return Object.fromEntries(entries.map(([key, inner]) => [key, interpolateDeep(inner, getValue)]))
}

/** Returns the text for a placeholder, without the slash at the end of a URL. Undefined if the value is neither text nor a number. */
export function toPlaceholderText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return undefined
  return /^https?:/.test(value) ? value.replace(/\/$/, '') : value
}

/** Returns the names of the placeholders in a text. */
export function listPlaceholders(template: string): readonly string[] {
  return [...template.matchAll(placeholderPattern)].flatMap(([, name]) => name ?? [])
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
