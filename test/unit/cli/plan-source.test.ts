// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are sources
import { describe, expect, test } from 'vitest'
import { runCodemod } from './run-codemod.js'

/** Migrates a source that needs no diagnostics. */
function migrateSource(source: string, path = 'app.tsx'): string {
  const { text, diagnostics } = runCodemod(path, source)
  expect(diagnostics).toEqual([])
  return text
}

describe('imports are rewritten to Latchkey', () => {
  test.each([
    ['next-auth', 'latchkey/next', 'import NextAuth, { type Session, AuthError } from'],
    ['next-auth/react', 'latchkey/react', 'import { SessionProvider, useSession as use } from'],
    ['next-auth/webauthn', 'latchkey/react', 'import { signIn as withPasskey } from'],
    ['next-auth/jwt', 'latchkey/jwt', 'import { getToken, type JWT } from'],
    ['next-auth/adapters', 'latchkey/adapters', 'import type { Adapter } from'],
    ['next-auth/providers', 'latchkey/providers', 'import type { Provider } from'],
    ['next-auth/providers/github', 'latchkey/providers/github', 'import GitHub, { type GitHubProfile } from'],
    ['@auth/core', 'latchkey', 'import { Auth, type AuthConfig } from'],
    ['@auth/core/types', 'latchkey/types', 'import type { Session, User } from'],
    ['@auth/core/errors', 'latchkey/errors', 'export { AuthError, isClientError as isPublic } from'],
    ['@auth/core/providers/google', 'latchkey/providers/google', 'import Google from'],
    ['@auth/express', 'latchkey/express', 'import { ExpressAuth, getSession } from'],
    ['@auth/express/providers/apple', 'latchkey/providers/apple', 'import Apple from'],
    ['@auth/sveltekit', 'latchkey/sveltekit', 'import { SvelteKitAuth } from'],
    ['@auth/sveltekit/client', 'latchkey/sveltekit/client', 'import { signIn, signOut } from'],
    ['@auth/sveltekit/components', 'latchkey/sveltekit/components', 'import { SignIn, SignOut } from'],
    ['@auth/solid-start', 'latchkey/solid-start', 'import { SolidAuth } from'],
    ['@auth/solid-start/client', 'latchkey/solid-start/client', 'import { signIn } from'],
    ['@auth/sveltekit/client', 'latchkey/sveltekit/client', 'import type { SignOutResponse } from'],
    ['@auth/express/providers', 'latchkey/providers', 'import type { Provider } from'],
    ['@auth/sveltekit/providers', 'latchkey/providers', 'import type { OAuthConfig } from'],
    ['@auth/solid-start/providers', 'latchkey/providers', 'import type { EmailConfig } from'],
    ['next-auth/adapters', 'latchkey/adapters', 'import type { JsonObject, JsonValue } from'],
    ['next-auth/package.json', 'latchkey/package.json', 'import { version } from'],
    ['@auth/core/package.json', 'latchkey/package.json', 'import manifest from'],
  ])('%s becomes %s', (from, to, statement) => {
    expect(migrateSource(`${statement} '${from}'\n`)).toBe(`${statement} '${to}'\n`)
    expect(migrateSource(`${statement} "${from}"`, 'app.mts')).toBe(`${statement} "${to}"`)
  })

  test.each([
    "import 'X'",
    "import * as auth from 'X'",
    "import auth, * as all from 'X'",
    "import type Auth from 'X'",
    "import {\n  // both\n  default as auth,\n  type Session,\n} from 'X'",
    "import{Session}from'X'",
    "export * from 'X'",
    "export * as auth from 'X'",
    "export type { Session } from 'X'",
    "import auth = require('X')",
    "const auth = require('X').default",
    "const { AuthError, Session: S } = require('X')",
    "const { default: auth } = await import('X')",
    "const auth = (await import('X')).default",
    "const auth = require('X').default\nauth.anything()",
    "const all = require('X')\nother.all.thing()",
    "const auth = require('X')(config)\nauth.anything()",
    "import * as all from 'X'\nnew all.AuthError()",
    "jest.mock('X', () => ({ __esModule: true }))",
    'jest.mock(`X`)',
    'const auth = import(`X`)',
    "import('X').then(({ AuthError }) => AuthError)",
    "type S = import('X').Session",
    "let auth: typeof import('X')",
    "const path = require.resolve('X')",
    "const url = import.meta.resolve('X')",
    "vi.mock('X', () => ({ default: vi.fn() }))",
    "jest.mock('X')",
    "vi.mock(import('X'), { spy: true })",
    "const real = await vi.importActual<typeof import('X')>('X')",
    "mock.module('X', { namedExports: {} })",
    "import auth from 'X' with { type: 'js' }",
    "/** @type {import('X').Session} */\nexport const session = null",
    "/** @import { Session } from 'X' */",
    '/// <reference types="X" />',
  ])('in every syntax: %s', source => {
    expect(migrateSource(source.replaceAll('X', 'next-auth'))).toBe(source.replaceAll('X', 'latchkey/next'))
  })

  test('only in the scripts of components', () => {
    const component = (core: string) => `<!-- <script>import 'next-auth'</script> -->
<script context="module" lang="ts">
  import type { Session } from '${core}/types'
  export const load = <T>(a: T) => import('${core}')
</script>

<script>
  import { signIn } from '${core === 'latchkey' ? 'latchkey' : '@auth'}/sveltekit/client'
</script>

<p title="it's {1 < 2}">Don't import from next-auth</p>
`
    for (const path of ['a/Page.svelte', 'a/Page.vue'])
      expect(migrateSource(component('@auth/core'), path)).toBe(component('latchkey'))
  })
})

describe('module augmentations are rewritten to one module', () => {
  test.each(['next-auth', '@auth/core', '@auth/core/types', '@auth/express', '@auth/sveltekit'])(
    '%s',
    name => {
      const source = (at: string) =>
        `import 'a'\ndeclare module '${at}' {\n  interface Session { user: { id: string } }\n}\n`
      expect(migrateSource(source(name), 'types.d.ts')).toBe(source('latchkey/types'))
    },
  )

  test.each([
    ['next-auth/jwt', 'latchkey/jwt', 'JWT'],
    ['@auth/core/jwt', 'latchkey/jwt', 'JWT'],
    ['next-auth/adapters', 'latchkey/adapters', 'AdapterUser'],
  ])('%s becomes %s', (from, to, name) => {
    const source = (at: string) => `export {}\ndeclare module "${at}" { interface ${name} { role?: 'a' } }`
    expect(migrateSource(source(from), 'types.d.ts')).toBe(source(to))
  })

  test.each([
    'interface Session {}',
    "interface Session { user: import('./x').User }",
    "export interface Session {}\n  import { User } from './x'",
    'interface Session { export: 1, import: 2 }',
  ])('a file that would replace the module is reported: %s', body => {
    const { diagnostics } = runCodemod('types.d.ts', `\ndeclare module 'next-auth' { ${body} }`)
    expect(diagnostics).toEqual([expect.stringMatching(/^2: .*replaces the module/)])
  })

  test.each([
    "import './x'",
    "import type { User } from './x'",
    'export type A = 1',
    "export * from './x'",
    'const here = import.meta.url',
  ])('a file with an import or export is not reported: %s', statement => {
    expect(migrateSource(`${statement}\ndeclare module 'next-auth' {}`, 'types.ts')).toContain(
      'latchkey/types',
    )
    expect(migrateSource(`declare module 'next-auth' {}\n${statement}`, 'types.ts')).toContain(
      'latchkey/types',
    )
  })
})

describe('text that only looks like an import is not changed', () => {
  test.each([
    "// import NextAuth from 'next-auth'",
    "/* from 'next-auth' */",
    'const text = "import NextAuth from \'next-auth\'"',
    "const text = `import NextAuth from 'next-auth' ${1}`",
    "const pattern = /import 'next-auth'/",
    "const page = <p>import NextAuth from 'next-auth'</p>",
    "import a from 'next-auth-extra'",
    "import a from './next-auth'",
    "import { PrismaAdapter } from '@auth/prisma-adapter'",
    "import a from '@authority/core'",
    'const adapter = import(`@auth/prisma-adapter/${a}`)',
    'const text = `the old next-auth/${a}`',
    "const home = 'https://github.com/someone/next-auth'",
    'const isSession = /^next-auth\\.session-token/',
  ])('%s', source => {
    expect(migrateSource(source)).toBe(source)
  })
})

/** Each source ends in an import that is found only if the code before it was tokenized correctly. */
describe('an import is found after', () => {
  test.each([
    ["<p>Don't</p>", 'tsx'],
    ['<p>`</p>', 'jsx'],
    ['<p>/* {"}"} // </p>', 'tsx'],
    ["<a b='\"' c={`}`} {...d} e=<b/>>{/* ' */}</a>", 'tsx'],
    ['<><A.B x:y="`"/>{`<`}</>', 'tsx'],
    ['const a = <Select<string> b="`">`</Select>', 'tsx'],
    ['const f = <T,>(a: T) => "`"', 'tsx'],
    ['const f = <T extends "`">(a: T) => a', 'tsx'],
    ['const f = <T>(a: T) => a', 'ts'],
    ['const f = a as unknown as Array<"`">', 'ts'],
    ['const f = a < b, c = d > /`/', 'tsx'],
    ['const p = /[/`]/', 'ts'],
    ['if (a) /`/.test(b)', 'ts'],
    ['const half = (a) / 2, b = "`" / 1', 'ts'],
    ['a++ / 2; b = c / "`"', 'ts'],
    ['const a = b! / 2, c = "`" // `', 'ts'],
    ['return /`/', 'js'],
    ['a.return / 2; "`" / 1', 'js'],
    ['const a = { b: {} } / 2 + "`" / 1', 'js'],
    ['function f() {} /`/.test(a)', 'js'],
    ['`a ${`b ${"`"} c`} d ${{ a: "}" }}`', 'js'],
    ['const a = "\\\n`"', 'js'],
    ["const a = '\\'`'", 'js'],
    ['#!/usr/bin/env node `', 'js'],
    ['<!-- ` -->', 'svelte'],
    ['class A { #b = "`"; @c d = 1 }', 'ts'],
    ['const a = 1_000.5e-3 / 2, b = .5 / "`"', 'ts'],
    ['label: { /`/ }', 'js'],
    ['\uFEFFconst a = "`"', 'ts'],
  ])('%s in %s', (before, language) => {
    const source = (name: string) =>
      language === 'svelte'
        ? `${before}<script>import a from '${name}'</script>`
        : `${before}\nimport a from '${name}'\n`
    expect(migrateSource(source('next-auth'), `app.${language}`)).toBe(source('latchkey/next'))
  })
})

describe('unsupported references are kept and reported with their line', () => {
  test.each([
    ["import { __NEXTAUTH, signIn } from 'next-auth/react'", 'latchkey/react does not export __NEXTAUTH'],
    [
      "import { getServerSession } from 'next-auth'",
      'getServerSession belongs to NextAuth 4: run the command with --from 4',
    ],
    [
      "import { withAuth } from 'next-auth/middleware'",
      'next-auth/middleware belongs to NextAuth 4: run the command with --from 4',
    ],
    [
      "export { default } from 'next-auth/middleware'",
      'next-auth/middleware belongs to NextAuth 4: run the command with --from 4',
    ],
    ["import a from 'next-auth/lib'", 'next-auth/lib has no equivalent in Latchkey'],
    [
      "import a from '@auth/core/lib/utils/cookie'",
      '@auth/core/lib/utils/cookie has no equivalent in Latchkey',
    ],
    [
      "import a from '@auth/qwik'",
      '@auth/qwik is replaced by latchkey/qwik-city, which has other functions: see docs/frameworks/qwik-city.md#move-from-authqwik',
    ],
    [
      "import a from 'next-auth/providers/nowhere'",
      'this version of Latchkey has no latchkey/providers/nowhere',
    ],
    ["import { Gh } from 'next-auth/providers/github'", 'latchkey/providers/github does not export Gh'],
    ["const { InternalThing } = require('@auth/core/types')", 'latchkey/types does not export InternalThing'],
    ["type A = import('@auth/core').Nothing", 'latchkey does not export Nothing'],
    ["import * as all from '@auth/core'; all.Nothing()", 'latchkey does not export Nothing'],
    ["const all = require('@auth/core'); all?.Nothing()", 'latchkey does not export Nothing'],
    ["const all = await import('@auth/core'); all.Nothing()", 'latchkey does not export Nothing'],
    ["const a = (await import('@auth/core')).Nothing", 'latchkey does not export Nothing'],
    ["import('@auth/core').then(({ Auth, Nothing: a }) => a)", 'latchkey does not export Nothing'],
    ["import('@auth/core').then((all) => all.Nothing)", 'latchkey does not export Nothing'],
    [
      "import('@auth/core').then(async all => ({ default: all.Nothing }))",
      'latchkey does not export Nothing',
    ],
    [
      "export default { serverExternalPackages: ['next-auth'] }",
      'next-auth is mentioned, not imported: replace it with latchkey/next if needed',
    ],
  ])('%s', (source, reason) => {
    const { text, diagnostics } = runCodemod('src/app.ts', `\n${source}\n`)
    expect([text, diagnostics]).toEqual([`\n${source}\n`, [`2: ${reason}`]])
  })

  const computedName = 'is the start of a module name that is completed at run time'

  test.each([
    ['import(`next-auth/providers/${a}`)', `next-auth/providers/ ${computedName}`],
    ['const a = require(`next-auth${b ? `/${c}` : ""}`)', `next-auth ${computedName}`],
    ['const name = `@auth/core/providers/${a}`', `@auth/core/providers/ ${computedName}`],
    ['import(`@auth/${a}`)', `@auth/ ${computedName}`],
    ["import('next-auth/providers/' + a)", `next-auth/providers/ ${computedName}`],
    ["require('next-auth' + '/react')", `next-auth ${computedName}`],
  ])('a module name that is computed: %s', (source, reason) => {
    expect(runCodemod('src/app.ts', source)).toEqual({ text: source, diagnostics: [`1: ${reason}`] })
  })

  test.each([
    "import a from '../node_modules/next-auth/react'",
    'const files = [`./node_modules/next-auth/${a}`]',
    "export default { transformIgnorePatterns: ['/node_modules/(?!(next-auth)/)'] }",
    "export default { moduleNameMapper: { '^next-auth$': './a' } }",
    'export default { alias: [{ find: /^next-auth\\/react$/, replacement: b }] }',
    "import a from 'npm:next-auth@5'",
    "import a from 'https://esm.sh/next-auth@5.0.0-beta.32'",
    "import a from 'next-auth@5/react'",
    "createRequire(import.meta.url)('next-auth')",
    "const name = 'next-auth'",
  ])('a package name outside of an import: %s', source => {
    const reason = 'next-auth is mentioned, not imported: replace it with latchkey/next if needed'
    expect(runCodemod('src/app.ts', source)).toEqual({ text: source, diagnostics: [`1: ${reason}`] })
  })

  test.each(['__mocks__/next-auth.ts', 'src/__mocks__/next-auth/index.js'])('a mock file: %s', path => {
    const diagnostic = '1: this file mocks next-auth by its path: rename it'
    expect(runCodemod(path, 'export default 1')).toEqual({
      text: 'export default 1',
      diagnostics: [diagnostic],
    })
  })

  test('in the markup of a component', () => {
    const source = "<script>\n</script>\n{#await import('@auth/core')}{/await}"
    expect(runCodemod('a.svelte', source)).toMatchObject({
      text: source,
      diagnostics: [expect.stringMatching('^3: ')],
    })
  })

  test('while other imports of the file are rewritten', () => {
    const source =
      "import { __NEXTAUTH } from 'next-auth/react'\nimport { useSession } from 'next-auth/react'\n"
    expect(runCodemod('app.ts', source).text).toBe(
      "import { __NEXTAUTH } from 'next-auth/react'\nimport { useSession } from 'latchkey/react'\n",
    )
  })
})

test('a migrated source is not changed by a second run', () => {
  const once = migrateSource(
    "import NextAuth from 'next-auth'\ndeclare module '@auth/core/types' { interface User {} }",
  )
  expect(migrateSource(once)).toBe(once)
})
