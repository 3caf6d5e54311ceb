/**
 * The tests that `npm run test:fire` runs in full.
 *
 * @module
 */

/** Folders or files of tests with random runs, and of those that `npm test` shortens with `selectCases`. */
export const tests = [
  'test/races',
  'test/crash',
  'test/soak',
  'test/faults',
  'test/fuzz',
  'test/simulation',
  'test/databases/pgbouncer',
  'test/databases/races',
  'test/databases/random-kills',
  'test/databases/import-passwords',
  'test/browser',
  'test/attacks/cookie-growth',
  'test/contract/better-sqlite3',
  'test/contract/broken',
  'test/flows/email-addresses',
  'test/flows/nodemailer',
  'test/unit/bundle',
  'test/throttling/names',
  'test/unit/cli/gitignore',
  'test/unit/cli/init',
  'test/unit/cli/patch',
  'test/unit/cli/tokenizer',
  'test/plugins/passwords/timing',
  'test/unit/plugins/passwords',
  'test/unit/plugins/two-factor/qr-code',
  'test/databases/postgres-plugins',
  'test/databases/sqlite-plugins',
  'test/databases/redis/plugins',
  'test/databases/redis/sentinel',
  'test/databases/store-faults',
  'test/published/beside-records',
  'test/published/drizzle-records',
  'test/published/prisma-records',
  'test/published/sql',
  'test/site/pages',
  'test/sveltekit',
  'test/threat-model',
  'test/types',
  'tools/test/packaging',
  'tools/test/type-resolution',
  'tools/test/types',
  'tools/test/unused',
]

/** The Vitest projects of these tests. */
export const projects = ['unit', 'web-crypto', 'databases', 'browser', 'published', 'site', 'tools']
