import type { NeededImport, ReadVariable } from './start-types.js'

/** The file of SQLite. Beside it, SQLite writes files whose names begin the same. */
export const sqliteFile = 'app.db'

export const databaseUrl = 'postgres://app@localhost/app'

/** An option of a configuration, with what it needs. */
export interface ConfigOption {
  /** The name and the value, such as `adapter: SqlAdapter(url)`. */
  readonly text: string
  readonly import: NeededImport
  readonly packages: readonly string[]
  readonly developmentPackages?: readonly string[]
  /** Environment variables with the values to start with. */
  readonly variables?: Readonly<Record<string, string>>
  /** Commands that create the tables. */
  readonly commands?: readonly string[]
}

const sqlAdapter: NeededImport = { module: 'latchkey/adapters/sql', names: ['SqlAdapter'] }

/** Variables of an SMTP server. */
export const emailVariables = {
  EMAIL_SERVER: 'smtp://user:password@smtp.example.com:587',
  EMAIL_FROM: '"Acme <no-reply@acme.example>"',
} as const

/** `adapter` with a file of SQLite. */
export const sqliteOption: ConfigOption = {
  text: `adapter: SqlAdapter('file:${sqliteFile}')`,
  import: sqlAdapter,
  packages: ['kysely', 'libsql'],
}

/** Creates `adapter` with a database of PostgreSQL. */
export function createPostgresqlOption(read: ReadVariable): ConfigOption {
  return {
    text: `adapter: SqlAdapter(${read('DATABASE_URL')} ?? '${databaseUrl}')`,
    import: sqlAdapter,
    packages: ['kysely', 'pg'],
    variables: { DATABASE_URL: databaseUrl },
    commands: [`DATABASE_URL=${databaseUrl} npx latchkey migrate`],
  }
}

/** Creates `sendEmail` with an SMTP server. */
export function createEmailOption(read: ReadVariable): ConfigOption {
  return {
    text: `sendEmail: createTransport(${read('EMAIL_SERVER')} ?? 'smtp://localhost:1025', { from: ${read('EMAIL_FROM')} })`,
    import: { module: 'nodemailer', names: ['createTransport'] },
    packages: ['nodemailer'],
    developmentPackages: ['@types/nodemailer'],
    variables: emailVariables,
  }
}
