/** Returns the attributes of the set cookies by name, with dates masked. */
export function parseSetCookie(response: Response): Record<string, string> {
  const lines = response.headers.getSetCookie().map(line => {
    const [pair = '', ...attributes] = line.split('; ')
    const masked = attributes.map(attribute => attribute.replace(/^Expires=.* GMT$/, 'Expires=…'))
    return [pair.split('=')[0] ?? '', masked.join('; ')]
  })
  return Object.fromEntries(lines)
}
