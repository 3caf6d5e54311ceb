import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { addDrizzleTables, findDrizzleProvider } from './generate-drizzle.js'
import { addPrismaModels, findPrismaProvider } from './generate-prisma.js'
import { type GeneratedSchema, type Provider, providers } from './generated-schema.js'

export type SchemaName = 'prisma' | 'drizzle' | 'sql'

/** A tool whose schema is generated. */
interface SchemaTarget {
  /** Finds the file of the schema in an app. */
  findFile(cwd: string): string | undefined
  /** Returns the database that a schema, or the configuration of its tool, names. */
  findProvider(schema: string, cwd: string): string | undefined
  /** Loads the generator. That of SQL needs a database driver. */
  readonly load: () => Promise<(schema: string, provider: Provider) => GeneratedSchema>
}

const targets: Readonly<Record<SchemaName, SchemaTarget>> = {
  prisma: { findFile: findPrismaFile, findProvider: findPrismaProvider, load: async () => addPrismaModels },
  drizzle: {
    findFile: cwd => findQuoted(readDrizzleConfig(cwd), 'schema'),
    findProvider: (schema, cwd) => findDrizzleProvider(schema) ?? findDrizzleProvider(readDrizzleConfig(cwd)),
    load: async () => addDrizzleTables,
  },
  sql: {
    findFile: () => undefined,
    findProvider: () => undefined,
    load: async () => (await import('./generate-sql.js')).generateSql,
  },
}

/** The schema file of an app, after the missing parts were added. */
export interface SchemaFile extends GeneratedSchema {
  /** The absolute path, or null if the app has no such file. */
  readonly path: string | null
  /** The text before, or null if there is no file. */
  readonly before: string | null
}

interface SchemaOptions {
  /** Path of the file, if there is one. */
  readonly path?: string | undefined
  readonly provider?: string | undefined
  /** What a new file starts with. */
  readonly head?: string
}

export const schemaNames: readonly string[] = Object.keys(targets)

export function isSchemaName(name: string): name is SchemaName {
  return Object.hasOwn(targets, name)
}

/** Returns the path of the schema file, or undefined if the app names none. */
export function findSchemaFile(name: SchemaName, cwd: string): string | undefined {
  return targets[name].findFile(cwd)
}

/** Adds what is missing to the schema file of an app. Writes nothing. */
export async function planSchemaFile(
  name: SchemaName,
  cwd: string,
  options: SchemaOptions,
): Promise<SchemaFile> {
  const target = targets[name]
  const path = options.path === undefined ? null : resolve(cwd, options.path)
  const before = path === null ? null : readSchema(path)
  const schema = before ?? options.head ?? ''
  const provider = requireProvider(options.provider ?? target.findProvider(schema, cwd))
  const generate = await target.load()
  return { ...generate(schema, provider), path, before }
}

function readSchema(file: string): string | null {
  if (!existsSync(file)) return null
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
