/** What an answer sets: names, and attributes without their dates. */
export function parseSetCookie(answer: Response): Record<string, string> {
  const lines = answer.headers.getSetCookie().map(line => {
    const [pair = '', ...attributes] = line.split('; ')
    const shown = attributes.map(attribute => attribute.replace(/^Expires=.* GMT$/, 'Expires=…'))
    return [pair.split('=')[0] ?? '', shown.join('; ')]
  })
  return Object.fromEntries(lines)
}
