import { findCalls, parseObjectLiteral, type TokenRange } from '../codemod/expressions.js'
import type { ParsedSource } from '../codemod/insert-members.js'
import { parseSource } from '../start/edit-source.js'
import { type DrizzleTable, findTables, toSchemaModel } from './drizzle-tables.js'
import type { Finding } from './findings.js'
import { findSources, type Project } from './read-project.js'
import { checkModel, listAdapterModels, type RequiredModel, recordModel } from './required-models.js'

type Code = ParsedSource['code']

/** The option of `DrizzleAdapter` for a table, and the name in the database of the one that it uses without the option. */
const adapterTables: Readonly<Record<string, { readonly option: string; readonly name: string }>> = {
  User: { option: 'usersTable', name: 'user' },
  Account: { option: 'accountsTable', name: 'account' },
  Session: { option: 'sessionsTable', name: 'session' },
  VerificationToken: { option: 'verificationTokensTable', name: 'verificationToken' },
  Authenticator: { option: 'authenticatorsTable', name: 'authenticator' },
}

/** Checks that the tables of Drizzle have what its adapter and the records need. Tables of another package are not seen. */
export function checkDrizzleSchema(project: Project): Finding[] {
  const callers = findSources(project, /\b(?:DrizzleAdapter|withDrizzleRecords|createDrizzleRecords)\(/)
  if (callers.length === 0) return []
  const tables = findSources(project, /['"]drizzle-orm\b/).flatMap(([path, text]) =>
    findTables(parseCode(path, text)),
  )
  const codes = callers.map(([path, text]) => parseCode(path, text))
  return [
    ...codes.flatMap(code => checkAdapterTables(code, tables, project)),
    ...codes.flatMap(findRecordTables).flatMap(variable => checkRecordTable(variable, tables)),
  ]
}

function parseCode(path: string, text: string): Code {
  return parseSource(path, text)?.code ?? []
}

function checkAdapterTables(code: Code, tables: readonly DrizzleTable[], project: Project): Finding[] {
  const [call, ...others] = findCalls(code, 'DrizzleAdapter')
  if (!call || others.length > 0) return []
  const options = readTableOptions(code, call.arguments[1])
  const isVisible = tables.some(table => isAdapterTable(table, options))
  return listAdapterModels(project).flatMap(model => {
    const { option = '', name = '' } = adapterTables[model.name] ?? {}
    const variable = options?.get(option)
    if (options === null || variable === null) return []
    if (variable !== undefined) return checkVariable(model, variable, tables)
    return isVisible ? checkDefaultTable(model, { name, tables, project }) : []
  })
}

/** Returns whether a table is passed to the adapter, or is one that the adapter uses without options. */
function isAdapterTable({ variable, name }: DrizzleTable, options: TableOptions | null): boolean {
  const isPassed = [...(options?.values() ?? [])].includes(variable)
  return isPassed || Object.values(adapterTables).some(table => table.name === name)
}

/** Names of variables by option. A name is null if it is computed. */
type TableOptions = ReadonlyMap<string, string | null>

/**
 * Reads the tables that are passed to `DrizzleAdapter`.
 *
 * @returns null if the source does not show all
 */
function readTableOptions(code: Code, argument: TokenRange | undefined): TableOptions | null {
  if (!argument) return new Map()
  const literal = parseObjectLiteral(code, findTablesObject(code, argument.from))
  if (!literal || literal.members.some(({ from }) => code[from]?.text === '...')) return null
  return new Map(literal.members.map(member => [code[member.from]?.text ?? '', readVariable(code, member)]))
}

/** Returns the index of the `{` of an argument, or of `const tables = {` if the argument is `tables`. Otherwise -1. */
function findTablesObject(code: Code, start: number): number {
  const first = code[start]
  if (first?.text === '{') return start
  const declared = code.findIndex(({ text }, index) => {
    const [variable, sign] = code.slice(index + 1, index + 3)
    return text === 'const' && variable?.text === first?.text && sign?.text === '='
  })
  return declared < 0 ? -1 : declared + 3
}

/** Returns `users` of `usersTable: users` and of `usersTable: schema.users`, and `usersTable` of the short form. */
function readVariable(code: Code, { from, to }: TokenRange): string | null {
  const value = code.slice(from, to)
  const isPlain = value.every(({ kind, text }) => kind === 'name' || text === '.' || text === ':')
  return (isPlain && value.at(-1)?.text) || null
}

/** Lists the variables of the tables that are passed to the record store. */
function findRecordTables(code: Code): string[] {
  const ranges = [
    ...findCalls(code, 'withDrizzleRecords').map(call => call.arguments[2]),
    ...findCalls(code, 'createDrizzleRecords').map(call => call.arguments[1]),
  ]
  return [...new Set(ranges.flatMap(range => (range ? (readVariable(code, range) ?? []) : [])))]
}

function checkRecordTable(variable: string, tables: readonly DrizzleTable[]): Finding[] {
  const isMysql = tables.some(table => table.variable === variable && table.declaredBy === 'mysqlTable')
  if (isMysql) return [{ code: 'records-database', place: `table ${variable} of MySQL` }]
  return checkVariable(recordModel, variable, tables)
}

/** A variable that several files declare, or another package, is not checked. */
function checkVariable(model: RequiredModel, variable: string, tables: readonly DrizzleTable[]): Finding[] {
  const [table, ...others] = tables.filter(each => each.variable === variable)
  return table && others.length === 0 ? checkModel(model, toSchemaModel(table, 'source')) : []
}

interface DefaultTable {
  readonly name: string
  readonly tables: readonly DrizzleTable[]
  readonly project: Project
}

/** Checks a table that is not passed to the adapter, which then reads and writes one of this name and with its own names of columns. */
function checkDefaultTable(model: RequiredModel, { name, tables, project }: DefaultTable): Finding[] {
  const [table, ...others] = tables.filter(each => each.name === name)
  if (table) return others.length === 0 ? checkModel(model, toSchemaModel(table, 'database')) : []
  const isMentioned = findSources(project, new RegExp(`['"\`]${name}['"\`]`)).length > 0
  return isMentioned ? [] : [{ code: 'schema-model-missing', place: `table ${name}` }]
}
