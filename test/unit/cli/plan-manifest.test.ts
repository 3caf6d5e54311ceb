// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources
import { expect, test } from 'vitest'
import { createTempApp } from './temp-app.js'

const uses = { 'a.ts': "import { Auth } from '@auth/core'\n" }

/** Migrates an app that imports only `@auth/core` and returns its package.json. */
async function migrateManifest(manifest: string): Promise<string | undefined> {
  const app = createTempApp({ 'package.json': manifest, ...uses })
  await app.run('--write', '--range', '1.0.0')
  return app.files()['package.json']
}

const both = '"@auth/core": "0.41.3", "next-auth": "5.0.0-beta.32"'

test.each([
  [`{"dependencies":{"@auth/core":"*"}}`, `{"dependencies":{"latchkey":"1.0.0"}}`],
  [`{"dependencies": {${both}}}`, `{"dependencies": {"latchkey": "1.0.0"}}`],
  [
    `{"dependencies": {"a": "1", ${both}, "z": "1"}}`,
    `{"dependencies": {"a": "1", "latchkey": "1.0.0", "z": "1"}}`,
  ],
  [`{"dependencies": {"latchkey": "2", ${both}}}`, `{"dependencies": {"latchkey": "2"}}`],
  [`{"dependencies": {${both}, "latchkey": "2"}}`, `{"dependencies": { "latchkey": "2"}}`],
  [
    `{"dependencies": {"next-auth": "5.0.0-beta.32"}, "devDependencies": {"@auth/core": "*"}}`,
    `{"dependencies": {"latchkey": "1.0.0"}, "devDependencies": {}}`,
  ],
  [
    `{"devDependencies": {"@auth/core": "*"}, "peerDependencies": {"@auth/core": ">=0.34"}}`,
    `{"devDependencies": {"latchkey": "1.0.0"}, "peerDependencies": {"latchkey": "1.0.0"}}`,
  ],
  [`{"dependencies": {"a": "1"}}`, `{"dependencies": {"a": "1"}}`],
  [
    `{"dependencies": {"@auth/core": "*"}, "devDependencies": {"latchkey": "^0.0.1", "a": "1"}}`,
    `{"dependencies": {"latchkey": "1.0.0"}, "devDependencies": { "a": "1"}}`,
  ],
  [
    `{"devDependencies": {"@auth/core": "*", "a": "1"}, "dependencies": {"latchkey": "^0.0.1"}}`,
    `{"devDependencies": { "a": "1"}, "dependencies": {"latchkey": "1.0.0"}}`,
  ],
  [`{"dependencies": {"@auth/core": "*", "latchkey": "0.0.1"}}`, `{"dependencies": { "latchkey": "1.0.0"}}`],
  [
    `{"dependencies": {"@auth/core": "*", "latchkey": "workspace:*"}}`,
    `{"dependencies": { "latchkey": "workspace:*"}}`,
  ],
  [
    `{"dependencies": {"@auth/core": "*"}, "peerDependencies": {"latchkey": ">=0.0.1"}}`,
    `{"dependencies": {"latchkey": "1.0.0"}, "peerDependencies": {"latchkey": ">=0.0.1"}}`,
  ],
  [
    `{\r\n\t"dependencies": {\r\n\t\t"@auth/core": "*"\r\n\t}\r\n}`,
    `{\r\n\t"dependencies": {\r\n\t\t"latchkey": "1.0.0"\r\n\t}\r\n}`,
  ],
])('%s becomes %s', async (before, after) => {
  expect(await migrateManifest(before)).toBe(after)
  expect(JSON.parse(after)).toBeTypeOf('object')
})

const unsupported = { 'b.ts': "import { secret } from '@auth/core/lib/secret'\n" }

test.each([
  [
    `{"dependencies": { "@auth/core": "*", "latchkey": "^0.0.1"}}`,
    `{"dependencies": { "@auth/core": "*", "latchkey": "1.0.0"}}`,
  ],
  [
    `{"dependencies": { "@auth/core": "*"}, "devDependencies": {"latchkey": "^0.0.1"}}`,
    `{"dependencies": { "@auth/core": "*", "latchkey": "1.0.0"}, "devDependencies": {}}`,
  ],
  [
    `{"dependencies": { "@auth/core": "*"}, "devDependencies": {"next-auth": "5.0.0-beta.32"}}`,
    `{"dependencies": { "@auth/core": "*", "latchkey": "1.0.0"}, "devDependencies": {}}`,
  ],
  [
    `{"dependencies": { "@auth/core": "*", "@auth/express": "*"}}`,
    `{"dependencies": { "@auth/core": "*", "latchkey": "1.0.0"}}`,
  ],
])('if @auth/core is still needed, %s becomes %s', async (before, after) => {
  const app = createTempApp({ 'package.json': before, ...uses, ...unsupported })
  await app.run('--write', '--range', '1.0.0')
  expect(app.files()['package.json']).toBe(after)
})

test.each([
  'import(`next-auth/providers/${n}`)',
  "import a from 'next-auth/lib'",
  "import a from '@auth/core/lib/web'",
  "createRequire(import.meta.url)('next-auth')",
  'import(`next-auth${n}`)',
])('the package is kept beside Latchkey for %s', async source => {
  const before = '{"dependencies": { "next-auth": "5.0.0-beta.32" }}'
  const app = createTempApp({ 'package.json': before, 'a.js': "import 'next-auth'\n", 'b.js': source })
  const { code, err } = await app.run('--write', '--range', '1.0.0')
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(/^b\.js:1: [\s\S]*next-auth is kept for the places above/),
  ])
  expect(app.files()).toMatchObject({
    'package.json': '{"dependencies": { "next-auth": "5.0.0-beta.32", "latchkey": "1.0.0" }}',
    'b.js': source,
  })
})

test('a range of Latchkey that may exclude this version is reported', async () => {
  const app = createTempApp({
    ...uses,
    'package.json': '{"dependencies": {"@auth/core": "*", "latchkey": "0.0.1 || 2"}}',
  })
  const { code, err } = await app.run('--range', '1.0.0')
  expect([code, err]).toEqual([
    3,
    expect.stringContaining('package.json:1: latchkey 0.0.1 || 2 may exclude this version: set 1.0.0\n'),
  ])
})

test('sources without a package.json that lists the packages are reported', async () => {
  const app = createTempApp({ 'shop/package.json': '{}', 'shop/a.ts': uses['a.ts'], 'package.json': '{}' })
  const { code, err } = await app.run('shop')
  expect([code, err]).toEqual([
    3,
    expect.stringContaining('shop/package.json:1: latchkey is imported now, but no package.json'),
  ])
})

test('old packages are kept, and reported with the subpath that requires a newer version', async () => {
  const app = createTempApp({
    ...uses,
    'package.json':
      '{"dependencies": {"@auth/core": "*", "kysely": "^0.22.0", "redis": "3.1.2", "mysql2": "^2.3.3"}}',
  })
  const { code, err } = await app.run('--write', '--range', '1.0.0')
  expect([code, err.split('\n').filter(line => line.startsWith('package.json'))]).toEqual([
    0,
    [
      'package.json:1: kysely ^0.22.0 can stay: only latchkey/adapters/sql requires kysely 0.24 or newer (nothing to do)',
      'package.json:1: redis 3.1.2 can stay: only latchkey/adapters/redis requires redis 4 or newer (nothing to do)',
    ],
  ])
})

test('adapters are kept and reported', async () => {
  const app = createTempApp({
    ...uses,
    'package.json': '{\n"dependencies": {\n"@auth/pg-adapter": "1.11.3",\n"@auth/core": "0.41.3"\n}\n}',
    'db.ts': "import PostgresAdapter from '@auth/pg-adapter'\n",
  })
  const { code, err } = await app.run('--write')
  expect([code, err]).toEqual([
    0,
    expect.stringContaining('package.json:3: @auth/pg-adapter is kept: it works'),
  ])
  expect(app.files()).toMatchObject({
    'package.json': expect.stringContaining('"@auth/pg-adapter": "1.11.3",\n"latchkey"'),
    'db.ts': "import PostgresAdapter from '@auth/pg-adapter'\n",
  })
})

test('entries that require manual changes are reported', async () => {
  const app = createTempApp({
    'package.json': `{
      "dependencies": { "@auth/qwik": "0.9.3", "@next-auth/prisma-adapter": "1.0.7", "@auth/core": "*" },
      "devDependencies": { "@simplewebauthn/server": "^9.0.3" },
      "overrides": { "@auth/core": { "nodemailer": "8.0.0" } }
    }`,
  })
  const { code, err } = await app.run()
  expect(code).toBe(3)
  expect(err).toContain(
    'package.json:2: @auth/qwik is replaced by latchkey/qwik-city, which has other functions: ',
  )
  expect(err).toContain('package.json:3: passkeys require @simplewebauthn/server 11 or newer')
  expect(err).toContain('package.json:2: @next-auth/prisma-adapter is kept: it works with Latchkey')
  expect(err).toContain('package.json:4: "@auth/core" is mentioned outside of the dependencies\n')
})

test.each([
  '"overrides": { "@auth/core@0.41": "1" }',
  '"overrides": { "a": { "next-auth": "1" } }',
  '"resolutions": { "**/@auth/core": "1" }',
  '"resolutions": { "next-auth/@auth/core": "1" }',
  '"pnpm": { "overrides": { "@auth/core>nodemailer": "1" } }',
  '"pnpm": { "patchedDependencies": { "next-auth@5.0.0-beta.32": "a.patch" } }',
  '"jest": { "transformIgnorePatterns": ["/node_modules/(?!(next-auth)/)"] }',
  '"jest": { "moduleNameMapper": { "^next-auth$": "a" } }',
  '"peerDependenciesMeta": { "next-auth": { "optional": true } }',
  '"imports": { "#auth": "next-auth/react" }',
  '"dependencies": { "auth": "npm:next-auth@5.0.0-beta.32" }',
])('a package.json with %s is reported', async text => {
  const app = createTempApp({ 'package.json': `{\n${text}\n}` })
  expect(await app.run()).toMatchObject({ code: 3, err: expect.stringMatching(/^package\.json:2: /) })
})

test.each([
  '"name": "@auth/shop"',
  '"description": "it had next-auth@5 once"',
  '"files": ["types/next-auth.d.ts"]',
  '"overrides": { "@auth/prisma-adapter": "1", "my-next-auth": "1" }',
])('a package.json with %s is not reported', async text => {
  const app = createTempApp({ 'package.json': `{\n${text}\n}` })
  expect(await app.run()).toMatchObject({ code: 0, err: 'Nothing to change.\n' })
})

test.each(['npm:next-auth@4.24.0', '^4.24.0', '4', '~4.24', '>=4.1', '3.29.10', 'latest', '*'])(
  'an app with next-auth %s is not changed, and version 4 is reported',
  async range => {
    const files = {
      'package.json': `{ "dependencies": { "next-auth": "${range}" } }`,
      'pages/api/auth/[...nextauth].js': "import NextAuth from 'next-auth'\nexport default NextAuth({})\n",
    }
    const app = createTempApp(files)
    const { code, err } = await app.run('--write')
    expect([code, err]).toEqual([
      3,
      expect.stringContaining(`package.json:1: next-auth ${range} is version 4`),
    ])
    expect(app.files()).toEqual(files)
  },
)

test('each package of a workspace is migrated by its own package.json', async () => {
  const app = createTempApp({
    'package.json': '{ "workspaces": ["a", "b"] }',
    'a/package.json': '{ "dependencies": { "@auth/core": "0.41.3" } }',
    'a/index.ts': "import { Auth } from '@auth/core'\n",
    'b/package.json': '{ "dependencies": { "@auth/core": "0.41.3", "next-auth": "4.24.0" } }',
    'b/index.ts':
      "import { encode } from '@auth/core/jwt'\nimport a from '@auth/core/lib/a'\nimport NextAuth from 'next-auth'\n",
  })
  await app.run('--write', '--range', '1.0.0')
  expect(app.files()).toMatchObject({
    'package.json': '{ "workspaces": ["a", "b"] }',
    'a/package.json': '{ "dependencies": { "latchkey": "1.0.0" } }',
    'a/index.ts': "import { Auth } from 'latchkey'\n",
    'b/package.json':
      '{ "dependencies": { "@auth/core": "0.41.3", "latchkey": "1.0.0", "next-auth": "4.24.0" } }',
    'b/index.ts':
      "import { encode } from 'latchkey/jwt'\nimport a from '@auth/core/lib/a'\nimport NextAuth from 'next-auth'\n",
  })
})
