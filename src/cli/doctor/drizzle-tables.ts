import {
  findClosingBracket,
  findEnclosingBracket,
  parseObjectLiteral,
  type TokenRange,
} from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import type { SchemaModel } from './required-models.js'

type Code = ParsedSource['code']

/** A table in a schema of Drizzle. */
export interface DrizzleTable {
  /** The name of its variable. */
  readonly variable: string
  /** The name in the database, or null if a function of the app builds it. */
  readonly name: string | null
  /** The function that declares it, such as `pgTable` or one of the app. */
  readonly declaredBy: string
  /** The names of columns in the database, by those in the source. Null if the source does not show all. */
  readonly columns: ReadonlyMap<string, string> | null
  /** The columns of each unique key, by their names in the source. Other words can be among them. */
  readonly keys: readonly ReadonlySet<string>[]
}

/** Finds `const users = pgTable('user', { … })`, also with a table function of the app. */
export function findTables(code: Code): DrizzleTable[] {
  return code.flatMap((token, index) => {
    if (!/table$/i.test(token.text) || token.kind !== 'name' || code[index + 1]?.text !== '(') return []
    const [name, comma] = code.slice(index + 2, index + 4)
    const variable = findVariable(code, index)
    if (name?.kind !== 'string' || comma?.text !== ',' || variable === null) return []
    const isPlain = /^(?:pg|sqlite|mysql)Table$/.test(token.text)
    const open = findColumns(code, index + 4)
    const table = { variable, name: isPlain ? name.text.slice(1, -1) : null, declaredBy: token.text }
    return [{ ...table, ...parseTable(code, { open, close: findClosingBracket(code, index + 1) }) }]
  })
}

/** Returns `users` of `const users = schema.table(`. */
function findVariable(code: Code, index: number): string | null {
  let start = index
  while (code[start - 1]?.text === '.') start -= 2
  const [keyword, variable, sign] = code.slice(start - 3, start)
  return keyword?.text === 'const' && sign?.text === '=' ? (variable?.text ?? null) : null
}

/** Returns the index of the `{` of the columns: that of the argument, or that of `d => ({`. */
function findColumns(code: Code, start: number): number {
  if (code[start]?.text === '{') return start
  const arrow = code.findIndex(({ text }, index) => index >= start && text === '=>')
  const [paren, brace] = code.slice(arrow + 1, arrow + 3)
  return arrow >= 0 && arrow < start + 5 && paren?.text === '(' && brace?.text === '{' ? arrow + 2 : -1
}

interface TableRange {
  /** The index of the `{` of the columns, or -1. */
  readonly open: number
  /** The index of the `)` of the table. */
  readonly close: number
}

function parseTable(code: Code, { open, close }: TableRange): Pick<DrizzleTable, 'columns' | 'keys'> {
  const literal = parseObjectLiteral(code, open)
  if (!literal || literal.members.some(({ from }) => !isColumn(code, from)))
    return { columns: null, keys: [] }
  const columns = literal.members.map(range => [readKey(code, range.from), range] as const)
  const unique = columns.filter(([, range]) => hasKeyCall(code, range)).map(([key]) => new Set([key]))
  return {
    columns: new Map(columns.map(([key, range]) => [key, findColumnName(code, range) ?? key])),
    keys: [...unique, ...findKeys(code, { from: findClosingBracket(code, open), to: close })],
  }
}

function isColumn(code: Code, index: number): boolean {
  return ['name', 'string'].includes(code[index]?.kind ?? '') && code[index + 1]?.text === ':'
}

function readKey(code: Code, index: number): string {
  return (code[index]?.text ?? '').replace(/['"]/g, '')
}

/** Returns `email` of `text('email')`. */
function findColumnName(code: Code, { from, to }: TokenRange): string | undefined {
  const open = code.findIndex(({ text }, index) => index > from && index < to && text === '(')
  const first = open < 0 ? undefined : code[open + 1]
  return first?.kind === 'string' ? first.text.slice(1, -1) : undefined
}

function hasKeyCall(code: Code, { from, to }: TokenRange): boolean {
  return code
    .slice(from, to)
    .some(({ text }, index, all) => /^(?:unique|primaryKey)$/.test(text) && all[index - 1]?.text === '.')
}

/** Finds the keys of several columns, behind the columns: primary keys, unique constraints and unique indexes. */
function findKeys(code: Code, { from, to }: TokenRange): Set<string>[] {
  const keys: Set<string>[] = []
  for (let index = from; index < to; index++)
    if (/^(?:primaryKey|unique|uniqueIndex)$/.test(code[index]?.text ?? '') && !isDropped(code, index))
      keys.push(
        new Set(code.slice(index, findStatementEnd(code, { from: index, to })).map(({ text }) => text)),
      )
  return keys
}

/** Drizzle drops a key that an object in an array has: `table => [{ key: primaryKey(…) }]`. */
function isDropped(code: Code, index: number): boolean {
  const around = findEnclosingBracket(code, index)
  return code[around]?.text === '{' && code[findEnclosingBracket(code, around)]?.text === '['
}

/** Returns the index of the comma or the bracket after a call and the calls on its result. */
function findStatementEnd(code: Code, { from, to }: TokenRange): number {
  let index = from
  while (index < to && !/^[,)\]}]$/.test(code[index]?.text ?? ''))
    index = Math.max(index, findClosingBracket(code, index)) + 1
  return index
}

/** Reads a table by the names of its columns in the source, or in the database. */
export function toSchemaModel(
  { variable, columns, keys }: DrizzleTable,
  names: 'source' | 'database',
): SchemaModel {
  const known = columns && new Set(names === 'source' ? columns.keys() : columns.values())
  return {
    title: variable,
    hasField: name => known === null || known.has(name),
    hasKey: fields =>
      columns === null || keys.some(key => fields.every(field => key.has(toKey(columns, field)))),
  }
}

/** Returns the name in the source of a column that has a name in the source or in the database. */
function toKey(columns: ReadonlyMap<string, string>, name: string): string {
  if (columns.has(name)) return name
  return [...columns].find(([, column]) => column === name)?.[0] ?? name
}
