import { describe, expect, test } from 'vitest'
import { runCodemod } from './run-codemod.js'
import { createTempApp } from './temp-app.js'

const nextAuth4 = { until: '2027-03-01' }
const legacySessions = `legacySessions: { nextAuth4: { until: '2027-03-01' } }`
const pages = `pages: { layout: 'stacked' }`

/** Migrates a source that needs no diagnostics. */
function migrateSource(source: string, path = 'app.tsx'): string {
  const { text, diagnostics } = runCodemod(path, source, { nextAuth4 })
  expect(diagnostics).toEqual([])
  return text
}

/** Migrates a source and returns its diagnostics. */
function listDiagnostics(source: string): string[] {
  return runCodemod('app.ts', source, { nextAuth4 }).diagnostics
}

describe('imports are rewritten', () => {
  test.each([
    ["import NextAuth, { type NextAuthOptions } from 'next-auth'", 'latchkey/next-auth-4'],
    ["import type { NextAuthOptions, Session, User } from 'next-auth'", 'latchkey/next-auth-4'],
    ["import { getServerSession } from 'next-auth'", 'latchkey/next-auth-4'],
    ["import { getServerSession } from 'next-auth/next'", 'latchkey/next-auth-4'],
    ["import NextAuth from 'next-auth/next'", 'latchkey/next-auth-4'],
    ["import { unstable_getServerSession } from 'next-auth'", 'latchkey/next-auth-4'],
    [
      "import { withAuth, type NextRequestWithAuth } from 'next-auth/middleware'",
      'latchkey/next-auth-4/middleware',
    ],
    ["import { useSession, signIn, SessionProvider } from 'next-auth/react'", 'latchkey/react'],
    ["import { getToken, type JWT } from 'next-auth/jwt'", 'latchkey/jwt'],
    ["import type { Adapter, AdapterUser } from 'next-auth/adapters'", 'latchkey/adapters'],
    ["import type { OAuthConfig } from 'next-auth/providers/oauth'", 'latchkey/providers'],
    ["import Credentials from 'next-auth/providers/credentials'", 'latchkey/next-auth-4/credentials'],
    ["import GitHub, { type GithubProfile } from 'next-auth/providers/github'", 'latchkey/providers/github'],
  ])('%s', (source, to) => {
    const [statement] = source.split("'")
    expect(migrateSource(source)).toBe(`${statement}'${to}'`)
  })

  test.each([
    ["export {}\ndeclare module 'next-auth' { interface Session { role?: string } }", 'latchkey/types'],
    ["export {}\ndeclare module 'next-auth/jwt' { interface JWT { role?: string } }", 'latchkey/jwt'],
  ])('%s', (source, to) => {
    expect(migrateSource(source)).toBe(source.replace(/'[^']+'/, `'${to}'`))
  })

  test('adapters of the scope @next-auth stay', () => {
    const source = "import { PrismaAdapter } from '@next-auth/prisma-adapter'"
    const { text } = runCodemod('auth.ts', source, { nextAuth4 })
    expect(text).toBe(source)
  })
})

describe('a configuration keeps the sessions and the user ids', () => {
  test.each([
    ['with a type', 'const options: NextAuthOptions = {', '}'],
    ['with `satisfies`', 'const options = {', '} satisfies NextAuthOptions'],
    ['with `as`', 'const options = {', '} as NextAuthOptions'],
    ['passed to NextAuth', 'export default NextAuth({', '})'],
    ['passed after a request and a response', 'export default (req, res) => NextAuth(req, res, {', '})'],
  ])('%s', (_, start, end) => {
    const imports = (from: string) => `import NextAuth, { NextAuthOptions } from '${from}'\n`
    expect(migrateSource(`${imports('next-auth')}${start}\n  providers: [],\n${end}\n`)).toBe(
      `${imports('latchkey/next-auth-4')}${start}\n  ${legacySessions},\n  userId: 'account',\n  ${pages},\n  providers: [],\n${end}\n`,
    )
  })

  test('on one line', () => {
    expect(migrateSource("import NextAuth from 'next-auth'\nNextAuth({ providers })")).toBe(
      `import NextAuth from 'latchkey/next-auth-4'\nNextAuth({ ${legacySessions}, userId: 'account', ${pages}, providers })`,
    )
  })

  test('without a type, in a source that imports providers', () => {
    const source =
      "import GitHub from 'next-auth/providers/github'\nexport const options = { providers: [GitHub({})] }"
    expect(migrateSource(source)).toBe(
      `import GitHub from 'latchkey/providers/github'\nexport const options = { ${legacySessions}, userId: 'account' as const, pages: { layout: 'stacked' as const }, providers: [GitHub({})] }`,
    )
  })

  test('with an adapter, whose ids come from the database', () => {
    const source = "import NextAuth from 'next-auth'\nNextAuth({ adapter: PrismaAdapter(db), providers })"
    expect(migrateSource(source)).toBe(
      `import NextAuth from 'latchkey/next-auth-4'\nNextAuth({ ${legacySessions}, ${pages}, adapter: PrismaAdapter(db), providers })`,
    )
  })

  test.each(['isTest ? undefined : db', 'process.env.DB && db'])(
    'with an adapter that can be missing: %s',
    adapter => {
      expect(
        migrateSource(`import NextAuth from 'next-auth'\nNextAuth({ adapter: ${adapter}, providers })`),
      ).toBe(
        `import NextAuth from 'latchkey/next-auth-4'\nNextAuth({ ${legacySessions}, userId: 'account', ${pages}, adapter: ${adapter}, providers })`,
      )
    },
  )

  test('once: a second run changes nothing', () => {
    const once = migrateSource("import NextAuth from 'next-auth'\nNextAuth({ providers })")
    expect(migrateSource(once)).toBe(once)
  })

  test('not in an object that only looks like one', () => {
    const source = "import { signIn } from 'next-auth/react'\nconst options = { providers: [] }"
    expect(migrateSource(source)).toBe(source.replace('next-auth', 'latchkey'))
  })
})

describe('calls are changed', () => {
  const secret = 'secret: process.env.AUTH_SECRET ?? process.env.NEXTAUTH_SECRET'

  test.each([
    ['next-auth/jwt', 'getToken', 'getToken({ req })', `getToken({ ${legacySessions}, ${secret}, req })`],
    [
      'next-auth/jwt',
      'getToken',
      'getToken({ req, secret: own })',
      `getToken({ ${legacySessions}, req, secret: own })`,
    ],
    ['next-auth/middleware', 'withAuth', 'withAuth({ pages })', `withAuth({ ${legacySessions}, pages })`],
    ['next-auth/middleware', 'withAuth', 'withAuth(run)', `withAuth(run, { ${legacySessions} })`],
    ['next-auth/middleware', 'withAuth', 'withAuth()', `withAuth({ ${legacySessions} })`],
    [
      'next-auth/middleware',
      'withAuth as guard',
      'guard(run, { pages })',
      `guard(run, { ${legacySessions}, pages })`,
    ],
    [
      'next-auth/react',
      'getSession',
      'getSession(context)',
      "getSession({ headers: { cookie: context.req?.headers.cookie ?? '' } })",
    ],
    [
      'next-auth/react',
      'getSession',
      'getSession({ req })',
      "getSession({ headers: { cookie: req?.headers.cookie ?? '' } })",
    ],
    [
      'next-auth/react',
      'getSession',
      'getSession({ req: ctx.req })',
      "getSession({ headers: { cookie: ctx.req?.headers.cookie ?? '' } })",
    ],
    ['next-auth/react', 'getSession', 'getSession()', 'getSession()'],
    [
      'next-auth',
      'getServerSession',
      'getServerSession(req, res, options)',
      'getServerSession(req, res, options)',
    ],
    ['next-auth/react', 'getProviders', 'getProviders()', 'getProviders()'],
  ])('of %s: %s, %s', (specifier, name, call, expected) => {
    const migrated = migrateSource(`import { ${name} } from '${specifier}'\nawait ${call}`)
    expect(migrated.split('\n')[1]).toBe(`await ${expected}`)
  })

  test('not those of other functions with the same name', () => {
    const source =
      "import { getToken } from './tokens'\nimport { decode } from 'next-auth/jwt'\ngetToken({ req })"
    expect(migrateSource(source)).toBe(source.replace('next-auth/jwt', 'latchkey/jwt'))
  })

  test('the exported middleware gets its options', () => {
    expect(migrateSource("export { default } from 'next-auth/middleware'\n\nexport const config = {}")).toBe(
      `import { withAuth } from 'latchkey/next-auth-4/middleware'\n\nexport default withAuth({ ${legacySessions} })\n\nexport const config = {}`,
    )
  })
})

describe('places to change by hand are listed', () => {
  test.each([
    ["import { encode } from 'next-auth/jwt'\nencode({ token })", /^2: pass `salt`/],
    ["import { decode } from 'next-auth/jwt'\ndecode({ token })", /^2: pass `salt`.*legacySessions/],
    ["import { getToken } from 'next-auth/jwt'\ngetToken(params)", /^2: pass `secret` and `legacySessions/],
    ["import { withAuth } from 'next-auth/middleware'\nwithAuth(run, options)", /^2: add `legacySessions/],
    [
      "import { getSession } from 'next-auth/react'\ngetSession(find())",
      /^2: pass the cookies of the request/,
    ],
    [
      "import { getProviders } from 'next-auth/react'\ngetProviders(context)",
      /^2: call getProviders without/,
    ],
    [
      "import { getCsrfToken } from 'next-auth/react'\ngetCsrfToken(context)",
      /^2: call getCsrfToken in the browser/,
    ],
    ["import { getServerSession } from 'next-auth'\ngetServerSession()", /^2: pass the options/],
    [
      "import { type CtxOrReq } from 'next-auth/client/_utils'",
      /^1: next-auth\/client\/_utils has no equivalent/,
    ],
    ["import { signIn } from 'next-auth/client'", /^1: next-auth\/client belongs to NextAuth 3/],
    ["import type { ClientSafeProvider } from 'next-auth/react'", /^1: ClientSafeProvider is PublicProvider/],
    [
      "import NextAuth from 'next-auth'\nNextAuth({ providers, logger: {} })",
      /^2: the methods of `logger` differ/,
    ],
    [
      "import GitHub from 'next-auth/providers/github'\nGitHub({ clientId, httpOptions: { timeout: 9 } })",
      /^2: remove `httpOptions`/,
    ],
  ])('%s', (source, diagnostic) => {
    expect(listDiagnostics(source)).toEqual([expect.stringMatching(diagnostic)])
  })
})

describe('the command', () => {
  const manifest = (dependencies: Record<string, string>) => `${JSON.stringify({ dependencies }, null, 2)}\n`
  const files = {
    'package.json': manifest({
      next: '15.5.9',
      'next-auth': '^4.24.0',
      '@next-auth/prisma-adapter': '1.0.7',
    }),
    'middleware.ts': "export { default } from 'next-auth/middleware'\n",
  }

  test('leaves an app of version 4 unchanged without --from 4, and names the option', async () => {
    const app = createTempApp(files)
    const { code, err } = await app.run('--write')
    expect(code).toBe(3)
    expect(err).toContain('package.json:4: next-auth ^4.24.0 is version 4: run the command with --from 4')
    expect(app.files()).toEqual(files)
  })

  test('migrates it with --from 4, and keeps its adapter', async () => {
    const app = createTempApp(files)
    const { code, err } = await app.run('--from', '4', '--until', '2027-03-01', '--write')
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining('@next-auth/prisma-adapter is kept: it works with Latchkey'),
    })
    expect(app.files()['middleware.ts']).toContain(legacySessions)
    const { dependencies } = JSON.parse(app.files()['package.json'] ?? '')
    expect(Object.keys(dependencies)).toEqual(['next', 'latchkey', '@next-auth/prisma-adapter'])
  })

  test('does nothing the second time', async () => {
    const app = createTempApp(files)
    await app.run('--from', '4', '--write')
    const migrated = app.files()
    expect(await app.run('--from', '4', '--write')).toMatchObject({ code: 0, out: '' })
    expect(app.files()).toEqual(migrated)
  })

  test('accepts old sessions for three to four months by default', async () => {
    const app = createTempApp(files)
    await app.run('--from', '4', '--write')
    const [, until = ''] = /until: '([^']+)'/.exec(app.files()['middleware.ts'] ?? '') ?? []
    const days = (Date.parse(until) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(88)
    expect(days).toBeLessThan(124)
  })

  test('leaves an app of version 5 in the same workspace to its own rules', async () => {
    const app = createTempApp({
      'package.json': manifest({}),
      'old/package.json': manifest({ 'next-auth': '4.24.15' }),
      'old/auth.ts': "import NextAuth from 'next-auth'\nNextAuth({ providers })\n",
      'new/package.json': manifest({ 'next-auth': '5.0.0-beta.32' }),
      'new/auth.ts': "import NextAuth from 'next-auth'\nNextAuth({ providers })\n",
    })
    await app.run('--from', '4', '--write')
    expect(app.files()['old/auth.ts']).toContain(legacySessions)
    expect(app.files()['new/auth.ts']).toBe(
      `import NextAuth from 'latchkey/next'\nNextAuth({ ${pages}, providers })\n`,
    )
  })

  test.each([
    ['--from', '3'],
    ['--until', 'soon'],
    ['--until', '2027-13-41'],
  ])('rejects %s %s', async (...args) => {
    const app = createTempApp(files)
    expect(await app.run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('Usage: latchkey') })
  })
})
