import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { findSimilarName } from '../base/similar-name.js'
import type { CommandContext } from './command-context.js'
import { type CommandInput, UsageError } from './command-definition.js'
import { addDrizzleTables, findDrizzleProvider } from './generate-drizzle.js'
import { addPrismaModels, findPrismaProvider } from './generate-prisma.js'
import { generateSql } from './generate-sql.js'
import { type GeneratedSchema, type Provider, providers } from './generated-schema.js'
import { printResult } from './print-result.js'

/** A tool whose schema is generated. */
interface Target {
  /** Finds the file of the schema in an app. */
  findFile(cwd: string): string | undefined
  /** Returns the database that a schema, or the configuration of its tool, names. */
  findProvider(schema: string, cwd: string): string | undefined
  generate(schema: string, provider: Provider): GeneratedSchema
}

const targets: Readonly<Record<string, Target>> = {
  prisma: { findFile: findPrismaFile, findProvider: findPrismaProvider, generate: addPrismaModels },
  drizzle: {
    findFile: cwd => findQuoted(readDrizzleConfig(cwd), 'schema'),
    findProvider: (schema, cwd) => findDrizzleProvider(schema) ?? findDrizzleProvider(readDrizzleConfig(cwd)),
    generate: addDrizzleTables,
  },
  sql: { findFile: () => undefined, findProvider: () => undefined, generate: generateSql },
}

/** Prints or writes the schema for a migration tool. @returns the exit code */
export function generate(input: CommandInput, context: CommandContext): number {
  const target = requireTarget(input.positionals[0])
  const { text, added, warnings, file, isWritten } = generateSchema(target, input, context.cwd)
  const path = file === undefined ? null : relative(context.cwd, file)
  for (const warning of warnings) context.err(`Warning: ${warning}`)
  const data = { file: path, written: isWritten, added, warnings, ...(isWritten ? {} : { schema: text }) }
  printResult({ data, text: describeResult(text, added, isWritten ? path : null) }, input, context)
  return 0
}

/** @throws UsageError if there is no such tool */
function requireTarget(name = ''): Target {
  const target = Object.hasOwn(targets, name) ? targets[name] : undefined
  if (target) return target
  const names = Object.keys(targets)
  const similar = findSimilarName(name, names)
  const hint = similar ? `Did you mean ${similar}?` : `The schemas are ${names.join(', ')}.`
  throw new UsageError(`There is no schema "${name}". ${hint}`)
}

interface Result extends GeneratedSchema {
  readonly file: string | undefined
  readonly isWritten: boolean
}

function generateSchema(target: Target, input: CommandInput, cwd: string): Result {
  const path = input.getText('--out')
  const isWritten = input.hasFlag('--write') || path !== undefined
  const found = path ?? target.findFile(cwd)
  const file = found === undefined ? undefined : resolve(cwd, found)
  if (isWritten && !file) throw new Error('There is no schema file. Set --out to the file to write.')
  const schema = file ? readSchema(file) : ''
  const provider = requireProvider(input.getText('--provider') ?? target.findProvider(schema, cwd))
  const result = target.generate(schema, provider)
  if (isWritten && file && result.added.length > 0) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, result.text)
  }
  return { ...result, file, isWritten }
}

/** @param path the file that was to be written, or null to print the schema */
function describeResult(text: string, added: readonly string[], path: string | null): string {
  if (path === null) return text.trimEnd()
  return added.length === 0 ? `${path} is up to date.` : `${path}: added ${added.join(', ')}.`
}

function readSchema(file: string): string {
  if (!existsSync(file)) return ''
  if (statSync(file).isDirectory())
    throw new Error(`${file} is a folder. Set --out to the file that has, or is to have, the users.`)
  return readFileSync(file, 'utf8')
}

function requireProvider(name: string | undefined): Provider {
  const found = providers.find(provider => provider === name)
  if (found) return found
  const problem = name === undefined ? 'The database is unknown.' : `The database "${name}" is not supported.`
  throw new Error(`${problem} Set --provider to ${providers.slice(0, -1).join(', ')} or ${providers.at(-1)}.`)
}

function findPrismaFile(cwd: string): string | undefined {
  const manifest = readIfExists(join(cwd, 'package.json'))
  const configured = manifest && findQuoted(/"prisma"\s*:\s*\{[^}]*\}/.exec(manifest)?.[0] ?? '', '"schema"')
  const candidates = ['prisma/schema.prisma', 'schema.prisma']
  return configured || candidates.find(candidate => existsSync(join(cwd, candidate)))
}

function readDrizzleConfig(cwd: string): string {
  const names = ['drizzle.config.ts', 'drizzle.config.js', 'drizzle.config.mjs']
  return names.map(name => readIfExists(join(cwd, name))).find(text => text !== '') ?? ''
}

/** Returns the text in quotes after a key of an object in a source. A list or an expression is not read. */
function findQuoted(source: string, key: string): string | undefined {
  return new RegExp(`${key}\\s*:\\s*['"]([^'"*]+)['"]`).exec(source)?.[1]
}

function readIfExists(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
