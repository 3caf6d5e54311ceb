import {
  type ConfigOption,
  createEmailOption,
  createPostgresqlOption,
  databaseUrl,
  emailVariables,
  sqliteOption,
} from './config-options.js'
import { recordVariables } from './record-variables.js'
import { formatNamedImport } from './render-module.js'
import type { ConfigParts, EnvironmentAccess, MethodName, ReadVariable, StoreName } from './start-types.js'

/** A part of a configuration that a store or a method needs. */
interface Part {
  readonly imports?: readonly string[]
  readonly statements?: readonly string[]
  readonly adapter?: readonly string[]
  readonly providers?: readonly string[]
  readonly plugins?: readonly string[]
  readonly packages?: readonly string[]
  readonly developmentPackages?: readonly string[]
  readonly commands?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

/** A value that a module of the app exports. */
export interface AppExport {
  readonly name: string
  readonly module: string
}

/** What a configuration is made of. */
export interface ConfigChoices {
  readonly store: StoreName
  readonly methods: readonly MethodName[]
  /** How code reads an environment variable. */
  readonly environment: EnvironmentAccess
  /** The module with the tables of Drizzle, as the configuration imports it. */
  readonly schemaModule: string
  /** The client of Prisma or the database of Drizzle, if the app has one. Otherwise the configuration creates it. */
  readonly client?: AppExport | undefined
}

/** Describes the configuration of a store with sign-in methods. */
export function describeConfig(choices: ConfigChoices): ConfigParts {
  const { store, methods, environment } = choices
  const { read, listImports } = recordVariables(environment)
  const parts = [describeStore(choices, read), ...methods.map(name => describeMethod(name, read))]
  const collect = (key: keyof Omit<Part, 'variables'>) => [...new Set(parts.flatMap(part => part[key] ?? []))]
  const statements = collect('statements')
  const properties = [
    ...collect('adapter'),
    `providers: [${collect('providers').join(', ')}],`,
    ...collect('plugins'),
  ]
  return {
    imports: [...collect('imports'), ...listImports().map(formatNamedImport)],
    statements,
    properties,
    packages: collect('packages'),
    developmentPackages: collect('developmentPackages'),
    variables: Object.entries<string>(Object.assign({}, ...parts.map(({ variables }) => variables))),
    commands: collect('commands'),
    tool: store === 'prisma' || store === 'drizzle' ? store : null,
  }
}

function describeStore(choices: ConfigChoices, read: ReadVariable): Part {
  switch (choices.store) {
    case 'none':
      return {}
    case 'sqlite':
      return toPart(sqliteOption, 'adapter')
    case 'postgresql':
      return toPart(createPostgresqlOption(read), 'adapter')
    case 'prisma':
      return describePrisma(choices)
    case 'drizzle':
      return describeDrizzle(choices, read)
  }
}

function toPart({ text, import: needed, ...rest }: ConfigOption, place: 'adapter' | 'plugins'): Part {
  return { ...rest, imports: [formatNamedImport(needed)], [place]: [`${text},`] }
}

function formatDatabaseUrl(read: ReadVariable): string {
  return `${read('DATABASE_URL')} ?? '${databaseUrl}'`
}

function describePrisma({ client }: ConfigChoices): Part {
  const name = client?.name ?? 'prisma'
  const created: Part = {
    statements: ['const prisma = new PrismaClient()'],
    packages: ['@auth/prisma-adapter', '@prisma/client@6'],
    developmentPackages: ['prisma@6'],
    variables: { DATABASE_URL: databaseUrl },
  }
  return {
    ...(client ? { packages: ['@auth/prisma-adapter'] } : created),
    imports: [
      "import { PrismaAdapter } from '@auth/prisma-adapter'",
      "import { withPrismaRecords } from 'latchkey/adapters/prisma'",
      client
        ? formatNamedImport({ module: client.module, names: [client.name] })
        : "import { PrismaClient } from '@prisma/client'",
    ],
    adapter: [`adapter: withPrismaRecords(PrismaAdapter(${name}), ${name}),`],
    commands: [
      'npx latchkey generate prisma --write',
      `${setDatabaseUrl(client)}npx prisma migrate dev --name auth`,
    ],
  }
}

function describeDrizzle({ client, schemaModule }: ConfigChoices, read: ReadVariable): Part {
  const name = client?.name ?? 'db'
  const created: Part = {
    packages: ['pg', '@auth/drizzle-adapter', 'drizzle-orm'],
    developmentPackages: ['drizzle-kit'],
    variables: { DATABASE_URL: databaseUrl },
  }
  return {
    ...(client ? { packages: ['@auth/drizzle-adapter'] } : created),
    imports: [
      "import { DrizzleAdapter } from '@auth/drizzle-adapter'",
      "import { withDrizzleRecords } from 'latchkey/adapters/drizzle'",
      client
        ? formatNamedImport({ module: client.module, names: [client.name] })
        : "import { drizzle } from 'drizzle-orm/node-postgres'",
      `import * as schema from '${schemaModule}'`,
    ],
    statements: [...(client ? [] : [`const db = drizzle(${formatDatabaseUrl(read)})`]), drizzleTables],
    adapter: [
      `adapter: withDrizzleRecords(DrizzleAdapter(${name}, tables), ${name}, schema.latchkeyRecords),`,
    ],
    commands: ['npx latchkey generate drizzle --write', 'npx drizzle-kit push'],
  }
}

const drizzleTables = `const tables = {
  usersTable: schema.users,
  accountsTable: schema.accounts,
  sessionsTable: schema.sessions,
  verificationTokensTable: schema.verificationTokens,
  authenticatorsTable: schema.authenticators,
}`

/** An app with a client has the variable. */
function setDatabaseUrl(client: AppExport | undefined): string {
  return client ? '' : `DATABASE_URL=${databaseUrl} `
}

function describeMethod(method: MethodName, read: ReadVariable): Part {
  switch (method) {
    case 'github':
      return {
        imports: ["import GitHub from 'latchkey/providers/github'"],
        providers: ['GitHub'],
        variables: { AUTH_GITHUB_ID: '', AUTH_GITHUB_SECRET: '' },
      }
    case 'email':
      return {
        packages: ['nodemailer'],
        variables: emailVariables,
        imports: ["import Nodemailer from 'latchkey/providers/nodemailer'"],
        providers: [`Nodemailer({ server: ${read('EMAIL_SERVER')}, from: ${read('EMAIL_FROM')} })`],
      }
    case 'passwords': {
      const { imports = [], plugins = [], ...rest } = toPart(createEmailOption(read), 'plugins')
      return {
        ...rest,
        imports: ["import { passwords } from 'latchkey/passwords'", ...imports],
        plugins: ['plugins: [passwords()],', ...plugins],
      }
    }
    case 'passkeys':
      return {
        imports: ["import Passkey from 'latchkey/providers/passkey'"],
        providers: ['Passkey()'],
        packages: ['@simplewebauthn/server'],
      }
  }
}
