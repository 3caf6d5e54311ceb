import type { CommandDefinition } from './command-definition.js'

const connection = { '[connection]': '"file:", "postgres:" or "mysql:" URL; DATABASE_URL by default' }
const recordsConnection = {
  '[connection]': '"file:", "postgres:", "mysql:", "redis:" or "rediss:" URL; DATABASE_URL by default',
}
const json = { '--json': 'print the result as JSON' }

const setupCommands: readonly CommandDefinition[] = [
  {
    name: 'init',
    summary: 'Adds Latchkey to the app in the current folder.',
    details:
      'Finds the framework, the store and the package manager. Prints a patch first. In a terminal, asks for what the options leave open, and ' +
      'before it writes. Without one, it writes with --write alone. A file that exists is never replaced.',
    options: {
      '--framework <framework>': 'such as next or express; by default that of package.json',
      '--store <store>':
        'none, sqlite, postgresql, prisma or drizzle; by default that of package.json, or sqlite',
      '--methods <methods>': 'github, email, passwords and passkeys, with commas; email by default',
      '--write': 'write the files and install the packages without a question',
      '--no-install': 'do not run the package manager',
      ...json,
    },
    examples: {
      '': 'shows the patch, and asks',
      '--store prisma --methods passwords,passkeys --write': 'sets up an app without a question',
      '--store none --methods github > latchkey.patch': 'writes the patch to a file',
    },
    exitCodes: {
      0: 'complete',
      1: 'failed without changes',
      3: 'complete but for the changes by hand that are listed',
    },
    usesEnvironment: true,
    load: async () => (await import('./init/init.js')).init,
  },
  {
    name: 'secret',
    summary: 'Prints a new secret, for AUTH_SECRET.',
    details:
      'It has 256 random bits. --write adds it to .env.local, unless AUTH_SECRET is set. A secret that is set is never overwritten.',
    options: { '--write': 'write AUTH_SECRET to .env.local', ...json },
    examples: { '': 'prints a secret', '--write': 'sets AUTH_SECRET for the development server' },
    exitCodes: { 1: 'AUTH_SECRET is set, or the file cannot be written' },
    usesEnvironment: true,
    load: async () => (await import('./secret.js')).createSecret,
  },
  {
    name: 'doctor',
    summary: 'Finds mistakes in a project, or in a running site.',
    details:
      'Checks packages, variables, configuration and routes of the project in the current folder. With --url, requests the public routes of a ' +
      'site instead. Each finding has its cause and its fix. Secrets are never printed.',
    options: {
      '--url <url>': 'the running site, such as https://app.example or https://app.example/auth',
      '--provider <id>': 'with --url: start a sign-in at this provider, without completing it',
      ...json,
    },
    examples: {
      '': 'checks the project',
      '--url https://app.example': 'checks the running site',
      '--url https://app.example --provider github': 'also compares the redirect URI of a sign-in',
      '--json': 'prints the findings for a script',
    },
    exitCodes: { 0: 'no mistake, or warnings and notes only', 1: 'findings of level error' },
    load: async () => (await import('./doctor/doctor.js')).checkSetup,
  },
  {
    name: 'explain',
    summary: 'Explains an error type, a warning code or a failure reference: its cause, and how to fix it.',
    details:
      'Finds the codes in a whole line of the log, too. Without a code, lists all of them. With a reference and --log, prints what the request ' +
      'passed and why it failed.',
    arguments: { '[code...]': 'such as MissingSecret, short-secret or 7N95DP0TTE' },
    options: { '--log <file>': 'the log of the server, for a reference; "-" reads standard input', ...json },
    examples: {
      MissingSecret: 'explains an error',
      'short-secret': 'explains a warning',
      '"[auth][error] UntrustedHost: The host"': 'explains what a line of the log contains',
      '7N95DP0TTE --log server.log': 'explains the failure whose page shows this reference',
    },
    exitCodes: { 1: 'the log cannot be read or has no such failure' },
    load: async () => (await import('./explain.js')).printExplanations,
  },
  {
    name: 'dev',
    summary: 'Starts an OpenID provider, a mailbox and a clock for local development.',
    details:
      'Needs no internet, and listens on 127.0.0.1 only. With a command after "--", starts the app with the variables that it needs, and ends ' +
      'with it. Any user can sign in without a password, so it refuses to start if NODE_ENV is production.',
    arguments: { '[command...]': 'starts the app, such as npm run dev; write "--" in front of it' },
    options: {
      '--port <port>': 'port of the pages and the provider; 4700 by default, 0 for any free one',
      '--smtp-port <port>': 'port of the SMTP server; 1025 by default, 0 for any free one',
      '--provider <ids>': 'ids of the providers that it replaces, such as google,keycloak; "dev" by default',
      ...json,
    },
    examples: {
      '': 'starts the server, and prints the variables for .env.local',
      '-- npm run dev': 'starts the app, too; the app follows the clock',
      '--provider google -- npm run dev': '"Sign in with Google" leads to the development server',
    },
    exitCodes: { 0: 'stopped', 1: 'a port is in use or the app failed' },
    load: async () => (await import('./dev/dev.js')).runDevServer,
  },
]

const databaseCommands: readonly CommandDefinition[] = [
  {
    name: 'migrate',
    summary: 'Creates or updates the tables of SqlAdapter.',
    arguments: connection,
    options: {
      '--dry-run': 'print the SQL without running it',
      '--no-advisory-lock': 'for databases with the PostgreSQL protocol that have no pg_advisory_xact_lock',
      ...json,
    },
    examples: {
      '': 'updates the tables of the database in DATABASE_URL',
      'file:app.db': 'updates those of a SQLite file',
      '--dry-run > migration.sql': 'writes the SQL to a file, to review it',
    },
    usesEnvironment: true,
    load: async () => (await import('./migrate.js')).migrate,
  },
  {
    name: 'generate',
    summary: 'Prints or writes the schema of users, sessions and records for Prisma, Drizzle or SQL.',
    details:
      'Your migration tool then creates the tables. What the schema file has stays as it is: only missing models, tables and optional fields of ' +
      'existing models are added.',
    arguments: {
      '<schema>':
        'prisma (for @auth/prisma-adapter and withPrismaRecords), drizzle (for @auth/drizzle-adapter and withDrizzleRecords) or sql (for ' +
        'SqlAdapter with migrate: false)',
    },
    options: {
      '--provider <database>':
        'postgresql, sqlite or mysql; by default that of the schema file or of drizzle.config.ts',
      '--write':
        'write into the schema file that package.json, prisma/schema.prisma or drizzle.config.ts names',
      '--out <file>': 'the file to read and write instead',
      ...json,
    },
    examples: {
      prisma: 'prints the schema with the missing models',
      'prisma --write': 'adds them to prisma/schema.prisma',
      'drizzle --provider sqlite --out db/schema.ts': 'writes the tables of Drizzle',
      'sql --provider postgresql --out tables.sql': 'writes the SQL of SqlAdapter',
    },
    exitCodes: { 0: 'complete', 1: 'failed without changes' },
    load: async () => (await import('./generate.js')).generate,
  },
  {
    name: 'reseal',
    summary: 'Seals the stored secrets of SqlAdapter or RedisAdapter with the newest key.',
    details:
      'Then an older key can be removed. Can be interrupted and repeated while the app runs. Reads the keys from AUTH_ENCRYPTION_KEY, _1, _2 and ' +
      '_3, else from AUTH_SECRET, _1, _2 and _3.',
    arguments: recordsConnection,
    options: {
      '--dry-run': 'unseal everything and count, without a change',
      '--prefix <prefix>': 'the option `prefix` of RedisAdapter',
      ...json,
    },
    examples: {
      '--dry-run': 'counts the records in DATABASE_URL that need the newest key',
      'redis://localhost:6379': 'seals those of a Redis server',
    },
    exitCodes: { 0: 'complete', 1: 'a value cannot be unsealed or the database failed' },
    usesEnvironment: true,
    load: async () => (await import('./reseal.js')).reseal,
  },
  {
    name: 'passwords import',
    summary: 'Imports the password hashes of another system for the plugin passwords.',
    details:
      'Users sign in with the password that they have. Can be interrupted and repeated while the app runs: a user who has a password keeps it.',
    arguments: {
      '<file>': 'a JSON object with userId and hash on each line; "-" reads standard input',
      ...recordsConnection,
    },
    options: {
      '--dry-run': 'read and check everything, without a change',
      '--prefix <prefix>': 'the option `prefix` of RedisAdapter',
      ...json,
    },
    examples: {
      'hashes.jsonl --dry-run': 'checks the file',
      'hashes.jsonl postgres://localhost/app': 'stores the hashes in a database',
    },
    exitCodes: {
      0: 'complete',
      1: 'the file or the database failed',
      3: 'complete without the lines that are listed',
    },
    usesEnvironment: true,
    load: async () => (await import('./import-passwords.js')).importPasswords,
  },
]

const sourceCommands: readonly CommandDefinition[] = [
  {
    name: 'add',
    summary: 'Adds providers and plugins to the configuration, and copies components into the app.',
    details:
      'Prints the change of the configuration as a patch, and what is left to do: variables, callback URLs, packages. --write changes the file, and ' +
      'adds missing variables, empty, to .env or .env.local. In a terminal, the command asks first. Components are new files, and are written at ' +
      'once. Without a name, lists all of them.',
    arguments: {
      '[name...]':
        'providers such as google, plugins such as two-factor, and the components sign-in, user-button, user-profile and session-list',
    },
    options: {
      '--write': 'write the change of the configuration',
      '--config <file>': 'the file that configures Latchkey, if there are several',
      '--framework <framework>':
        'for components: react, vue or svelte; by default that in package.json of the current folder',
      '--dir <folder>':
        'for components: the folder; by default that in components.json, or else the usual one, such as src/components',
      '--force': 'replace components that exist',
      ...json,
    },
    examples: {
      '': 'lists the providers, plugins and components',
      'google github': 'prints the change for two providers',
      'two-factor --write': 'adds a plugin',
      'keycloak --config src/auth.ts': 'names the file of the configuration',
      'sign-in user-button': 'copies two components',
    },
    exitCodes: {
      0: 'complete',
      1: 'failed without changes, such as for a component that exists',
      3: 'a manual change of the configuration needed',
    },
    load: async () => (await import('./add/add.js')).add,
  },
  {
    name: 'migrate-imports',
    summary:
      'Replaces imports of next-auth 5, @auth/core, @auth/express, @auth/sveltekit and @auth/solid-start with Latchkey.',
    details:
      'Changes the sources of an app and the dependencies of its package.json. Files that git ignores are skipped. Prints a patch. Places that need ' +
      'a manual change are listed on standard error by file and line.',
    arguments: { '[folder]': 'folder of the app; the current one by default' },
    options: {
      '--from <version>': '4 migrates an app of next-auth 4',
      '--until <date>':
        'with --from 4: day from which old sessions are ignored; by default in three to four months',
      '--write': 'write the changes to the files',
      '--range <range>': 'version range for package.json; by default this version or a later compatible one',
      ...json,
    },
    examples: {
      '': 'prints the patch',
      '--write': 'changes the files',
      '--from 4 --until 2027-01-31': 'prints the patch for an app of next-auth 4',
    },
    exitCodes: { 0: 'complete', 1: 'failed without changes', 3: 'manual changes needed' },
    load: async () => (await import('./migrate-imports.js')).migrateImports,
  },
]

/** All commands, in the order of the help. */
export const commands: readonly CommandDefinition[] = [
  ...setupCommands,
  ...databaseCommands,
  ...sourceCommands,
]
