/** `{name}` or `{place.name}`, without blanks: a GraphQL query has some. */
const placeholder = /\{([a-z]\w*(?:\.\w+)?)\}/gi

/** A text with its placeholders filled; those that have no value stay. */
export function fill(template: string, lookUp: (name: string) => string | undefined): string {
  return template.replace(placeholder, (whole, name: string) => lookUp(name) ?? whole)
}

/** All texts in a value, filled: in members of plain objects and in lists. Functions stay. */
export function fillAll(value: unknown, lookUp: (name: string) => string | undefined): unknown {
  if (typeof value === 'string') return fill(value, lookUp)
  if (Array.isArray(value)) return value.map((item: unknown) => fillAll(item, lookUp))
  if (!isPlain(value)) return value
  const members: Array<[string, unknown]> = Object.entries(value)
  return Object.fromEntries(members.map(([key, inner]) => [key, fillAll(inner, lookUp)]))
}

/** Its placeholders, by name. */
export function placeholdersOf(template: string): readonly string[] {
  return [...template.matchAll(placeholder)].flatMap(([, name]) => name ?? [])
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
