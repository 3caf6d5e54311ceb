import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findingTexts } from '../../../src/cli/doctor/findings.js'
import { addPrismaModels } from '../../../src/cli/generate-prisma.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { listFiles } from '../../../tools/shared/source-tree.js'
import { adapterCases, healthyAdapters } from './doctor-adapter-cases.js'
import {
  type Case,
  change,
  environment,
  express,
  installed,
  manifest,
  next,
  nextAuth,
  nextRoute,
  type Report,
  runDoctor,
  secret,
  sveltekit,
  type Variables,
} from './doctor-app.js'
import { healthyProtection, protectionCases } from './doctor-protection-cases.js'
import { runCli } from './run-cli.js'
import { createTempApp, type Files } from './temp-app.js'

function readExample(name: string): Files {
  const folder = join(projectRoot, 'examples', name)
  const paths: string[] = listFiles(folder, '.', /\.(?:[jt]sx?|mjs|svelte)$|package\.json$/)
  const sources = paths.filter(path => !/node_modules|(?:^|\/)\.(?:next|svelte-kit)\//.test(path))
  return {
    ...Object.fromEntries(sources.map(path => [path, readFileSync(join(folder, path), 'utf8')])),
    ...installed,
  }
}

const prisma = (options: string, schema: string, imports = ''): Files =>
  change(next, {
    'auth.ts': nextAuth(
      `adapter: PrismaAdapter(prisma), ${options}`,
      `import { PrismaAdapter } from '@auth/prisma-adapter'\n${imports}`,
    ),
    'prisma/schema.prisma': schema,
  })
const models = addPrismaModels('', 'sqlite').text
const importResend = "import Resend from 'latchkey/providers/resend'"
const importPasskey = "import Passkey from 'latchkey/providers/passkey'"
const passkeys = (files: Files) =>
  change(files, manifest({ next: '16.0.0', react: '19.0.0', '@simplewebauthn/server': '13' }))
const importRecords = "import { withPrismaRecords } from 'latchkey/adapters/prisma'"
/** Returns the models without one, as `model Name {` to the line with its brace. */
const removeModel = (name: string) => models.replace(new RegExp(`model ${name} \\{[\\s\\S]*?\\n\\}`), '')

describe('a healthy project has no finding', () => {
  test.each<[string, Files, Variables?]>([
    ['Next.js', next],
    [
      'Next.js in src',
      {
        ...manifest({ next: '15.0.0' }),
        'src/auth.ts': nextAuth('providers: [GitHub]'),
        'src/app/api/auth/[...auth]/route.ts': nextRoute,
        'src/middleware.ts': "export { auth as middleware } from './auth'\n",
      },
    ],
    [
      'Next.js with another base path',
      change(
        next,
        {
          'auth.ts': nextAuth("basePath: '/login', providers: [GitHub]"),
          'app/login/[...x]/route.ts': nextRoute,
        },
        ['app/api/auth/[...nextauth]/route.ts'],
      ),
    ],
    [
      'Next.js with a route group',
      change(next, { 'app/(auth)/api/auth/[...nextauth]/route.ts': nextRoute }, [
        'app/api/auth/[...nextauth]/route.ts',
      ]),
    ],
    ['Express', express],
    ['SvelteKit', sveltekit],
    [
      'options instead of variables',
      change(next, {
        'auth.ts': nextAuth(
          'secret: process.env.SESSION_KEY, providers: [GitHub({ clientId: a, clientSecret: b })]',
        ),
      }),
      {},
    ],
    [
      'variables in files',
      change(express, {
        '.env': Object.entries(environment)
          .map(entry => entry.join('='))
          .join('\n'),
      }),
      {},
    ],
    [
      'secrets in variables and an array',
      change(next, {
        'auth.ts': nextAuth(
          "secret: [process.env['AUTH_SECRET_1'], process.env['AUTH_SECRET']], providers: [GitHub]",
        ),
      }),
      { ...environment, AUTH_SECRET_1: `${secret}1` },
    ],
    [
      'NEXTAUTH_SECRET beside AUTH_SECRET, which replaces it',
      next,
      { ...environment, NEXTAUTH_SECRET: 'changeme' },
    ],
    ['AUTH_URL with the base path', next, { ...environment, AUTH_URL: 'https://app.example/api/auth' }],
    ['AUTH_URL on the local computer', express, { ...environment, AUTH_URL: 'http://localhost:3000' }],
    [
      'a commented option',
      change(next, {
        'auth.ts': nextAuth(
          'providers: [GitHub],\n// skipCSRFCheck,\n/* allowDangerousEmailAccountLinking: true */',
        ),
      }),
    ],
    [
      'a published adapter',
      change(next, {
        'package.json': '{"dependencies": {"latchkey": "*", "next": "16", "@auth/prisma-adapter": "2"}}',
        'store.ts': "import { PrismaAdapter } from '@auth/prisma-adapter'\n",
      }),
    ],
    [
      'Prisma with all models',
      prisma('providers: [GitHub, Resend({})]', models, `${importResend}\n${importRecords}`),
    ],
    ['Prisma with passkeys', passkeys(prisma('providers: [GitHub, Passkey]', models, importPasskey))],
    [
      'Prisma for users, and another store for sessions',
      prisma(
        'adapter: composeAdapters({ users: PrismaAdapter(prisma), sessions }), providers: [GitHub]',
        removeModel('Session'),
      ),
    ],
    [
      'Prisma with JWT sessions and no magic links',
      prisma(
        "session: { strategy: 'jwt' }, providers: [GitHub]",
        ['Session', 'VerificationToken', 'LatchkeyRecord'].reduce(
          (text, name) => text.replace(new RegExp(`model ${name} \\{[\\s\\S]*?\\n\\}`), ''),
          models.replace(
            '@@unique([provider, providerAccountId])',
            '@@id(fields: [provider, providerAccountId])',
          ),
        ),
      ),
    ],
    [
      'Prisma with a schema in several files',
      change(prisma('providers: [GitHub]', removeModel('User')), {
        'prisma/models/user.prisma': /model User \{[\s\S]*?\n\}/.exec(models)?.[0] ?? '',
      }),
    ],
    ...healthyAdapters,
    ...healthyProtection,
    ['the example for Next.js', readExample('next')],
    ['the example for Express', readExample('express')],
    ['the example for SvelteKit', readExample('sveltekit')],
    ['the example for Hono', readExample('hono')],
  ])('%s', async (_, files, env) => {
    expect(await runDoctor(files, env)).toMatchObject({ code: 0, findings: [] })
  })
})

const route = 'app/api/auth/[...nextauth]/route.ts'

const packageCases: readonly Case[] = [
  [
    'latchkey is in no manifest',
    'latchkey-missing',
    { 'package.json': '{"dependencies": {"next": "16"}}' },
    environment,
    'package.json',
  ],
  [
    'packages are not installed',
    'packages-not-installed',
    change(next, {}, Object.keys(installed)),
    environment,
    'node_modules',
  ],
  [
    'a package has its own copy',
    'latchkey-duplicated',
    change(next, { 'node_modules/ui/node_modules/latchkey/package.json': '{}' }),
    environment,
    'node_modules/ui/node_modules/latchkey',
  ],
  [
    'a scoped package has its own copy',
    'latchkey-duplicated',
    change(express, { 'node_modules/@acme/ui/node_modules/latchkey/package.json': '{}' }),
    environment,
    '@acme/ui',
  ],
  [
    'next-auth is installed too',
    'authjs-installed',
    change(next, { 'package.json': '{"dependencies": {"latchkey": "*", "next": "16", "next-auth": "5"}}' }),
    environment,
    'next-auth',
  ],
  [
    '@auth/core is installed too',
    'authjs-installed',
    change(express, {
      'package.json':
        '{"dependencies": {"latchkey": "*", "express": "5"}, "devDependencies": {"@auth/core": "0.41"}}',
    }),
    environment,
    '@auth/core',
  ],
  [
    'a page imports next-auth/react',
    'authjs-imported',
    change(next, { 'app/page.tsx': "import { useSession } from 'next-auth/react'\n" }),
    environment,
    'app/page.tsx',
  ],
  [
    'SqlAdapter without kysely',
    'peer-missing',
    change(next, { 'db.ts': "import { SqlAdapter } from 'latchkey/adapters/sql'\n" }),
    environment,
    'kysely',
  ],
  [
    'Passkey without its server package',
    'peer-missing',
    change(next, {
      'auth.ts': nextAuth(
        'adapter, providers: [GitHub, Passkey]',
        "import Passkey from 'latchkey/providers/passkey'",
      ),
    }),
    environment,
    '@simplewebauthn/server',
  ],
  [
    '.nvmrc names Node 18',
    'node-unsupported',
    change(next, { '.nvmrc': 'v18\n' }),
    environment,
    '.nvmrc: v18',
  ],
  [
    '.node-version names Node 20.9',
    'node-unsupported',
    change(express, { '.node-version': '20.9.0' }),
    environment,
    '.node-version: 20.9.0',
  ],
  [
    'a Next.js app imports the integration for Express',
    'integration-mismatch',
    change(next, { 'api.ts': "import { getSession } from 'latchkey/express'\n" }),
    environment,
    'api.ts',
  ],
]

const environmentCases: readonly Case[] = [
  ['no secret', 'secret-missing', next, { ...environment, AUTH_SECRET: '' }, 'AUTH_SECRET'],
  [
    'a secret of 8 characters',
    'secret-short',
    express,
    { ...environment, AUTH_SECRET: 'kqzvy0sp' },
    'AUTH_SECRET',
  ],
  [
    'a secret of 20 characters',
    'secret-short',
    next,
    { ...environment, AUTH_SECRET: 'KqzvY0sPc3u1nXw8eTgJ' },
    'AUTH_SECRET',
  ],
  [
    'the secret of a template',
    'secret-placeholder',
    next,
    { ...environment, AUTH_SECRET: 'your-secret-here-your-secret-here-your' },
    'AUTH_SECRET',
  ],
  [
    'a secret to change',
    'secret-placeholder',
    express,
    { ...environment, AUTH_SECRET: 'changeme' },
    'AUTH_SECRET',
  ],
  [
    'a secret of one repeated letter',
    'secret-placeholder',
    sveltekit,
    { ...environment, AUTH_SECRET: 'a'.repeat(40) },
    'AUTH_SECRET',
  ],
  [
    'an older secret of 8 characters',
    'secret-short',
    next,
    { ...environment, AUTH_SECRET: 'kqzvy0sp', AUTH_SECRET_1: secret },
    'AUTH_SECRET',
  ],
  [
    'an older secret of a template',
    'secret-placeholder',
    next,
    { ...environment, AUTH_SECRET_1: 'your-secret-here-your-secret-here-your', AUTH_SECRET_2: secret },
    'AUTH_SECRET_1',
  ],
  [
    'a key of 8 characters',
    'secret-short',
    express,
    { ...environment, AUTH_ENCRYPTION_KEY_1: 'kqzvy0sp' },
    'AUTH_ENCRYPTION_KEY_1',
  ],
  [
    'a short secret in a file of the mode',
    'secret-short',
    change(next, { '.env.development': 'AUTH_SECRET=kqzvy0sp', '.env': `AUTH_SECRET=${secret}` }),
    { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'a client secret of GitHub' },
    'AUTH_SECRET in .env.development',
  ],
  [
    'a secret for the browser in Next.js',
    'secret-public',
    next,
    { ...environment, NEXT_PUBLIC_AUTH_SECRET: secret },
    'NEXT_PUBLIC_AUTH_SECRET',
  ],
  [
    'a secret for the browser in SvelteKit',
    'secret-public',
    change(sveltekit, { '.env': `PUBLIC_AUTH_GITHUB_SECRET=${secret}` }),
    environment,
    'PUBLIC_AUTH_GITHUB_SECRET',
  ],
  [
    'a secret in the source',
    'secret-in-source',
    change(next, { 'auth.ts': nextAuth(`secret: '${secret}', providers: [GitHub]`) }),
    environment,
    'auth.ts',
  ],
  [
    'an older secret in the source',
    'secret-in-source',
    change(next, {
      'auth.ts': nextAuth(`secret: [process.env['AUTH_SECRET'], '${secret}'], providers: [GitHub]`),
    }),
    environment,
    'auth.ts',
  ],
  ['AUTH_URL without a scheme', 'url-invalid', next, { ...environment, AUTH_URL: 'app.example' }, 'AUTH_URL'],
  [
    'AUTH_URL with localhost and a port only',
    'url-invalid',
    express,
    { ...environment, AUTH_URL: 'localhost:3000' },
    'AUTH_URL',
  ],
  [
    'AUTH_URL with the path of a page',
    'url-path',
    next,
    { ...environment, AUTH_URL: 'https://app.example/dashboard' },
    'AUTH_URL',
  ],
  [
    'AUTH_URL with the callback path',
    'url-path',
    express,
    { ...environment, AUTH_URL: 'https://app.example/auth/callback' },
    'AUTH_URL',
  ],
  [
    'AUTH_URL of NextAuth in an Express app',
    'url-path',
    express,
    { ...environment, NEXTAUTH_URL: 'https://app.example/api/auth' },
    'AUTH_URL',
  ],
  [
    'AUTH_URL with http',
    'url-insecure',
    next,
    { ...environment, AUTH_URL: 'http://app.example' },
    'AUTH_URL',
  ],
  [
    'AUTH_URL of the local computer in production',
    'url-localhost',
    next,
    { ...environment, AUTH_URL: 'http://localhost:3000', NODE_ENV: 'production' },
    'AUTH_URL',
  ],
  [
    'a secret in quotes of Docker',
    'value-wrapped',
    next,
    { ...environment, AUTH_SECRET: `"${secret}"` },
    'AUTH_SECRET',
  ],
  [
    'a client id with a line break',
    'value-wrapped',
    express,
    { ...environment, AUTH_GITHUB_ID: 'id\n' },
    'AUTH_GITHUB_ID',
  ],
  [
    'AUTH_TRUST_HOST with another word',
    'boolean-invalid',
    next,
    { ...environment, AUTH_TRUST_HOST: 'enabled' },
    'AUTH_TRUST_HOST',
  ],
  [
    'a provider without variables',
    'provider-variable-missing',
    next,
    { AUTH_SECRET: secret, GITHUB_ID: 'id', GITHUB_SECRET: 's' },
    'AUTH_GITHUB_ID',
  ],
  [
    'a provider without a client secret',
    'provider-variable-missing',
    express,
    { ...environment, AUTH_GITHUB_SECRET: '' },
    'AUTH_GITHUB_SECRET',
  ],
  [
    'SqlAdapter without DATABASE_URL',
    'database-variable-missing',
    change(next, {
      'package.json': '{"dependencies": {"latchkey": "*", "next": "16", "kysely": "*"}}',
      'auth.ts': nextAuth(
        'adapter: SqlAdapter(process.env.DATABASE_URL!), providers: [GitHub]',
        "import { SqlAdapter } from 'latchkey/adapters/sql'",
      ),
    }),
    environment,
    'auth.ts',
  ],
]

const configurationCases: readonly Case[] = [
  ['no source uses latchkey', 'configuration-missing', manifest({ next: '16' }), environment, '.'],
  [
    'a magic link without an adapter',
    'adapter-missing',
    change(next, {
      'auth.ts': nextAuth('providers: [GitHub, Resend]', "import Resend from 'latchkey/providers/resend'"),
    }),
    { ...environment, AUTH_RESEND_KEY: 'k' },
    'auth.ts',
  ],
  [
    'database sessions without an adapter',
    'adapter-missing',
    change(next, { 'auth.ts': nextAuth("session: { strategy: 'database' }, providers: [GitHub]") }),
    environment,
    'auth.ts',
  ],
  [
    'credentials without authorize',
    'authorize-missing',
    change(next, { 'auth.ts': nextAuth("providers: [GitHub, { type: 'credentials', credentials: {} }]") }),
    environment,
    'auth.ts',
  ],
  [
    'CSRF protection is off',
    'csrf-check-skipped',
    change(express, {
      'auth.js':
        "import { skipCSRFCheck } from 'latchkey'\nexport const config = { skipCSRFCheck, providers: [] }\n",
    }),
    environment,
    'auth.js',
  ],
  [
    'a check that is off after a string that looks like a comment',
    'csrf-check-skipped',
    change(express, {
      'auth.js':
        "import { skipCSRFCheck } from 'latchkey'\nconst types = 'image/*'\nexport const config = { skipCSRFCheck, providers: [] } // */\n",
    }),
    environment,
    'auth.js',
  ],
  [
    'dangerous account linking',
    'dangerous-linking',
    change(next, { 'auth.ts': nextAuth('providers: [GitHub({ allowDangerousEmailAccountLinking: true })]') }),
    environment,
    'auth.ts',
  ],
]

const schemaCases: readonly Case[] = [
  [
    'no model of accounts',
    'schema-model-missing',
    prisma('providers: [GitHub]', removeModel('Account')),
    environment,
    'model Account',
  ],
  [
    'no model of database sessions',
    'schema-model-missing',
    prisma('providers: [GitHub]', removeModel('Session')),
    environment,
    'model Session',
  ],
  [
    'magic links without a model of tokens',
    'schema-model-missing',
    prisma('providers: [GitHub, Resend({})]', removeModel('VerificationToken'), importResend),
    environment,
    'model VerificationToken',
  ],
  [
    'records without their model',
    'schema-model-missing',
    prisma('providers: [GitHub]', removeModel('LatchkeyRecord'), importRecords),
    environment,
    'model LatchkeyRecord',
  ],
  [
    'passkeys without their model',
    'schema-model-missing',
    passkeys(prisma('providers: [GitHub, Passkey]', removeModel('Authenticator'), importPasskey)),
    environment,
    'model Authenticator',
  ],
  [
    'a field in a comment',
    'schema-field-missing',
    prisma('providers: [GitHub]', models.replace('  emailVerified', '  // emailVerified')),
    environment,
    'User.emailVerified',
  ],
  [
    'an email address that is not unique',
    'schema-unique-missing',
    prisma('providers: [GitHub]', models.replace(/(email +String\?) +@unique/, '$1')),
    environment,
    'User (email)',
  ],
  [
    'an account that is not unique',
    'schema-unique-missing',
    prisma(
      'providers: [GitHub]',
      models.replace('@@id([provider, providerAccountId])', '@@index([provider])'),
    ),
    environment,
    'Account (provider, providerAccountId)',
  ],
]

const routeCases: readonly Case[] = [
  ['Next.js without a route', 'route-missing', change(next, {}, [route]), environment, route],
  [
    'Express without a route',
    'route-missing',
    change(express, {
      'app.js': "import { getSession } from 'latchkey/express'\nexport const config = { providers: [] }\n",
    }),
    environment,
    'app.js',
  ],
  [
    'SvelteKit without hooks',
    'route-missing',
    change(sveltekit, {}, ['src/hooks.server.ts']),
    environment,
    'src/hooks.server.ts',
  ],
  [
    'the route of Next.js at /auth',
    'route-path',
    change(next, { 'app/auth/[...nextauth]/route.ts': nextRoute }, [route]),
    environment,
    'app/auth/[...nextauth]/route.ts',
  ],
  [
    'another base path than the route',
    'route-path',
    change(next, { 'auth.ts': nextAuth("basePath: '/auth', providers: [GitHub]") }),
    environment,
    route,
  ],
  [
    'the route handles one path',
    'route-not-catch-all',
    change(next, { 'app/api/auth/route.ts': nextRoute }, [route]),
    environment,
    'app/api/auth/route.ts',
  ],
  [
    'the route handles one segment',
    'route-not-catch-all',
    change(next, { 'app/api/auth/[nextauth]/route.ts': nextRoute }, [route]),
    environment,
    'app/api/auth/[nextauth]/route.ts',
  ],
  [
    'the route has no POST',
    'route-methods',
    change(next, { [route]: "import { handlers } from '@/auth'\nexport const GET = handlers.GET\n" }),
    environment,
    route,
  ],
  [
    'middleware.ts in the folder app',
    'proxy-folder',
    change(next, { 'app/middleware.ts': "export { auth as middleware } from '../auth'\n" }, ['proxy.ts']),
    environment,
    'app/middleware.ts',
  ],
  [
    'middleware.ts beside src',
    'proxy-folder',
    {
      ...manifest({ next: '15.0.0' }),
      'src/auth.ts': nextAuth('providers: [GitHub]'),
      [`src/${route}`]: nextRoute,
      'middleware.ts': "export { auth as middleware } from './src/auth'\n",
    },
    environment,
    'middleware.ts',
  ],
  ['proxy.ts in Next 15', 'proxy-name', change(next, manifest({ next: '^15.4.0' })), environment, 'proxy.ts'],
  [
    'proxy.ts and middleware.ts',
    'proxy-twice',
    change(next, { 'middleware.ts': "export { auth as middleware } from './auth'\n" }),
    environment,
    'middleware.ts',
  ],
  [
    'hooks.server.ts in the root',
    'hooks-folder',
    change(sveltekit, { 'hooks.server.ts': "export { handle } from './src/auth'\n" }, [
      'src/hooks.server.ts',
    ]),
    environment,
    'hooks.server.ts',
  ],
  [
    'src/hooks.ts instead of src/hooks.server.ts',
    'hooks-folder',
    change(sveltekit, { 'src/hooks.ts': "export { handle } from './auth'\n" }, ['src/hooks.server.ts']),
    environment,
    'src/hooks.ts',
  ],
  [
    'hooks without handle',
    'hooks-handle',
    change(sveltekit, { 'src/hooks.server.ts': "import './auth'\n" }),
    environment,
    'src/hooks.server.ts',
  ],
]

const cases = [
  ...packageCases,
  ...environmentCases,
  ...configurationCases,
  ...adapterCases,
  ...schemaCases,
  ...routeCases,
  ...protectionCases,
]

describe('a broken project has one kind of finding, with its cause and its fix', () => {
  test.each(cases)('%s: %s', async (_, code, files, env, place) => {
    const { findings, output, code: exitCode } = await runDoctor(files, env)
    expect([...new Set(findings.map(finding => finding.code))]).toEqual([code])
    expect(findings.map(finding => finding.place).join('\n')).toContain(place)
    const { page: _page, ...text } = findingTexts[code as keyof typeof findingTexts]
    expect(findings[0]).toMatchObject(text)
    expect(exitCode).toBe(text.level === 'error' ? 1 : 0)
    for (const [name, value] of Object.entries(env))
      if (/SECRET|_ID$/.test(name) && value.length > 7) expect(output).not.toContain(value)
    expect(output).not.toContain(secret)
  })

  test('every code of a project is shown by a broken one', () => {
    const codes = Object.keys(findingTexts).filter(code => !/^(?:site-|folder-unreadable$)/.test(code))
    expect([...new Set(cases.map(([, code]) => code))].sort()).toEqual(codes.sort())
    expect(cases.length).toBeGreaterThanOrEqual(40)
  })
})

/** The same secret in every file: which file wins is seen by the place of the finding. */
describe('reads the files of the framework in its order, and names the file', () => {
  const files = (names: readonly string[]) =>
    Object.fromEntries(names.map((name, index) => [name, `AUTH_SECRET=kqzvy0sp${index}\n`]))
  const all = ['.env', '.env.local', '.env.development', '.env.development.local', '.env.production']
  const withoutLocal = all.filter(name => name !== '.env.development.local')

  test.each<[string, Files, readonly string[], string, string | undefined]>([
    ['Next.js', next, all, '.env.development.local', undefined],
    ['Next.js', next, withoutLocal, '.env.local', undefined],
    ['SvelteKit', sveltekit, withoutLocal, '.env.development', undefined],
    [
      'Next.js in production',
      next,
      ['.env', '.env.production', '.env.development'],
      '.env.production',
      'production',
    ],
    ['Next.js in a test', next, ['.env', '.env.local'], '.env', 'test'],
    ['SvelteKit in a test', sveltekit, ['.env', '.env.local'], '.env.local', 'test'],
  ])('%s', async (_, app, names, expected, mode) => {
    const { AUTH_SECRET: _secret, ...rest } = environment
    const env = mode === undefined ? rest : { ...rest, NODE_ENV: mode }
    const { findings, output } = await runDoctor(change(app, files(names)), env)
    expect(findings.map(({ place }) => place)).toEqual([`AUTH_SECRET in ${expected}`])
    expect(output).not.toContain('kqzvy0sp')
  })

  test('a variable of the process wins, and names no file', async () => {
    const env = { ...environment, AUTH_SECRET: 'kqzvy0sp' }
    const { findings } = await runDoctor(change(next, files(all)), env)
    expect(findings.map(({ place }) => place)).toEqual(['AUTH_SECRET'])
  })
})

test('a folder and a file that cannot be read are named, and the rest is checked', async () => {
  const app = createTempApp(
    change(express, {
      'private/a.js': '',
      'closed.js': '',
      'auth.js':
        "import { skipCSRFCheck } from 'latchkey'\nexport const config = { skipCSRFCheck, providers: [] }\n",
    }),
  )
  app.chmod('.', 0o755)
  app.chmod('private', 0)
  app.chmod('closed.js', 0)
  const restoreUser = becomeOrdinaryUser()
  const { out } = await runCli(['doctor', '--json'], { cwd: app.folder, env: environment }).finally(
    restoreUser,
  )
  app.chmod('private', 0o755)
  const findings: Report['findings'] = JSON.parse(out).findings
  expect(findings.map(({ code, place }) => `${code} ${place}`)).toEqual([
    'folder-unreadable private',
    'folder-unreadable closed.js',
    'csrf-check-skipped auth.js',
  ])
})

/** The permissions of files do not limit the administrator of the machine. */
function becomeOrdinaryUser(): () => void {
  const { geteuid, seteuid } = process
  if (!geteuid || !seteuid || geteuid() !== 0) return () => {}
  seteuid(65_534)
  return () => seteuid(0)
}

test('a folder without package.json is wrong usage', async () => {
  const app = createTempApp({ 'auth.ts': '' })
  const { code, err } = await runCli(['doctor'], { cwd: app.folder })
  expect([code, err]).toEqual([2, expect.stringContaining('Run the command in the folder of the app.')])
})

test('docs/guides/cli.md lists every code with its level and its cause', () => {
  const page = readFileSync(join(projectRoot, 'docs/guides/cli.md'), 'utf8')
  const rows = page.match(/^\| `[a-z-]+` \| (?:error|warning|note) \| .*$/gm)
  expect(rows).toEqual(
    Object.entries(findingTexts).map(([code, { level, cause }]) => `| \`${code}\` | ${level} | ${cause} |`),
  )
})

test('each page that a finding names exists', () => {
  for (const { page } of Object.values(findingTexts)) {
    const [file = '', anchor] = page.split('#')
    const text = readFileSync(join(projectRoot, 'docs', file), 'utf8')
    const headings = text
      .match(/^#+ .*$/gm)
      ?.map(line => line.replace(/^#+ /, '').toLowerCase().replaceAll(' ', '-'))
    if (anchor) expect(text.includes(`id="${anchor}"`) || headings?.includes(anchor), page).toBe(true)
  }
})
