import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPrismaProvider } from '../generate-prisma.js'
import type { Finding } from './findings.js'
import { findSources, type Project } from './read-project.js'
import {
  checkModel,
  listAdapterModels,
  type RequiredModel,
  recordModel,
  type SchemaModel,
} from './required-models.js'

/** Checks that the schema of Prisma has what its adapter and the records need. A schema in another folder is not seen. */
export function checkPrismaSchema(project: Project): Finding[] {
  const hasAdapter = findSources(project, /['"]@(?:auth|next-auth)\/prisma-adapter['"]/).length > 0
  const hasRecords = findSources(project, /['"]latchkey\/adapters\/prisma['"]/).length > 0
  const files = hasAdapter || hasRecords ? listSchemaFiles(project.folder) : []
  if (files.length === 0) return []
  const schema = files.map(file => removeComments(readFileSync(file, 'utf8'))).join('\n')
  const models = parseModels(schema)
  const isMongo = findPrismaProvider(schema) === 'mongodb'
  return [
    ...(hasAdapter ? listAdapterModels(project).flatMap(model => checkRequired(model, models)) : []),
    ...(hasRecords && !isMongo ? checkRequired(recordModel, models) : []),
    ...(hasRecords && isMongo ? [{ code: 'records-database' as const, place: 'MongoDB' }] : []),
  ]
}

function checkRequired(model: RequiredModel, models: ReadonlyMap<string, SchemaModel>): Finding[] {
  const found = models.get(model.name)
  return found ? checkModel(model, found) : [{ code: 'schema-model-missing', place: `model ${model.name}` }]
}

/** The places at which Prisma looks for a schema: one file, or all files of a folder. */
function listSchemaFiles(folder: string): readonly string[] {
  const root = join(folder, 'schema.prisma')
  const nested = join(folder, 'prisma')
  const inFolder = existsSync(nested)
    ? readdirSync(nested, { recursive: true, encoding: 'utf8' }).map(path => join(nested, path))
    : []
  return [...(existsSync(root) ? [root] : []), ...inFolder.filter(path => path.endsWith('.prisma'))]
}

function removeComments(schema: string): string {
  return schema.replace(/^\s*\/\/.*$|\s\/\/.*$/gm, '')
}

function parseModels(schema: string): ReadonlyMap<string, SchemaModel> {
  const matches = schema.matchAll(/^\s*model\s+(\w+)\s*\{([\s\S]*?)^\s*\}/gm)
  return new Map([...matches].map(([, name = '', body = '']) => [name, createModel(name, body)]))
}

function createModel(title: string, body: string): SchemaModel {
  return {
    title,
    hasField: name => new RegExp(`^\\s*${name}\\s`, 'm').test(body),
    hasKey: fields => isUnique(fields, body),
  }
}

function isUnique(fields: readonly string[], body: string): boolean {
  const [first = '', ...others] = fields
  if (others.length === 0 && new RegExp(`^\\s*${first}\\s.*@(?:unique|id)\\b`, 'm').test(body)) return true
  const keys = [...body.matchAll(/@@(?:unique|id)\(\s*(?:fields:\s*)?\[([^\]]*)\]/g)].map(([, list = '']) =>
    list.split(',').map(field => field.trim().replace(/\(.*$/, '')),
  )
  return keys.some(key => key.length === fields.length && fields.every(field => key.includes(field)))
}
