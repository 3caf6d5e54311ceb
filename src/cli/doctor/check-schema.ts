import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasEmailProvider } from './check-configuration.js'
import type { Finding } from './findings.js'
import { findSources, listConfigurations, type Project } from './read-project.js'

/** What an adapter needs of a model of Prisma. */
interface RequiredModel {
  readonly name: string
  readonly fields: readonly string[]
  /** The fields by which the adapter finds one record. */
  readonly unique: readonly string[]
}

const userModels: readonly RequiredModel[] = [
  { name: 'User', fields: ['id', 'email', 'emailVerified'], unique: ['email'] },
  {
    name: 'Account',
    fields: ['userId', 'type', 'provider', 'providerAccountId'],
    unique: ['provider', 'providerAccountId'],
  },
]
const sessionModel: RequiredModel = {
  name: 'Session',
  fields: ['sessionToken', 'userId', 'expires'],
  unique: ['sessionToken'],
}
const tokenModel: RequiredModel = {
  name: 'VerificationToken',
  fields: ['identifier', 'token', 'expires'],
  unique: ['identifier', 'token'],
}
const recordModel: RequiredModel = {
  name: 'LatchkeyRecord',
  fields: ['kind', 'id', 'userId', 'value', 'count', 'version', 'expires'],
  unique: ['kind', 'id'],
}

/** Checks that the schema of Prisma has what its adapter and the records need. A schema in another folder is not seen. */
export function checkSchema(project: Project): Finding[] {
  const required = listRequiredModels(project)
  const files = required.length > 0 ? listSchemaFiles(project.folder) : []
  if (files.length === 0) return []
  const schema = files.map(file => removeComments(readFileSync(file, 'utf8'))).join('\n')
  const models = new Map(
    [...schema.matchAll(/^\s*model\s+(\w+)\s*\{([\s\S]*?)^\s*\}/gm)].map(([, name = '', body = '']) => [
      name,
      body,
    ]),
  )
  return required.flatMap(model => checkModel(model, models.get(model.name)))
}

function listRequiredModels(project: Project): readonly RequiredModel[] {
  const texts = listConfigurations(project).map(([, text]) => text)
  const hasAdapter = findSources(project, /['"]@(?:auth|next-auth)\/prisma-adapter['"]/).length > 0
  const hasRecords = findSources(project, /['"]latchkey\/adapters\/prisma['"]/).length > 0
  const hasJwtSessions = texts.some(text => /strategy:\s*['"]jwt['"]/.test(text))
  return [
    ...(hasAdapter ? userModels : []),
    ...(hasAdapter && texts.length > 0 && !hasJwtSessions ? [sessionModel] : []),
    ...(hasAdapter && texts.some(hasEmailProvider) ? [tokenModel] : []),
    ...(hasRecords ? [recordModel] : []),
  ]
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

function checkModel({ name, fields, unique }: RequiredModel, body: string | undefined): Finding[] {
  if (body === undefined) return [{ code: 'schema-model-missing', place: `model ${name}` }]
  const missing = fields.filter(field => !new RegExp(`^\\s*${field}\\s`, 'm').test(body))
  if (missing.length > 0)
    return missing.map(field => ({ code: 'schema-field-missing', place: `${name}.${field}` }))
  return isUnique(unique, body)
    ? []
    : [{ code: 'schema-unique-missing', place: `${name} (${unique.join(', ')})` }]
}

function isUnique(fields: readonly string[], body: string): boolean {
  const [first = '', ...others] = fields
  if (others.length === 0 && new RegExp(`^\\s*${first}\\s.*@(?:unique|id)\\b`, 'm').test(body)) return true
  const keys = [...body.matchAll(/@@(?:unique|id)\(\s*(?:fields:\s*)?\[([^\]]*)\]/g)].map(([, list = '']) =>
    list.split(',').map(field => field.trim().replace(/\(.*$/, '')),
  )
  return keys.some(key => key.length === fields.length && fields.every(field => key.includes(field)))
}
