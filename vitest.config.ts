import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { testFiles } from './test/frameworks/examples.js'
import { installOnImport } from './tools/shared/install-on-import.js'
import { buildSourceAliases } from './tools/shared/subpaths.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Tests import the package by its public names and meet the source, with the crypto files of either platform. */
function alias(crypto: 'node' | 'web') {
  return [
    ...buildSourceAliases(root),
    { find: '#crypto', replacement: `${root}src/crypto/${crypto}.ts` },
    { find: '#signatures', replacement: `${root}src/crypto/signatures-${crypto}.ts` },
    { find: '#locales', replacement: `${root}src/pages/locales/all-languages.ts` },
    { find: '#nodemailer', replacement: `${root}src/email/nodemailer.ts` },
    { find: /^#sveltekit$/, replacement: `${root}src/integrations/sveltekit/virtual-modules.fallback.ts` },
    { find: /^#sveltekit-base$/, replacement: `${root}src/integrations/sveltekit/base-path.fallback.ts` },
  ]
}

/** A slow machine makes a test slow, not red. `tools/shared/stalled-files.js` ends a run that hangs. */
const patience: TestProjectInlineConfiguration['test'] = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

function project(
  test: TestProjectInlineConfiguration['test'],
  crypto: 'node' | 'web' = 'node',
): TestProjectInlineConfiguration {
  return {
    plugins: [installOnImport()],
    resolve: { alias: alias(crypto) },
    test: { environment: 'node', pool: 'forks', ...patience, ...test },
  }
}

function listTests(folder: string): string {
  return `test/${folder}/**/*.test.ts`
}

/** Starting a process and loading the package anew takes longer than most files, which are tried in one after the other. */
const shared = {
  isolate: false,
  setupFiles: ['test/support/reset-globals.ts', 'test/support/load-warnings.ts'],
}

/** Whatever no other project claims is a unit test, so that no file is left out by its place. */
const claimed = [
  'test/advisories/**',
  'test/browser/**',
  'test/providers/**',
  'test/compat/**',
  'test/databases/**',
  'test/fixtures/**',
  'test/frameworks/**',
  'test/bundle/**',
  'test/codemod-e2e/**',
  'test/published/**',
  'test/runtimes/**',
  'test/scale/**',
  'test/site/**',
  'test/next/small-site/**',
  'test/next/versions/**',
  '**/node_modules/**',
]

/** Needs a driver that is compiled for minutes. `test/contract/sql` and `node-sqlite` have the same statements on other drivers. */
const compiledDrivers = ['test/contract/better-sqlite3.test.ts']

/** Slow tests of what does not depend on the crypto file. `npm run test:fire` repeats them with the other file all the same. */
const withoutCrypto = [
  'behavior/changed-cookie-attributes',
  'flows/email-addresses',
  'flows/nodemailer',
  'unit/plugins/passwords/foreign-hashes',
  'unit/plugins/passwords/hash-queue',
  'unit/plugins/passwords/malformed-hashes',
  'unit/plugins/passwords/password-hasher',
  'unit/plugins/two-factor/qr-code',
].map(name => `test/${name}.test.ts`)
const hasAllCases = process.env['LATCHKEY_FIRE_CASES'] === 'all'

/** Most published adapters are tried by `npm run adapters` alone: their packages are half a gigabyte. */
const allAdapters = process.env['LATCHKEY_ADAPTER_REPORTS'] !== undefined

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Vitest leaves one core of two to itself, and needs little of it.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project({
        name: 'unit',
        include: ['test/**/*.test.ts'],
        exclude: hasAllCases ? claimed : [...claimed, ...compiledDrivers],
        ...shared,
      }),
      project(
        {
          name: 'web-crypto',
          include: ['behavior', 'flows', 'unit/plugins', 'unit/sessions', 'unit/testing'].map(listTests),
          exclude: hasAllCases ? [] : withoutCrypto,
          ...shared,
        },
        'web',
      ),
      project({ name: 'compat', include: ['compat', 'advisories'].map(listTests) }),
      project({ name: 'providers', include: ['test/providers/**/*.test.ts'], ...shared }),
      project({
        name: 'runtimes',
        include: ['test/runtimes/*.test.ts'],
        globalSetup: 'test/runtimes/install.ts',
      }),
      project({
        name: 'databases',
        include: ['test/databases/**/*.test.ts'],
        globalSetup: 'test/support/databases/global-setup.ts',
      }),
      project({
        name: 'published',
        include: allAdapters
          ? ['test/published/*.test.ts']
          : ['sql', 'beside-records', 'prisma-records', 'drizzle-records'].map(
              name => `test/published/${name}.test.ts`,
            ),
        globalSetup: 'test/published/global-setup.ts',
      }),
      project({ name: 'tools', include: ['tools/test/**/*.test.js'], ...shared }),
      project({
        name: 'browser',
        include: ['test/browser/**/*.test.ts'],
        sequence: { groupOrder: 1 },
      }),
      project({
        name: 'site',
        include: ['test/site/**/*.test.ts'],
        hookTimeout: 300_000,
        sequence: { groupOrder: 2 },
      }),
      project({
        name: 'frameworks',
        include: testFiles,
        globalSetup: 'test/frameworks/global-setup.ts',
        hookTimeout: 180_000,
        sequence: { groupOrder: 2 },
      }),
      project({
        name: 'codemod-e2e',
        include: [
          `test/codemod-e2e/${process.env['LATCHKEY_FRAMEWORKS'] === 'all' ? '*' : 'codemod-e2e'}.test.ts`,
        ],
        testTimeout: 120_000,
        hookTimeout: 480_000,
        sequence: { groupOrder: 2 },
      }),
      project({
        name: 'scale',
        include: ['test/scale/**/*.test.ts'],
        sequence: { groupOrder: 2 },
      }),
    ],
  },
})
