/** Encodes a parsed form again. The name of an array is repeated, and the keys of an object are in brackets: `a[b]`. */
export function encodeForm(body: object): string {
  return new URLSearchParams([...iterateFields(body)]).toString()
}

/**
 * Encodes a parsed form again as the `multipart/form-data` that its content type says. Escapes names as browsers do.
 *
 * @param contentType the header with the boundary
 */
export function encodeMultipartForm(body: object, contentType: string): string {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1] ?? ''
  const parts = [...iterateFields(body)].map(([name, value]) => {
    const escaped = name.replace(/[\r\n"]/g, encodeURIComponent)
    return `--${boundary}\r\nContent-Disposition: form-data; name="${escaped}"\r\n\r\n${value}\r\n`
  })
  return `${parts.join('')}--${boundary}--\r\n`
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
