/**
 * The models of `@auth/prisma-adapter` and of Latchkey's records in a schema of Prisma.
 *
 * @module
 */
import type { GeneratedSchema, Provider } from './generated-schema.js'

/** A model of the schema. */
interface Model {
  readonly name: string
  readonly fields: readonly Field[]
  readonly attributes: readonly string[]
  /** Lines above the model. */
  readonly comment?: readonly string[]
}

interface Field {
  readonly name: string
  readonly type: string
  readonly attributes?: string
  /** Whether existing rows can get it: it is optional, a list, or has no column. */
  readonly isAddable?: true
}

/** Adds the missing models to a schema, and the missing fields of the user. Keeps everything else. */
export function addPrismaModels(schema: string, provider: Provider): GeneratedSchema {
  const models = createModels(provider, findUserIdType(schema))
  let text = schema.trimEnd()
  const added: string[] = []
  const warnings: string[] = []
  for (const model of models) {
    const block = findModel(text, model.name)
    if (!block) {
      text = `${text}${text ? '\n\n' : ''}${renderModel(model)}`
      added.push(`model ${model.name}`)
      continue
    }
    const missing = model.fields.filter(({ name, type }) => !hasField(block, name, type))
    const addable = missing.filter(({ isAddable }) => isAddable)
    const required = missing.filter(({ isAddable }) => !isAddable).map(({ name }) => name)
    if (required.length > 0) warnings.push(`model ${model.name} lacks ${required.join(', ')}.`)
    if (addable.length === 0) continue
    const lines = formatFields(addable).map(line => `${line}\n`)
    text = `${text.slice(0, block.end)}${lines.join('')}${text.slice(block.end)}`
    added.push(...addable.map(({ name }) => `${model.name}.${name}`))
  }
  return { text: added.length === 0 ? schema : `${text}\n`, added, warnings }
}

/** Returns the provider of the datasource in a schema. */
export function findPrismaProvider(schema: string): string | undefined {
  return /\bdatasource\s+\w+\s*\{[^}]*?\bprovider\s*=\s*"([^"]+)"/.exec(hideComments(schema))?.[1]
}

/** A model in a schema: the place after its last field, and its text without comments. */
interface ModelBlock {
  readonly end: number
  readonly body: string
}

function findModel(schema: string, name: string): ModelBlock | null {
  const visible = hideComments(schema)
  const opening = new RegExp(`^[ \\t]*model\\s+${name}\\s*\\{`, 'm').exec(visible)
  if (!opening) return null
  const start = opening.index + opening[0].length
  const brace = /^[ \t]*\}/m.exec(visible.slice(start))
  if (!brace) return null
  const body = visible.slice(start, start + brace.index)
  const fields = body.slice(0, /^[ \t]*@@/m.exec(body)?.index).trimEnd()
  return { end: schema.indexOf('\n', start + fields.length) + 1, body }
}

/** Replaces comments with blanks, so that places stay the same. */
function hideComments(schema: string): string {
  return schema.replace(/"(?:[^"\\\n]|\\.)*"|\/\/.*/g, match =>
    match.startsWith('"') ? match : ' '.repeat(match.length),
  )
}

/** A relation is recognized by its type, because an app may name it differently. */
function hasField({ body }: ModelBlock, name: string, type: string): boolean {
  const isRelation = /^[A-Z]/.test(type) && !scalarTypes.has(type.replace(/\W/g, ''))
  const pattern = isRelation ? `^[ \\t]*\\w+\\s+${type.replace(/\W/g, '')}\\b` : `^[ \\t]*${name}\\s`
  return new RegExp(pattern, 'm').test(body)
}

const scalarTypes = new Set(['BigInt', 'Boolean', 'DateTime', 'Int', 'String'])

/** The type of the user's id, with its native type, which references to it must have. */
function findUserIdType(schema: string): string {
  const block = findModel(schema, 'User')
  const [, type = 'String', rest = ''] = /^[ \t]*id\s+(\w+)(.*)$/m.exec(block?.body ?? '') ?? []
  const [native = ''] = /@db\.\w+(?:\([^)]*\))?/.exec(rest) ?? []
  return native ? `${type} ${native}` : type
}

function createModels(provider: Provider, userIdType: string): Model[] {
  const long = provider === 'mysql' ? '@db.Text' : ''
  const [type = 'String', attributes = ''] = userIdType.split(' ')
  const references = '@relation(fields: [userId], references: [id], onDelete: Cascade)'
  const owner: Owner = {
    userId: { name: 'userId', type, attributes },
    user: { name: 'user', type: 'User', attributes: references },
  }
  return [
    createUserModel(long),
    createAccountModel(long, owner),
    ...createTokenModels(owner),
    createAuthenticatorModel(long, owner),
    createRecordModel(provider),
  ]
}

/** The fields by which a row belongs to a user. */
interface Owner {
  readonly userId: Field
  readonly user: Field
}

function createUserModel(long: string): Model {
  const fields: Field[] = [
    { name: 'id', type: 'String', attributes: '@id @default(cuid())' },
    buildOptional('name', 'String?'),
    buildOptional('email', 'String?', '@unique'),
    buildOptional('emailVerified', 'DateTime?'),
    buildOptional('image', 'String?', long),
    buildOptional('accounts', 'Account[]'),
    buildOptional('sessions', 'Session[]'),
    buildOptional('authenticators', 'Authenticator[]'),
  ]
  return { name: 'User', fields, attributes: [] }
}

function createAccountModel(long: string, { userId, user }: Owner): Model {
  const fields: Field[] = [
    userId,
    { name: 'type', type: 'String' },
    { name: 'provider', type: 'String' },
    { name: 'providerAccountId', type: 'String' },
    buildOptional('refresh_token', 'String?', long),
    buildOptional('access_token', 'String?', long),
    buildOptional('expires_at', 'Int?'),
    buildOptional('token_type', 'String?'),
    buildOptional('scope', 'String?', long),
    buildOptional('id_token', 'String?', long),
    buildOptional('session_state', 'String?', long),
    user,
  ]
  return { name: 'Account', fields, attributes: ['@@id([provider, providerAccountId])', '@@index([userId])'] }
}

function createTokenModels({ userId, user }: Owner): Model[] {
  const expires = { name: 'expires', type: 'DateTime' }
  const sessionToken = { name: 'sessionToken', type: 'String', attributes: '@id' }
  return [
    {
      name: 'Session',
      fields: [sessionToken, userId, expires, user],
      attributes: ['@@index([userId])', '@@index([expires])'],
    },
    {
      name: 'VerificationToken',
      fields: [{ name: 'identifier', type: 'String' }, { name: 'token', type: 'String' }, expires],
      attributes: ['@@id([identifier, token])', '@@index([expires])'],
    },
  ]
}

function createAuthenticatorModel(long: string, { userId, user }: Owner): Model {
  const fields: Field[] = [
    { name: 'credentialID', type: 'String', attributes: '@unique' },
    userId,
    { name: 'providerAccountId', type: 'String' },
    { name: 'credentialPublicKey', type: 'String', attributes: long },
    { name: 'counter', type: 'Int' },
    { name: 'credentialDeviceType', type: 'String' },
    { name: 'credentialBackedUp', type: 'Boolean' },
    buildOptional('transports', 'String?'),
    user,
  ]
  return { name: 'Authenticator', fields, attributes: ['@@id([userId, credentialID])'] }
}

/** Passwords, second factors and everything else that Latchkey stores. */
function createRecordModel(provider: Provider): Model {
  const isMysql = provider === 'mysql'
  return {
    name: 'LatchkeyRecord',
    fields: [
      { name: 'kind', type: 'String', attributes: isMysql ? '@db.VarChar(191)' : '' },
      { name: 'id', type: 'String', attributes: isMysql ? '@db.VarChar(512)' : '' },
      buildOptional('userId', 'String?'),
      { name: 'value', type: 'String', attributes: isMysql ? '@db.MediumText' : '' },
      buildOptional('count', 'Int?'),
      { name: 'version', type: 'BigInt' },
      buildOptional('expires', 'DateTime?'),
    ],
    attributes: ['@@id([kind, id])', '@@index([userId])', '@@index([expires])', '@@map("latchkey_record")'],
    ...(isMysql && { comment: collationComment }),
  }
}

/** A schema of Prisma has no collations. That of a new table takes \`a\`, \`A\` and \`a \` as equal. */
const collationComment = [
  'Ids differ by case and by spaces at the end. Add this to the migration that creates the table (on MariaDB, utf8mb4_nopad_bin):',
  'ALTER TABLE `latchkey_record` CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin;',
]

function buildOptional(name: string, type: string, attributes = ''): Field {
  return { name, type, attributes, isAddable: true }
}

function renderModel({ name, fields, attributes, comment = [] }: Model): string {
  const head = comment.map(line => `/// ${line}\n`).join('')
  const footer = attributes.length === 0 ? '' : `\n${attributes.map(line => `  ${line}\n`).join('')}`
  return `${head}model ${name} {\n${formatFields(fields).join('\n')}\n${footer}}`
}

/** Aligns types and attributes as `prisma format` does. */
function formatFields(fields: readonly Field[]): string[] {
  const nameWidth = Math.max(...fields.map(({ name }) => name.length))
  const typeWidth = Math.max(...fields.map(({ type }) => type.length))
  return fields.map(({ name, type, attributes = '' }) =>
    `  ${name.padEnd(nameWidth)} ${type.padEnd(typeWidth)} ${attributes}`.trimEnd(),
  )
}
