import { readFileSync } from 'node:fs'

/** A row of an options table in docs/reference/configuration.md. */
export interface Entry {
  readonly anchor: string
  /** The stated default without code marks, or undefined. */
  readonly default: string | undefined
  readonly variables: readonly string[]
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

const page = readFileSync(new URL('../../docs/reference/configuration.md', import.meta.url), 'utf8')

/** Reads the options that the page lists. Translations and other tables are left out. */
export function readEntries(): readonly Entry[] {
  return page.split(/^### /m).flatMap(readSection)
}

function readSection(section: string): readonly Entry[] {
  const rows = section.split('\n').filter(line => line.startsWith('| '))
  const [columns = [], , ...cells] = rows.map(splitCells)
  if (columns[0] !== 'Name' || !['Type', 'Message'].includes(columns[1] ?? '')) return []
  return cells.filter(([name]) => name?.startsWith('<a id=')).map(row => readRow(columns, row))
}

function splitCells(line: string): readonly string[] {
  return line.slice(2, -2).split(' | ')
}

function readRow(columns: readonly string[], row: readonly string[]): Entry {
  const stated = row[columns.indexOf('Default')]
  const lines = (row[columns.indexOf('Description')] ?? '').split('<br>')
  return {
    anchor: /id="([^"]+)"/.exec(row[0] ?? '')?.[1] ?? '',
    default: stated && stated !== 'required' ? stated.replaceAll('`', '') : undefined,
    variables: readLinks(lines, 'Environment: '),
    errors: readLinks(lines, 'Error: '),
    warnings: readLinks(lines, 'Warning: '),
  }
}

/** Reads the linked names of a line: `[`name`](#anchor)`. */
function readLinks(lines: readonly string[], label: string): readonly string[] {
  const line = lines.find(each => each.startsWith(label)) ?? ''
  return [...line.matchAll(/\[`([^`]+)`\]\(#/g)].map(match => match[1] ?? '')
}

/** Lists pairs such as `secret MissingSecret`, sorted. */
export function listPairs(key: 'variables' | 'errors' | 'warnings'): readonly string[] {
  return readEntries()
    .flatMap(entry => entry[key].map(name => `${entry.anchor} ${name}`))
    .sort()
}

/** Reads the table of error classes. */
export function readErrorRows(): readonly { readonly name: string; readonly appearsAt: string }[] {
  const section = page.split(/^## /m).find(each => each.startsWith('Error classes')) ?? ''
  const rows = section.split('\n').filter(line => line.startsWith('| <a id='))
  return rows
    .map(splitCells)
    .map(([name = '', , , appearsAt = '']) => ({ name: name.replace(/.*`(\w+)`.*/, '$1'), appearsAt }))
}
