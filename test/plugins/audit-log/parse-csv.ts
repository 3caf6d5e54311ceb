/** Parses CSV by the grammar of RFC 4180 section 2. Throws for text that the grammar does not allow. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error('The text is not CSV of RFC 4180.')
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  rows.pop()
  return rows
}
