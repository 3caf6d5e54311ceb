import { describe, expect, test } from 'vitest'
import { tokenize } from '../../../src/cli/codemod/tokenizer.js'
import { runCommand } from '../../../src/cli/run-command.js'
import { runCli } from './run-cli.js'
import { createTempApp, type Files } from './temp-app.js'

const manifest = { 'package.json': '{"dependencies": {"next": "16", "latchkey": "0.1.0"}}' }

/** A configuration of Next with this source. */
function createApp(source: string, files: Files = manifest) {
  const app = createTempApp({ ...files, 'auth.ts': source })
  const run = (...args: string[]) => runCli(['add', ...args], { cwd: app.folder })
  return { ...app, run, read: (path = 'auth.ts') => app.files()[path] }
}

const next = (config: string, end = '') => `import NextAuth from 'latchkey/next'
import GitHub from 'latchkey/providers/github'
${end}
export const { handlers, auth } = NextAuth(${config})
`

/** The options that plugins need are in the source. */
const withServices = (config: string) =>
  next(config, "import { adapter, records, sendEmail } from './services'\n")

/** Returns the texts of all tokens, comments too. */
function listTokens(source: string): string[] {
  return tokenize(source, { jsx: false }).map(({ text }) => text)
}

/** Returns whether one list has the elements of another one, in their order. */
function hasInOrder(list: readonly string[], wanted: readonly string[]): boolean {
  let position = 0
  for (const text of list) if (text === wanted[position]) position++
  return position === wanted.length
}

const styles: [name: string, source: string, lines: readonly string[]][] = [
  ['one line', next('{ providers: [GitHub] }'), ['NextAuth({ providers: [GitHub, Google] })']],
  ['an empty array', next('{ providers: [] }'), ['providers: [Google]']],
  ['an empty array with a space', next('{ providers: [ ] }'), ['providers: [ Google ]']],
  ['spaces inside of the brackets', next('{ providers: [ GitHub ] }'), ['providers: [ GitHub, Google ]']],
  ['a trailing comma in one line', next('{ providers: [GitHub,] }'), ['providers: [GitHub, Google,]']],
  ['a comment in one line', next('{ providers: [GitHub /* a */] }'), ['[GitHub /* a */, Google]']],
  [
    'several lines',
    next('{\n  providers: [\n    GitHub,\n  ],\n}'),
    ['providers: [\n    GitHub,\n    Google,\n  ],'],
  ],
  [
    'several lines without a trailing comma',
    next('{\n  providers: [\n    GitHub\n  ]\n}'),
    ['providers: [\n    GitHub,\n    Google\n  ]'],
  ],
  [
    'comments after the last element',
    next('{\n\tproviders: [\n\t\tGitHub // main\n\t\t// , ] more\n\t],\n}'),
    ['\t\tGitHub, // main\n\t\t// , ] more\n\t\tGoogle\n\t],'],
  ],
  [
    'an empty array with a comment',
    next('{\n    providers: [\n        // none yet\n    ],\n}'),
    ['        // none yet\n        Google,\n    ],'],
  ],
  [
    'an empty array in two lines',
    next('{\n    providers: [\n    ],\n}'),
    ['providers: [\n        Google,\n    ],'],
  ],
  [
    'an element of several lines',
    next('{\n  providers: [GitHub({\n    clientId: "]",\n  })],\n}'),
    ['  })' + ', Google],'],
  ],
  [
    'several elements of several lines',
    next('{\n  providers: [\n    GitHub({\n      clientId: `]`,\n    }),\n  ],\n}'),
    ['\n    }),\n    Google,\n  ],'],
  ],
  [
    'semicolons and double quotes',
    'import NextAuth from "latchkey/next";\nimport GitHub from "latchkey/providers/github";\nimport { db } from "./db";\n\nexport const { auth } = NextAuth({ providers: [GitHub] });\n',
    ['import Google from "latchkey/providers/google";\nimport { db }', 'providers: [GitHub, Google]'],
  ],
  [
    'Windows line ends',
    next('{\n  providers: [\n    GitHub,\n  ],\n}').replaceAll('\n', '\r\n'),
    ['GitHub,\r\n    Google,\r\n  ],', "github'\r\nimport Google from"],
  ],
  [
    'comments after the imports',
    "import NextAuth from 'latchkey/next' // one\nexport const { auth } = NextAuth({ providers: [] })\n",
    ["'latchkey/next' // one\nimport Google from 'latchkey/providers/google'\nexport"],
  ],
  [
    'import attributes',
    "import data from './a.json' with { type: 'json' }\nimport NextAuth from 'latchkey/next' with { x: 'y' };\nexport const { auth } = NextAuth({ providers: [] })\n",
    ["with { x: 'y' };\nimport Google from 'latchkey/providers/google';"],
  ],
  [
    'satisfies',
    "import type { NextAuthConfig } from 'latchkey/next'\n\nexport default { providers: [] } satisfies NextAuthConfig\n",
    ["import Google from 'latchkey/providers/google'\n\nexport default { providers: [Google] } satisfies"],
  ],
  [
    'a function that returns the configuration',
    next('async request => {\n  if (!request) return { providers: [GitHub] }\n  return shared\n}'),
    ['return { providers: [GitHub, Google] }'],
  ],
  [
    'an arrow function with an object',
    next('() => ({ providers: [GitHub], adapter: createAdapter() })'),
    ['({ providers: [GitHub, Google], adapter'],
  ],
  [
    'SvelteKit',
    "import { SvelteKitAuth } from 'latchkey/sveltekit'\n\nexport const { handle } = SvelteKitAuth({\n  providers: [],\n  trustHost: true,\n})\n",
    ['  providers: [Google],\n'],
  ],
  [
    'Express',
    "import express from 'express'\nimport { ExpressAuth } from 'latchkey/express'\n\nconst app = express()\napp.use('/auth/*', ExpressAuth({ providers: [] }))\n",
    ['ExpressAuth({ providers: [Google] })'],
  ],
  [
    'Express with a variable',
    "import type { ExpressAuthConfig } from 'latchkey/express'\n\nexport const authConfig: ExpressAuthConfig = {\n  providers: [],\n}\n",
    ['  providers: [Google],\n'],
  ],
  [
    'Hono',
    "import { HonoAuth } from 'latchkey/hono'\nimport GitHub from 'latchkey/providers/github'\n\nconst { auth } = HonoAuth(c => ({ secret: c.env.SECRET, providers: [GitHub] }))\n",
    ['providers: [GitHub, Google] })'],
  ],
  [
    'Hono with options',
    "import { getConnInfo } from 'hono/bun'\nimport { HonoAuth } from 'latchkey/hono'\n\nconst { auth } = HonoAuth({ providers: [] }, { getConnInfo })\n",
    ['HonoAuth({ providers: [Google] }, { getConnInfo })'],
  ],
  [
    'Hono with a variable and options',
    "import { HonoAuth, type HonoAuthConfig } from 'latchkey/hono'\n\nexport const config = { providers: [] } satisfies HonoAuthConfig\n\nconst { auth } = HonoAuth(config, { getConnInfo })\n",
    ['config = { providers: [Google] } satisfies'],
  ],
  [
    'Nest, whose modules have providers too',
    "import { Module } from '@nestjs/common'\nimport { AuthModule } from 'latchkey/nest'\nimport { AppService } from './app.service'\n\n@Module({\n  imports: [AuthModule.forRoot({ providers: [] })],\n  providers: [AppService],\n})\nexport class AppModule {}\n",
    ['forRoot({ providers: [Google] })', 'providers: [AppService],'],
  ],
  [
    'Nuxt',
    "export default defineAuthConfig({ providers: [GitHub] })\nimport GitHub from 'latchkey/providers/github'\n",
    ['[GitHub, Google]'],
  ],
  [
    'a variable without a type',
    "import GitHub from 'latchkey/providers/github'\n\nexport const authConfig = { providers: [GitHub] }\n",
    ['{ providers: [GitHub, Google] }'],
  ],
  [
    'a name that is taken',
    "import { Google } from './icons'\nimport NextAuth from 'latchkey/next'\nexport const { auth } = NextAuth({ providers: [], theme: { icon: Google } })\n",
    ["import GoogleProvider from 'latchkey/providers/google'", 'providers: [GoogleProvider]'],
  ],
  [
    'an import without a use',
    next('{ providers: [GitHub] }', "import SignInWithGoogle from 'latchkey/providers/google'\n"),
    ['providers: [GitHub, SignInWithGoogle]'],
  ],
  [
    'a spread in the array',
    next('{ providers: [...(isTest ? [GitHub] : [])] }'),
    ['providers: [...(isTest ? [GitHub] : []), Google]'],
  ],
  ['as const', next('{ providers: [GitHub] as const }'), ['providers: [GitHub, Google] as const']],
]

describe('latchkey add with a provider', () => {
  test.each(styles)('keeps the style of the source: %s', async (_, source, lines) => {
    const app = createApp(source)
    const { code, err } = await app.run('google', '--write')
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('Changed: auth.ts') })
    const changed = app.read() ?? ''
    for (const line of lines) expect(changed).toContain(line)
    expect(hasInOrder(listTokens(changed), listTokens(source))).toBe(true)
    // The second run finds what the first one added.
    const again = await app.run('google', '--write')
    expect(again).toMatchObject({
      code: 0,
      out: '',
      err: 'Google is in auth.ts already.\nNothing to change.\n',
    })
    expect(app.read()).toBe(changed)
  })

  test('prints a patch that git applies, and writes nothing', async () => {
    const source = withServices('{\n  providers: [\n    GitHub,\n  ],\n}')
    const app = createApp(source)
    const { code, out, err } = await app.run('google', 'keycloak', 'account')
    expect(code).toBe(0)
    expect(app.files()).toEqual({ ...manifest, 'auth.ts': source })
    expect(err).toContain('Nothing was written. Add --write to change the file.\n')
    app.git(['init', '--quiet'])
    app.git(['apply'], out)
    const patched = app.read()
    app.write('auth.ts', source)
    await app.run('google', 'keycloak', 'account', '--write')
    expect(app.read()).toBe(patched)
    expect(patched).toContain('    GitHub,\n    Google,\n    Keycloak,\n  ],\n  plugins: [account()],\n})')
  })

  test('reports the callback URL, the page of the provider, and the variables', async () => {
    const app = createApp(next('{ providers: [GitHub] }'))
    const { err } = await app.run('google', 'keycloak')
    expect(err).toContain(
      'Google:\n  Register the callback URL: http://localhost:3000/api/auth/callback/google,',
    )
    expect(err).toContain(
      'Register the app and get the keys: https://console.cloud.google.com/apis/credentials',
    )
    expect(err).toContain('Variables: AUTH_KEYCLOAK_ID, AUTH_KEYCLOAK_SECRET, AUTH_KEYCLOAK_ISSUER\n')
  })

  test('uses the base path of the configuration', async () => {
    const app = createApp(next("{ basePath: '/login/', providers: [GitHub] }"))
    expect((await app.run('google')).err).toContain('http://localhost:3000/login/callback/google')
  })

  test('adds missing variables, empty, and keeps what the file has', async () => {
    const app = createApp(next('{ providers: [GitHub] }'), {
      ...manifest,
      '.env': 'AUTH_GOOGLE_ID=abc\n',
      '.env.local': 'AUTH_SECRET=do-not-print',
    })
    const shown = await app.run('google', 'gitlab')
    expect(shown.out + shown.err).not.toMatch(/do-not-print|abc/)
    expect(shown.err).toContain(
      'Set the variables in .env.local, to which --write adds them empty or with an example: AUTH_GOOGLE_SECRET, AUTH_GITLAB_ID, AUTH_GITLAB_SECRET\n',
    )
    await app.run('google', 'gitlab', '--write')
    expect(app.read('.env.local')).toBe(
      'AUTH_SECRET=do-not-print\nAUTH_GOOGLE_SECRET=\nAUTH_GITLAB_ID=\nAUTH_GITLAB_SECRET=\n',
    )
    expect(app.read('.env')).toBe('AUTH_GOOGLE_ID=abc\n')
  })

  test('creates the file of the variables for its owner alone', async () => {
    const app = createApp(
      "import { ExpressAuth } from 'latchkey/express'\nExpressAuth({ providers: [] })\n",
      {
        'package.json': '{"dependencies": {"express": "5"}}',
      },
    )
    const { err } = await app.run('google', '--write')
    expect(err).toContain('http://localhost:3000/auth/callback/google')
    expect(app.read('.env')).toBe('AUTH_GOOGLE_ID=\nAUTH_GOOGLE_SECRET=\n')
    expect(app.mode('.env')).toBe(0o600)
  })

  test.each([
    ['package-lock.json', 'npm install nodemailer @simplewebauthn/server'],
    ['pnpm-lock.yaml', 'pnpm add nodemailer @simplewebauthn/server'],
    ['yarn.lock', 'yarn add nodemailer @simplewebauthn/server'],
    ['bun.lock', 'bun add nodemailer @simplewebauthn/server'],
  ])('names the packages to install: %s', async (lockfile, command) => {
    const app = createApp(next('{ providers: [], adapter }'), { ...manifest, [lockfile]: '' })
    const { code, err, out } = await app.run('nodemailer', 'passkey', 'email')
    expect(code).toBe(3)
    expect(err).toContain(`Install the packages: ${command}\n`)
    expect(out).toContain(
      'Nodemailer({ server: process.env.EMAIL_SERVER, from: process.env.EMAIL_FROM }), Passkey()',
    )
  })

  test('does not name packages that the app has', async () => {
    const app = createApp(next('{ adapter, providers: [] }'), {
      'package.json': '{"dependencies": {"next": "16", "nodemailer": "7"}}',
    })
    const { err } = await app.run('nodemailer')
    expect(err).not.toMatch(/Install|adapter/)
  })

  test('reads variables as the framework does', async () => {
    const app = createApp(
      "import { SvelteKitAuth } from 'latchkey/sveltekit'\nSvelteKitAuth({ providers: [], adapter })\n",
      {
        'package.json': '{"devDependencies": {"@sveltejs/kit": "2"}}',
      },
    )
    await app.run('resend', '--write')
    expect(app.read()).toBe(
      "import { SvelteKitAuth } from 'latchkey/sveltekit'\nimport Resend from 'latchkey/providers/resend'\n" +
        "import { env } from '$env/dynamic/private'\nSvelteKitAuth({ providers: [Resend({ from: env.EMAIL_FROM })], adapter })\n",
    )
  })

  test('declares no variables of SvelteKit 3, and names them', async () => {
    const app = createApp(
      "import { SvelteKitAuth } from 'latchkey/sveltekit'\nSvelteKitAuth({ providers: [], adapter })\n",
      {
        'package.json': '{"devDependencies": {"@sveltejs/kit": "3"}}',
        'src/env.ts': 'export const variables = defineEnvVars({ EMAIL_FROM: {} })\n',
      },
    )
    const { out, err } = await app.run('resend', '--write')
    expect(app.read()).toContain(
      "import { EMAIL_FROM } from '$app/env/private'\nSvelteKitAuth({ providers: [Resend({ from: EMAIL_FROM })], adapter })\n",
    )
    expect(out + err).toContain('Declare the variables in src/env.ts: AUTH_RESEND_KEY\n')
  })

  test('prints the result as JSON', async () => {
    const app = createApp(next('{ providers: [GitHub] }'))
    const { code, out } = await app.run('google', 'github', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      written: [],
      patches: [expect.stringMatching(/^--- a\/auth\.ts\n/)],
      entries: [
        {
          name: 'google',
          array: 'providers',
          file: 'auth.ts',
          state: 'added',
          lines: [],
          variables: ['AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'],
          callbackPath: '/api/auth/callback/google',
          registration: 'https://console.cloud.google.com/apis/credentials',
          missing: [],
          notes: [],
        },
        expect.objectContaining({ name: 'github', state: 'present' }),
      ],
      variables: { file: '.env.local', missing: ['AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'] },
      options: [],
      install: null,
      commands: [],
    })
  })
})

const plain = next('{ providers: [GitHub] }')

const unsafe: [name: string, source: string, line: string][] = [
  ['a computed array', next('{ providers: [GitHub].filter(Boolean) }'), 'providers: [..., Google]'],
  ['a variable', next('{ providers }'), "import Google from 'latchkey/providers/google'"],
  [
    'a function that returns two configurations',
    next('r => {\n  if (r) return { providers: [] }\n  return { providers: [GitHub] }\n}'),
    'providers: [..., Google]',
  ],
  [
    'two configurations',
    "import { Auth } from 'latchkey'\nAuth(a, { providers: [] })\nAuth(b, { providers: [] })\n",
    'providers: [..., Google]',
  ],
  [
    'CommonJS',
    "const { ExpressAuth } = require('latchkey/express')\nconst app = ExpressAuth({ providers: [] })\n",
    "const Google = require('latchkey/providers/google').default",
  ],
  [
    'both usual names taken',
    next('{ providers: [Google, GoogleProvider] }', "import { Google, GoogleProvider } from './own'\n"),
    'providers: [..., Google]',
  ],
]

describe('latchkey add with a configuration that it cannot edit', () => {
  test.each(unsafe)('changes nothing, and prints the lines: %s', async (_, source, line) => {
    const app = createApp(source)
    const before = app.files()
    const { code, out, err } = await app.run('google', '--write')
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('auth.ts was not changed')
    expect(err).toContain(`\n  ${line}\n`)
    expect(err).toContain('No configuration was changed.')
    expect(app.files()).toEqual(before)
  })

  test('has the lines in the JSON', async () => {
    const { out, code } = await createApp(next('{ providers }')).run('google', '--json')
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({
      patches: [],
      entries: [
        {
          state: 'manual',
          lines: ["import Google from 'latchkey/providers/google'", 'providers: [..., Google]'],
        },
      ],
    })
  })

  test('an app without a configuration fails', async () => {
    const app = createTempApp(manifest)
    const { code, err } = await runCli(['add', 'google'], { cwd: app.folder })
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining('npx latchkey init') })
  })

  test('a module of another library is not a configuration', async () => {
    const app = createTempApp({
      ...manifest,
      'app.module.ts':
        "import { AuthModule } from 'latchkey/nest'\n@Module({ imports: [AuthModule.forRoot(authConfig)], providers: [] })\nclass AppModule {}\n",
      'angular.ts':
        "import { provideLatchkey } from 'latchkey/angular'\nconst a: ApplicationConfig = { providers: [provideLatchkey()] }\n",
    })
    const before = app.files()
    const { code } = await runCli(['add', 'google', '--write'], { cwd: app.folder })
    expect(code).not.toBe(0)
    expect(app.files()).toEqual(before)
  })
})

describe('latchkey add with several configurations', () => {
  const files = { ...manifest, 'src/admin.ts': plain, 'src/shop.ts': plain }

  test('names them, and changes the one of --config', async () => {
    const app = createTempApp(files)
    const run = (...args: string[]) => runCli(['add', ...args], { cwd: app.folder })
    const ambiguous = await run('google', '--write')
    expect(ambiguous).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        'Several files configure Latchkey: src/admin.ts, src/shop.ts. Set --config',
      ),
    })
    expect(await run('google', '--write', '--config', 'src/shop.ts')).toMatchObject({ code: 0 })
    expect(app.files()['src/admin.ts']).toBe(plain)
    expect(app.files()['src/shop.ts']).toContain('[GitHub, Google]')
    expect(await run('google', '--config', 'src/other.ts')).toMatchObject({ code: 2 })
  })

  test('selects the one with the providers, of a configuration in two files', async () => {
    const app = createTempApp({
      ...manifest,
      'auth.config.ts':
        "import type { NextAuthConfig } from 'latchkey/next'\nexport default { providers: [] } satisfies NextAuthConfig\n",
      'auth.ts':
        "import NextAuth from 'latchkey/next'\nimport authConfig from './auth.config'\nexport const { auth } = NextAuth({\n  ...authConfig,\n  adapter,\n})\n",
    })
    const { code } = await runCli(['add', 'google', '--write'], { cwd: app.folder })
    expect(code).toBe(0)
    expect(app.files()['auth.config.ts']).toContain('providers: [Google]')
  })
})

describe('latchkey add in a terminal', () => {
  async function runWithAnswer(answer: string) {
    const app = createApp(plain)
    const questions: string[] = []
    const output: string[] = []
    const code = await runCommand(['add', 'google'], {
      env: {},
      cwd: app.folder,
      isTerminal: true,
      ask: async question => {
        questions.push(question)
        return answer
      },
      out: text => void output.push(text),
      err: text => void output.push(text),
    })
    return { code, questions, output: output.join('\n'), isChanged: app.read() !== plain }
  }

  test.each([
    ['y', true],
    ['Yes', true],
    ['', false],
    ['n', false],
    ['yesterday', false],
  ])('asks after the patch: "%s"', async (answer, isChanged) => {
    const result = await runWithAnswer(answer)
    expect(result).toMatchObject({ code: 0, questions: ['Apply? [y/N] '], isChanged })
    expect(result.output).toContain('GitHub, Google]')
  })
})

/** An app with all packages that entries need. */
const installed = {
  'package.json': JSON.stringify({
    dependencies: Object.fromEntries(
      ['next', 'nodemailer', 'kysely', 'libsql', '@opentelemetry/api', '@simplewebauthn/server'].map(name => [
        name,
        '*',
      ]),
    ),
  }),
}

describe('latchkey add with a plugin', () => {
  test.each([
    ['two-factor', "import { twoFactor } from 'latchkey/two-factor'", 'plugins: [twoFactor()]'],
    ['passwords', "import { passwords } from 'latchkey/passwords'", 'plugins: [passwords()]'],
    ['account', "import { account } from 'latchkey/account'", 'plugins: [account()]'],
    ['audit-log', "import { auditLog } from 'latchkey/audit-log'", 'plugins: [auditLog()]'],
    ['admin', "import { admin } from 'latchkey/admin'", 'plugins: [admin({ isAdministrator: () => false })]'],
    [
      'telemetry',
      "import { metrics, trace } from '@opentelemetry/api'",
      "plugins: [telemetry({ tracer: trace.getTracer('latchkey'),",
    ],
  ])('creates the property: %s', async (name, line, property) => {
    const app = createApp(withServices('{\n  providers: [GitHub], // one\n  trustHost: true\n}'), installed)
    expect(await app.run(name, '--write')).toMatchObject({ code: 0 })
    expect(app.read()).toContain(`${line}\n`)
    expect(app.read()).toContain(`  providers: [GitHub], // one\n  ${property}`)
    expect(await app.run(name)).toMatchObject({ code: 0, out: '' })
  })

  test.each([
    ['{ providers: [GitHub] }', '{ providers: [GitHub], plugins: [account()] }'],
    ['{\n  providers: [GitHub] // last\n}', '{\n  providers: [GitHub], // last\n  plugins: [account()]\n}'],
    [
      '{\n  plugins: [passwords()],\n  providers: []\n}',
      '{\n  plugins: [passwords(), account()],\n  providers: []\n}',
    ],
    ['{\n  ...shared,\n  providers: [],\n}', '{\n  ...shared,\n  providers: [],\n  plugins: [account()],\n}'],
  ])('keeps the layout of %j', async (config, changed) => {
    const app = createApp(withServices(config))
    await app.run('account', '--write')
    expect(app.read()).toContain(`NextAuth(${changed})`)
  })

  test('does not create a property that would replace the plugins of a spread', async () => {
    const app = createTempApp({
      ...manifest,
      'auth.ts': next('{ ...shared, providers: [GitHub] }', "import { shared } from './shared'\n"),
      'shared.ts':
        "import { twoFactor } from 'latchkey/two-factor'\nexport const shared = { plugins: [twoFactor()] }\n",
    })
    const before = app.files()
    const { code, err } = await runCli(['add', 'account', '--write'], { cwd: app.folder })
    expect({ code, err }).toMatchObject({
      code: 3,
      err: expect.stringContaining('  plugins: [..., account()]\n'),
    })
    expect(app.files()).toEqual(before)
  })

  test.each([
    ['{ ...shared, providers: [] }', ['record store', 'sendEmail']],
    ['{ ...shared, providers: [], adapter: SqlAdapter(url) }', ['sendEmail']],
    ['{ providers: [], adapter: PrismaAdapter(prisma), sendEmail }', ['record store']],
    ['{ providers: [], adapter: SqlAdapter(url), sendEmail }', []],
  ])('says what %j lacks', async (config, missing) => {
    const { code, err } = await createApp(next(config)).run('two-factor', '--write')
    expect(code).toBe(missing.length > 0 ? 3 : 0)
    const named = ['record store', 'sendEmail'].filter(text => err.includes(text))
    expect(named).toEqual(missing)
  })
})

const transport =
  "createTransport(process.env.EMAIL_SERVER ?? 'smtp://localhost:1025', { from: process.env.EMAIL_FROM })"

describe('latchkey add with options that an entry needs', () => {
  test('writes them with their imports, variables and files', async () => {
    const app = createApp(next('{\n  providers: [GitHub],\n}'), installed)
    const { code, err } = await app.run('two-factor', 'account', '--write')
    expect({ code, err }).toMatchObject({
      code: 0,
      err: expect.stringContaining("adapter: SqlAdapter('file:app.db')"),
    })
    expect(app.read()).toContain(
      "import { SqlAdapter } from 'latchkey/adapters/sql'\nimport { createTransport } from 'nodemailer'\n",
    )
    expect(app.read()).toContain(
      `  providers: [GitHub],\n  plugins: [twoFactor(), account()],\n  adapter: SqlAdapter('file:app.db'),\n  sendEmail: ${transport},\n}`,
    )
    expect(app.read('.env.local')).toMatch(/^EMAIL_SERVER=smtp:\/\/.+\nEMAIL_FROM=".+"\n$/)
    expect(app.read('.gitignore')).toBe('app.db*\n')
  })

  test('names the packages, with exit code 3', async () => {
    const app = createApp(next('{ providers: [GitHub], adapter: SqlAdapter(url) }'), {
      'package.json': '{"dependencies": {"next": "16", "typescript": "5"}}',
    })
    const { code, err } = await app.run('two-factor', '--write')
    expect(code).toBe(3)
    expect(err).toContain(
      'Install the packages: npm install nodemailer && npm install --save-dev @types/nodemailer\n',
    )
    expect(app.read()).toContain(
      `plugins: [twoFactor()], sendEmail: ${transport}, adapter: SqlAdapter(url) }`,
    )
  })

  test('uses PostgreSQL if the app has it, and names the command that creates the tables', async () => {
    const app = createApp(next('{ providers: [GitHub] }'), {
      'package.json': '{"dependencies": {"next": "16", "pg": "8", "kysely": "0.28"}}',
    })
    const { code, err } = await app.run('audit-log', '--write')
    expect(code).toBe(3)
    expect(err).toMatch(/Create the tables: DATABASE_URL=\S+ npx latchkey migrate\n/)
    expect(app.read()).toContain(
      "adapter: SqlAdapter(process.env.DATABASE_URL ?? 'postgres://app@localhost/app')",
    )
    expect(app.read('.env.local')).toBe('DATABASE_URL=postgres://app@localhost/app\n')
  })

  test.each([
    [
      'Prisma, whose schema gets models first',
      next('{ providers: [GitHub], sendEmail }'),
      {
        'package.json': '{"dependencies": {"next": "16", "@prisma/client": "6"}}',
      },
      'Set an adapter with a record store',
    ],
    [
      'a name that is taken',
      `${next('{ providers: [GitHub], adapter: SqlAdapter(url) }')}const createTransport = 1\n`,
      installed,
      'Set `sendEmail`',
    ],
  ])('leaves out what it cannot write, with exit code 3: %s', async (_, source, files, message) => {
    const app = createApp(source, files)
    const { code, err } = await app.run('two-factor', '--write')
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining(message) })
    expect(app.read()).toContain('plugins: [twoFactor()]')
  })

  test('a configuration in two files gets no options, because one can run elsewhere', async () => {
    const app = createTempApp({
      ...installed,
      'auth.config.ts':
        "import type { NextAuthConfig } from 'latchkey/next'\nexport default { providers: [] } satisfies NextAuthConfig\n",
      'auth.ts':
        "import NextAuth from 'latchkey/next'\nimport authConfig from './auth.config'\nexport const { auth } = NextAuth({ ...authConfig, adapter })\n",
    })
    const { code, err } = await runCli(['add', 'two-factor', '--write'], { cwd: app.folder })
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('Set `sendEmail`') })
    expect(app.files()['auth.config.ts']).not.toContain('nodemailer')
  })
})

test('latchkey add copies a component beside an entry', async () => {
  const app = createApp(plain, { 'package.json': '{"dependencies": {"next": "16", "react": "19"}}' })
  const { code, err } = await app.run('google', 'sign-in')
  expect({ code, err }).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^components\/sign-in\.tsx written\.\n/),
  })
  expect(app.read()).toBe(plain)
  expect(Object.keys(app.files())).toContain('components/sign-in.tsx')
})

test('latchkey add names the nearest provider, plugin or component', async () => {
  const app = createApp(plain)
  for (const [name, nearest] of [
    ['gogle', 'google'],
    ['twofactor', 'two-factor'],
    ['entra', 'microsoft-entra-id'],
    ['sing-in', 'sign-in'],
  ] as const)
    expect(await app.run(name)).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        `There is no provider, plugin or component "${name}". Did you mean ${nearest}?`,
      ),
    })
})
