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
  'test/databases/races',
  'test/databases/random-kills',
  'test/browser',
]

/** The Vitest projects of these tests. */
export const projects = ['unit', 'databases', 'browser']
