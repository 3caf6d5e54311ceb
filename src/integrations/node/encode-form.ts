/** Encodes a parsed form again. The name of an array is repeated, and the keys of an object are in brackets: `a[b]`. */
export function encodeForm(body: object): string {
  return new URLSearchParams([...iterateFields(body)]).toString()
}

function* iterateFields(body: object, prefix?: string): Generator<[string, string]> {
  const entries: [string, unknown][] = Object.entries(body)
  for (const [key, value] of entries) yield* iterateField(prefix ? `${prefix}[${key}]` : key, value)
}

function* iterateField(name: string, value: unknown): Generator<[string, string]> {
  if (isList(value)) for (const item of value) yield* iterateField(name, item)
  else if (typeof value === 'object' && value !== null) yield* iterateFields(value, name)
  else if (value !== undefined) yield [name, String(value)]
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
