import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { CommandContext } from './command-context.js'
import { formatError } from './format-error.js'
import { addDrizzleTables, findDrizzleProvider } from './generate-drizzle.js'
import { addPrismaModels, findPrismaProvider } from './generate-prisma.js'
import { generateSql } from './generate-sql.js'
import { type GeneratedSchema, type Provider, providers } from './generated-schema.js'
import { toPrintableContext } from './printable-text.js'
import { getUsage } from './usage.js'

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

interface Options {
  readonly target: Target
  readonly provider: string | undefined
  readonly out: string | undefined
  readonly writes: boolean
}

/** Prints or writes the schema for a migration tool. @returns the exit code */
export function generate(args: readonly string[], terminal: CommandContext): number {
  const context = toPrintableContext(terminal)
  const options = parseOptions(args)
  if (!options) {
    context.err(getUsage('generate'))
    return 2
  }
  try {
    generateSchema(options, context)
    return 0
  } catch (error) {
    context.err(error instanceof Error ? error.message : formatError(error))
    return 1
  }
}

function parseOptions(args: readonly string[]): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { provider: { type: 'string' }, out: { type: 'string' }, write: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [name = '', ...others] = positionals
    const target = Object.hasOwn(targets, name) ? targets[name] : undefined
    if (!target || others.length > 0) return undefined
    const { provider, out, write = false } = values
    return { target, provider, out, writes: write || out !== undefined }
  } catch {
    return undefined
  }
}

function generateSchema(
  { target, provider: givenProvider, out: path, writes }: Options,
  context: CommandContext,
): void {
  const { cwd, out, err } = context
  const found = path ?? target.findFile(cwd)
  const file = found === undefined ? undefined : resolve(cwd, found)
  if (writes && !file) throw new Error('There is no schema file. Set --out to the file to write.')
  const schema = file ? readSchema(file) : ''
  const provider = requireProvider(givenProvider ?? target.findProvider(schema, cwd))
  const { text, added, warnings } = target.generate(schema, provider)
  for (const warning of warnings) err(`Warning: ${warning}`)
  if (!writes || !file) {
    out(text.trimEnd())
    return
  }
  if (added.length === 0) {
    out(`${relative(cwd, file)} is up to date.`)
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  out(`${relative(cwd, file)}: added ${added.join(', ')}.`)
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
