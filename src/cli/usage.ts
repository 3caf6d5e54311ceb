/** Help texts by the name of the command. */
const usageByCommand = {
  migrate: `Usage: latchkey migrate [--dry-run] [--no-advisory-lock] [<connection>]

Creates or updates the tables of SqlAdapter.

  <connection>        "file:", "postgres:" or "mysql:" URL; DATABASE_URL by default
  --dry-run           print the SQL without running it
  --no-advisory-lock  for databases with the PostgreSQL protocol that have no pg_advisory_xact_lock`,

  generate: `Usage: latchkey generate prisma|drizzle|sql [--provider postgresql|sqlite|mysql] [--write] [--out <file>]

Prints the schema of users, accounts, sessions, one-time tokens, passkeys and records for your migration tool. What the schema file has
already stays as it is: only missing models, tables and optional fields of existing models are added.

  prisma       models for @auth/prisma-adapter and withPrismaRecords
  drizzle      tables for @auth/drizzle-adapter and withDrizzleRecords
  sql          tables for SqlAdapter with migrate: false
  --provider   the database; by default that of the schema file or of drizzle.config.ts
  --write      write into the schema file that package.json, prisma/schema.prisma or drizzle.config.ts names
  --out        the file to read and write instead

Exit codes: 0 complete, 1 failed without changes, 2 wrong usage.`,

  reseal: `Usage: latchkey reseal [--dry-run] [--prefix <prefix>] [<connection>]

Seals the stored secrets of SqlAdapter or RedisAdapter with the newest key, so that an older key can be removed. Can be interrupted and repeated
while the app runs. Reads the keys from AUTH_ENCRYPTION_KEY, _1, _2 and _3, else from AUTH_SECRET, _1, _2 and _3.

  <connection>       "file:", "postgres:", "mysql:", "redis:" or "rediss:" URL; DATABASE_URL by default
  --dry-run          unseal everything and count, without a change
  --prefix <prefix>  the option \`prefix\` of RedisAdapter

Exit codes: 0 complete, 1 a value cannot be unsealed or the database failed, 2 wrong usage.`,

  passwords: `Usage: latchkey passwords import [--dry-run] [--prefix <prefix>] <file> [<connection>]

Imports the password hashes of another system for the plugin passwords. Users sign in with the password that they have. Can be interrupted and
repeated while the app runs: a user who has a password keeps it.

  <file>             a JSON object with userId and hash on each line; "-" reads standard input
  <connection>       "file:", "postgres:", "mysql:", "redis:" or "rediss:" URL; DATABASE_URL by default
  --dry-run          read and check everything, without a change
  --prefix <prefix>  the option \`prefix\` of RedisAdapter

Exit codes: 0 complete, 3 complete without the lines that are listed, 1 the file or the database failed, 2 wrong usage.`,

  add: `Usage: latchkey add [--framework react|vue|svelte] [--dir <folder>] [--force] [<component>...]

Copies components with Tailwind classes into the app, so that you change them. Without a component, lists them.

  <component>   sign-in, user-button, user-profile or session-list
  --framework   the framework; by default that in package.json of the current folder
  --dir         the folder; by default that in components.json, or else the usual one, such as src/components
  --force       replace files that exist

Exit codes: 0 complete, 1 a file exists or cannot be written, 2 wrong usage.`,

  'migrate-imports': `Usage: latchkey migrate-imports [--from 4] [--until <date>] [--write] [--range <range>] [<folder>]

Replaces imports of next-auth 5, @auth/core, @auth/express, @auth/sveltekit and @auth/solid-start with Latchkey, in the
sources of an app and in the dependencies of its package.json. Files that git ignores are skipped.

Prints a patch. Places that need a manual change are listed on standard error by file and line.

  <folder>         folder of the app; the current one by default
  --from 4         migrate an app of next-auth 4
  --until <date>   with --from 4: day from which old sessions are ignored; by default in three to four months
  --write          write the changes to the files
  --range <range>  version range for package.json; by default this version or a later compatible one

Exit codes: 0 complete, 3 manual changes needed, 1 failed without changes, 2 wrong usage.`,
}

/** Help text of all commands. */
export const fullUsage = Object.values(usageByCommand).join('\n\n')

/** Returns the help text of a command, or that of all commands for another name. */
export function getUsage(name: string): string {
  return new Map(Object.entries(usageByCommand)).get(name) ?? fullUsage
}
