/** A form that a parser took apart, as it was sent: lists are repeated names, records have names in brackets. */
export function formText(body: object): string {
  return new URLSearchParams([...pairs(body)]).toString()
}

function* pairs(body: object, prefix?: string): Generator<[string, string]> {
  const entries: [string, unknown][] = Object.entries(body)
  for (const [key, value] of entries) yield* pair(prefix ? `${prefix}[${key}]` : key, value)
}

function* pair(name: string, value: unknown): Generator<[string, string]> {
  if (isList(value)) for (const one of value) yield* pair(name, one)
  else if (typeof value === 'object' && value !== null) yield* pairs(value, name)
  else if (value !== undefined) yield [name, String(value)]
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
