/** A form that a parser took apart, as it was sent: lists are repeated names, records have names in brackets. */
export function formText(body: object): string {
  return new URLSearchParams([...pairs(body)]).toString()
}

function* pairs(body: object, prefix?: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(body)) yield* pair(prefix ? `${prefix}[${key}]` : key, value)
}

function* pair(name: string, value: unknown): Generator<[string, string]> {
  if (Array.isArray(value)) for (const one of value) yield* pair(name, one)
  else if (typeof value === 'object' && value !== null) yield* pairs(value, name)
  else if (value !== undefined) yield [name, String(value)]
}
