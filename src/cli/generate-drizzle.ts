/**
 * The tables of `@auth/drizzle-adapter` and of Latchkey's records in a schema of Drizzle.
 *
 * @module
 */
import type { GeneratedSchema, Provider } from './generated-schema.js'

/** How a dialect of Drizzle writes the columns. */
interface Dialect {
  readonly module: string
  readonly table: string
  /** A text that is a key or has an index. */
  text(name: string): string
  /** A text of any length. */
  long(name: string): string
  integer(name: string): string
  boolean(name: string): string
  date(name: string): string
  version(name: string): string
}

const postgres: Dialect = {
  module: 'drizzle-orm/pg-core',
  table: 'pgTable',
  text: name => `text('${name}')`,
  long: name => `text('${name}')`,
  integer: name => `integer('${name}')`,
  boolean: name => `boolean('${name}')`,
  date: name => `timestamp('${name}', { mode: 'date', precision: 3, withTimezone: true })`,
  version: name => `bigint('${name}', { mode: 'number' })`,
}

const sqlite: Dialect = {
  module: 'drizzle-orm/sqlite-core',
  table: 'sqliteTable',
  text: name => `text('${name}')`,
  long: name => `text('${name}')`,
  integer: name => `integer('${name}')`,
  boolean: name => `integer('${name}', { mode: 'boolean' })`,
  date: name => `integer('${name}', { mode: 'timestamp_ms' })`,
  version: name => `integer('${name}')`,
}

const mysql: Dialect = {
  module: 'drizzle-orm/mysql-core',
  table: 'mysqlTable',
  text: name => `varchar('${name}', { length: 255 })`,
  long: name => `text('${name}')`,
  integer: name => `int('${name}')`,
  boolean: name => `boolean('${name}')`,
  date: name => `datetime('${name}', { mode: 'date', fsp: 3 })`,
  version: name => `bigint('${name}', { mode: 'number' })`,
}

const dialects: Readonly<Record<Provider, Dialect>> = { postgresql: postgres, sqlite, mysql }

/** A table: the name of its export, its name in the database, and its columns and keys as source text. */
interface Table {
  readonly variable: string
  readonly name: string
  readonly columns: Readonly<Record<string, string>>
  readonly keys: readonly string[]
}

/** Adds the missing tables to a schema, and what they import. Keeps everything else. */
export function addDrizzleTables(schema: string, provider: Provider): GeneratedSchema {
  const dialect = dialects[provider]
  const missing = createTables(dialect).filter(table => !hasTable(schema, table))
  if (missing.length === 0) return { text: schema, added: [], warnings: [] }
  const source = missing.map(table => renderTable(table, dialect)).join('\n')
  const withImports = addImports(schema, dialect.module, listNames(source))
  return {
    text: `${withImports.trimEnd()}\n\n${source}`,
    added: missing.map(({ variable }) => `table ${variable}`),
    warnings: [],
  }
}

/** Returns the provider of a schema, or of a configuration of drizzle-kit. */
export function findDrizzleProvider(source: string): string | undefined {
  const [, core] = /['"]drizzle-orm\/(pg|sqlite|mysql)-core['"]/.exec(source) ?? []
  const [, dialect] = /\bdialect\s*:\s*['"](\w+)['"]/.exec(source) ?? []
  const names: Readonly<Record<string, Provider>> = { pg: 'postgresql', turso: 'sqlite' }
  const name = core ?? dialect
  return name === undefined ? undefined : (names[name] ?? name)
}

function hasTable(schema: string, { variable, name }: Table): boolean {
  const isExported = new RegExp(`\\bexport\\s+const\\s+${variable}\\b`).test(schema)
  return isExported || new RegExp(`Table\\(\\s*['"]${name}['"]`).test(schema)
}

const importable = [
  'bigint',
  'boolean',
  'datetime',
  'index',
  'int',
  'integer',
  'mysqlTable',
  'pgTable',
  'primaryKey',
  'sqliteTable',
  'text',
  'timestamp',
  'varchar',
]

function listNames(source: string): string[] {
  return importable.filter(name => new RegExp(`(?<![.\\w'])${name}\\(`).test(source))
}

/** Adds names to the import of a module, or the import before everything else. */
function addImports(schema: string, module: string, names: readonly string[]): string {
  const pattern = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*['"]${module}['"]`)
  const existing = pattern.exec(schema)
  if (!existing) return `import { ${names.join(', ')} } from '${module}'\n${schema && '\n'}${schema}`
  const present = (existing[1] ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  const all = [...present, ...names.filter(name => !present.includes(name))]
  return schema.replace(pattern, () => `import { ${all.join(', ')} } from '${module}'`)
}

function createTables(dialect: Dialect): Table[] {
  return [
    createUserTable(dialect),
    createAccountTable(dialect),
    ...createTokenTables(dialect),
    createAuthenticatorTable(dialect),
    createRecordTable(dialect),
  ]
}

function createUserTable({ text, long, date }: Dialect): Table {
  const columns = {
    id: `${text('id')}.primaryKey().$defaultFn(() => crypto.randomUUID())`,
    name: text('name'),
    email: `${text('email')}.unique()`,
    emailVerified: date('emailVerified'),
    image: long('image'),
  }
  return { variable: 'users', name: 'user', columns, keys: [] }
}

function createAccountTable({ text, long, integer }: Dialect): Table {
  const columns = {
    userId: buildReference(text),
    type: buildRequired(text('type')),
    provider: buildRequired(text('provider')),
    providerAccountId: buildRequired(text('providerAccountId')),
    refresh_token: long('refresh_token'),
    access_token: long('access_token'),
    expires_at: integer('expires_at'),
    token_type: text('token_type'),
    scope: text('scope'),
    id_token: long('id_token'),
    session_state: long('session_state'),
  }
  const keys = [buildKey('provider', 'providerAccountId'), buildIndex('account', 'userId')]
  return { variable: 'accounts', name: 'account', columns, keys }
}

function createTokenTables({ text, date }: Dialect): Table[] {
  return [
    {
      variable: 'sessions',
      name: 'session',
      columns: {
        sessionToken: `${text('sessionToken')}.primaryKey()`,
        userId: buildReference(text),
        expires: buildRequired(date('expires')),
      },
      keys: ['userId', 'expires'].map(column => buildIndex('session', column)),
    },
    {
      variable: 'verificationTokens',
      name: 'verificationToken',
      columns: {
        identifier: buildRequired(text('identifier')),
        token: buildRequired(text('token')),
        expires: buildRequired(date('expires')),
      },
      keys: [buildKey('identifier', 'token'), buildIndex('verificationToken', 'expires')],
    },
  ]
}

function createAuthenticatorTable({ text, long, integer, boolean }: Dialect): Table {
  const columns = {
    credentialID: `${buildRequired(text('credentialID'))}.unique()`,
    userId: buildReference(text),
    providerAccountId: buildRequired(text('providerAccountId')),
    credentialPublicKey: buildRequired(long('credentialPublicKey')),
    counter: buildRequired(integer('counter')),
    credentialDeviceType: buildRequired(text('credentialDeviceType')),
    credentialBackedUp: buildRequired(boolean('credentialBackedUp')),
    transports: text('transports'),
  }
  return {
    variable: 'authenticators',
    name: 'authenticator',
    columns,
    keys: [buildKey('userId', 'credentialID')],
  }
}

/** Passwords, second factors and everything else that Latchkey stores. */
function createRecordTable({ text, long, integer, version, date }: Dialect): Table {
  const name = 'latchkey_record'
  const columns = {
    kind: buildRequired(text('kind')),
    id: buildRequired(text('id')),
    userId: text('userId'),
    value: buildRequired(long('value')),
    count: integer('count'),
    version: buildRequired(version('version')),
    expires: date('expires'),
  }
  const keys = [buildKey('kind', 'id'), buildIndex(name, 'userId'), buildIndex(name, 'expires')]
  return { variable: 'latchkeyRecords', name, columns, keys }
}

function buildRequired(column: string): string {
  return `${column}.notNull()`
}

/** The column by which a row belongs to a user. */
function buildReference(text: Dialect['text']): string {
  return `${buildRequired(text('userId'))}.references(() => users.id, { onDelete: 'cascade' })`
}

function buildKey(...columns: readonly string[]): string {
  return `primaryKey({ columns: [${columns.map(column => `table.${column}`).join(', ')}] })`
}

function buildIndex(table: string, column: string): string {
  return `index('${table}_${column}').on(table.${column})`
}

function renderTable({ variable, name, columns, keys }: Table, { table }: Dialect): string {
  const hasKeys = keys.length > 0
  const indent = hasKeys ? '    ' : '  '
  const lines = Object.entries(columns).map(([key, column]) => `${indent}${key}: ${column},\n`)
  const head = `export const ${variable} = ${table}(`
  if (!hasKeys) return `${head}'${name}', {\n${lines.join('')}})\n`
  const keyLines = keys.map(line => `    ${line},\n`).join('')
  return `${head}\n  '${name}',\n  {\n${lines.join('')}  },\n  table => [\n${keyLines}  ],\n)\n`
}
