/** How each command is called. */
export const usageByCommand: Readonly<Record<string, string>> = {
  migrate: `Usage: latchkey migrate [--dry-run] [--no-advisory-lock] [<connection>]

Brings the tables of SqlAdapter up to date. The connection is a "file:", "postgres:" or "mysql:" URL; without one it is
taken from DATABASE_URL. With --dry-run the SQL is printed and nothing is done. --no-advisory-lock is for databases that speak
like PostgreSQL and have no pg_advisory_xact_lock.`,

  'migrate-imports': `Usage: latchkey migrate-imports [--write] [--range <range>] [<folder>]

Lets an app import Latchkey in the place of next-auth 5, @auth/core, @auth/express, @auth/sveltekit and @auth/solid-start:
its sources, and the dependencies in its package.json. The folder is that of the app, by default this one. What is ignored
by git is left out. Prints a patch, and changes nothing without --write. What has to be looked at is told by file and line, on
the standard error. --range is what package.json asks for, by default this version or a later one that fits.

Ends with 0 when all is understood, 3 when something is left to you, 1 when nothing could be done, 2 when it is called wrongly.`,
}
