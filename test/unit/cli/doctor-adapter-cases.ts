import { addDrizzleTables } from '../../../src/cli/generate-drizzle.js'
import { type Case, change, environment, manifest, next, nextAuth } from './doctor-app.js'
import type { Files } from './temp-app.js'

/** A package in node_modules. */
const install = (name: string, facts: object, code = '') => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, ...facts }),
  ...(code && { [`node_modules/${name}/index.js`]: code }),
})

const createApp = (adapter: string, options: string, imports: string, others: Files): Files =>
  change(next, {
    ...manifest({ next: '16.0.0', '@simplewebauthn/server': '13', 'drizzle-orm': '0.45.4' }),
    'auth.ts': nextAuth(options, `import { Published } from '${adapter}'\n${imports}`),
    ...others,
  })

/** An app with an adapter, and the versions of the adapter and of its peer. */
function createPeerApp(range: string, version: string, others: Files = {}): Files {
  return createApp('@auth/kysely-adapter', 'adapter: Published(db), providers: [GitHub]', '', {
    ...install('@auth/kysely-adapter', {
      version: '1.5.0',
      peerDependencies: { kysely: range, 'next-auth': '^4', absent: '^1' },
    }),
    ...install('kysely', { version }),
    ...install('next-auth', { version: '5.0.0' }),
    ...others,
  })
}

const importPasskey = "import Passkey from 'latchkey/providers/passkey'"
const withPasskeys = (code: string, others: Files = {}) =>
  createApp('@auth/pg-adapter', 'adapter: Published(pool), providers: [Passkey]', importPasskey, {
    ...install('@auth/pg-adapter', { version: '1.5.0' }, code),
    ...others,
  })

const withPlugin = (options: string, imports = '') =>
  createApp(
    '@auth/pg-adapter',
    `adapter: Published(pool), providers: [GitHub], plugins: [twoFactor()], ${options}`,
    `import { twoFactor } from 'latchkey/two-factor'\n${imports}`,
    install('@auth/pg-adapter', { version: '1.5.0' }),
  )

const withDrizzle = (schema: string) =>
  createApp(
    '@auth/drizzle-adapter',
    'adapter: withDrizzleRecords(Published(db), db, latchkeyRecords), providers: [GitHub]',
    "import { withDrizzleRecords } from 'latchkey/adapters/drizzle'",
    { 'db/schema.ts': schema },
  )

const withPrisma = (provider: string) =>
  createApp(
    '@acme/adapter',
    'adapter: withPrismaRecords(Published(db), db), providers: [GitHub]',
    "import { withPrismaRecords } from 'latchkey/adapters/prisma'",
    { 'prisma/schema.prisma': `datasource db {\n  provider = "${provider}"\n}\n` },
  )

export const healthyAdapters: readonly [title: string, files: Files][] = [
  ['an adapter with the peer that it needs', createPeerApp('^0.26.1 || ^0.28.15', '0.28.17')],
  ['an adapter with a prerelease of its peer', createPeerApp('^0.26.1', '1.0.0-beta.1')],
  ['an adapter with a range that is not a version', createPeerApp('workspace:*', '0.28.17')],
  [
    'an adapter with an optional peer',
    createPeerApp('*', '0.28.17', {
      ...install('@auth/kysely-adapter', {
        peerDependencies: { kysely: '^0.26.1' },
        peerDependenciesMeta: { kysely: { optional: true } },
      }),
    }),
  ],
  [
    'an adapter with its own copy of the peer',
    createPeerApp('^0.26.1', '0.28.17', {
      'node_modules/@auth/kysely-adapter/node_modules/kysely/package.json': '{"version": "0.26.3"}',
    }),
  ],
  ['passkeys with an adapter that has them', withPasskeys('createUser() createAuthenticator()')],
  ['passkeys with an adapter that is bundled', withPasskeys('import "./chunk.js"')],
  [
    'passkeys with methods of the app',
    withPasskeys('createUser()', { 'store.ts': 'export const more = { createAuthenticator: save }\n' }),
  ],
  ['a plugin with records', withPlugin('records')],
  [
    'a plugin with records of Drizzle',
    withPlugin('', "import { withDrizzleRecords } from 'latchkey/adapters/drizzle'"),
  ],
  ['records of Drizzle on SQLite', withDrizzle(addDrizzleTables('', 'sqlite').text)],
]

export const adapterCases: readonly Case[] = [
  [
    'an adapter for an older version of its peer',
    'adapter-peer',
    createPeerApp('^0.26.1', '0.28.17'),
    environment,
    '@auth/kysely-adapter 1.5.0 needs kysely ^0.26.1, and 0.28.17 is installed',
  ],
  [
    'passkeys with an adapter that has none',
    'adapter-method-missing',
    withPasskeys('createUser() createVerificationToken()', {
      'store.ts': "import { withSingleUseTokens } from 'latchkey/adapters/single-use-tokens'\n",
    }),
    environment,
    '@auth/pg-adapter 1.5.0: createAuthenticator',
  ],
  [
    'a plugin without a record store',
    'records-missing',
    withPlugin(''),
    environment,
    'auth.ts: latchkey/two-factor',
  ],
  [
    'records of Drizzle on MySQL',
    'records-database',
    withDrizzle(addDrizzleTables('', 'mysql').text),
    environment,
    'table latchkeyRecords of MySQL',
  ],
  ['records of Prisma on MongoDB', 'records-database', withPrisma('mongodb'), environment, 'MongoDB'],
]
