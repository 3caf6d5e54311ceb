/**
 * The configuration of a combination: its imports, its statements and its properties. The frameworks put them into their files.
 *
 * @module
 */

const databaseUrl = 'postgres://app@localhost/app'

/**
 * Describes the configuration.
 *
 * @param env the expression that has the environment variables, such as `process.env`
 * @returns `{ imports, statements, properties, packages, variables, commands, tool }`: `tool` is the one that owns the tables, or null
 */
export function describeConfig({ store, methods }, env) {
  const parts = [describeStore(store, env), ...methods.map(name => describeMethod(name, env))]
  const collect = key => [...new Set(parts.flatMap(part => part[key] ?? []))]
  const providers = collect('providers')
  return {
    imports: collect('imports').sort(compareSpecifiers),
    statements: collect('statements'),
    properties: [...collect('adapter'), `providers: [${providers.join(', ')}],`, ...collect('plugins')],
    packages: collect('packages'),
    developmentPackages: collect('developmentPackages'),
    variables: mergeVariables(parts),
    commands: collect('commands'),
    tool: store === 'prisma' || store === 'drizzle' ? store : null,
  }
}

function compareSpecifiers(one, other) {
  const [a, b] = [one, other].map(line => /from '(.+)'/.exec(line)[1])
  return a < b ? -1 : 1
}

function mergeVariables(parts) {
  return Object.entries(Object.assign({}, ...parts.map(({ variables }) => variables)))
}

function describeStore(store, env) {
  const sql = `SqlAdapter(${env}.DATABASE_URL ?? '${databaseUrl}')`
  const sqlImport = "import { SqlAdapter } from 'latchkey/adapters/sql'"
  const server = { variables: { DATABASE_URL: databaseUrl } }
  const described = {
    none: {},
    sqlite: {
      imports: [sqlImport],
      adapter: ["adapter: SqlAdapter('file:app.db'),"],
      packages: ['kysely', 'libsql'],
    },
    postgresql: {
      ...server,
      imports: [sqlImport],
      adapter: [`adapter: ${sql},`],
      packages: ['kysely', 'pg'],
      commands: [`DATABASE_URL=${databaseUrl} npx latchkey migrate`],
    },
    prisma: {
      ...server,
      imports: [
        "import { PrismaAdapter } from '@auth/prisma-adapter'",
        "import { PrismaClient } from '@prisma/client'",
        "import { withPrismaRecords } from 'latchkey/adapters/prisma'",
      ],
      statements: ['const prisma = new PrismaClient()'],
      adapter: ['adapter: withPrismaRecords(PrismaAdapter(prisma), prisma),'],
      packages: ['@auth/prisma-adapter', '@prisma/client@6'],
      developmentPackages: ['prisma@6'],
      commands: [
        'npx latchkey generate prisma --write',
        `DATABASE_URL=${databaseUrl} npx prisma migrate dev --name auth`,
      ],
    },
    drizzle: {
      ...server,
      imports: [
        "import { DrizzleAdapter } from '@auth/drizzle-adapter'",
        "import { drizzle } from 'drizzle-orm/node-postgres'",
        "import { withDrizzleRecords } from 'latchkey/adapters/drizzle'",
      ],
      statements: [
        `const db = drizzle(${env}.DATABASE_URL ?? '${databaseUrl}')`,
        `const tables = {
  usersTable: schema.users,
  accountsTable: schema.accounts,
  sessionsTable: schema.sessions,
  verificationTokensTable: schema.verificationTokens,
  authenticatorsTable: schema.authenticators,
}`,
      ],
      adapter: ['adapter: withDrizzleRecords(DrizzleAdapter(db, tables), db, schema.latchkeyRecords),'],
      packages: ['pg', '@auth/drizzle-adapter', 'drizzle-orm'],
      developmentPackages: ['drizzle-kit'],
      commands: ['npx latchkey generate drizzle --write', 'npx drizzle-kit push'],
    },
  }
  return described[store]
}

function describeMethod(method, env) {
  const emailServer = {
    packages: ['nodemailer'],
    variables: {
      EMAIL_SERVER: 'smtp://user:password@smtp.example.com:587',
      EMAIL_FROM: '"Acme <no-reply@acme.example>"',
    },
  }
  const described = {
    github: {
      imports: ["import GitHub from 'latchkey/providers/github'"],
      providers: ['GitHub'],
      variables: { AUTH_GITHUB_ID: '', AUTH_GITHUB_SECRET: '' },
    },
    email: {
      ...emailServer,
      imports: ["import Nodemailer from 'latchkey/providers/nodemailer'"],
      providers: [`Nodemailer({ server: ${env}.EMAIL_SERVER, from: ${env}.EMAIL_FROM })`],
    },
    passwords: {
      ...emailServer,
      imports: [
        "import { passwords } from 'latchkey/passwords'",
        "import { createTransport } from 'nodemailer'",
      ],
      plugins: [
        'plugins: [passwords()],',
        `sendEmail: createTransport(${env}.EMAIL_SERVER ?? 'smtp://localhost:1025', { from: ${env}.EMAIL_FROM }),`,
      ],
    },
    passkeys: {
      imports: ["import Passkey from 'latchkey/providers/passkey'"],
      providers: ['Passkey()'],
      packages: ['@simplewebauthn/server'],
    },
  }
  return described[method]
}
