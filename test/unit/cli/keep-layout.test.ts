import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { runCodemod } from './run-codemod.js'
import { createTempApp, type Files } from './temp-app.js'

const added = "pages: { layout: 'stacked' }"

const imports = (from: 'old' | 'new') => {
  const isNew = from === 'new'
  return [
    `import NextAuth, { type NextAuthConfig } from '${isNew ? 'latchkey/next' : 'next-auth'}'`,
    `import { Auth, type AuthConfig as Config } from '${isNew ? 'latchkey' : '@auth/core'}'`,
    `import { ExpressAuth } from '${isNew ? 'latchkey/express' : '@auth/express'}'`,
    `import { SvelteKitAuth } from '${isNew ? 'latchkey/sveltekit' : '@auth/sveltekit'}'`,
    `import { SolidAuth, type SolidAuthConfig } from '${isNew ? 'latchkey/solid-start' : '@auth/solid-start'}'`,
    `import { base } from './base'`,
    '',
  ].join('\n')
}

/** Migrates code after imports of all packages. Returns the code alone. */
function migrateCode(code: string, path = 'auth.ts'): string {
  const { text, diagnostics } = runCodemod(path, imports('old') + code)
  expect(diagnostics).toEqual([])
  expect(text.startsWith(imports('new'))).toBe(true)
  expect(listSyntaxErrors(path, text)).toEqual([])
  return text.slice(imports('new').length)
}

function listSyntaxErrors(fileName: string, source: string): string[] {
  const { diagnostics = [] } = ts.transpileModule(source, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

describe('a configuration without `pages` gets it', () => {
  test.each([
    ['NextAuth({ § providers: [] })'],
    ['Auth(request, { § providers: [] })'],
    ["app.use('/auth/*', ExpressAuth({ § providers: [] }))"],
    ['export const { handle } = SvelteKitAuth({ § providers: [] })'],
    ['SolidAuth({ § providers: [] } as SolidAuthConfig)'],
    ['NextAuth(request => ({ § providers: [] }))'],
    ['NextAuth(async () => ({ § providers: [] }))'],
    ['SvelteKitAuth(async ({ platform }) => { return { § providers: [] } })'],
    ['NextAuth(() => { if (test) { return { § providers: [] } } else return { § providers: [a] } })'],
    ['NextAuth(() => { try { return { § callbacks: { jwt() { return {} } } } } catch (e) { throw e } })'],
    ['const config: NextAuthConfig = { § providers: [] }'],
    ['const config: Config = { § providers: [] }\nAuth(request, config)'],
    ['export default { § providers: [] } satisfies NextAuthConfig'],
    ['export const config = { § providers: [] } as Config'],
    ['NextAuth({ § ...(isTest && { adapter }), providers: [] })'],
    ['NextAuth({ § ...(isTest ? { adapter } : {}), providers: [] })'],
    ['NextAuth({ § callbacks: { authorized: ({ pages }) => pages }, providers: [] })'],
  ])('%s', code => {
    expect(migrateCode(code.replaceAll('§ ', ''))).toBe(code.replaceAll('§', `${added},`))
  })

  test.each([
    ['const config = { § providers: [] }\nNextAuth(config)'],
    ['const config = { § providers: [] } as const\nexport const handle = SvelteKitAuth(config)'],
    ['SvelteKitAuth(async () => { const config = { § providers: [] }\nreturn config })'],
    ['const config = { § providers: [] }\nexport const read = () => { return Auth(request, config) }'],
  ])('in a variable without a type: %s', code => {
    const typed = "pages: { layout: 'stacked' as const },"
    const documented = "pages: { layout: /** @type {const} */ ('stacked') },"
    expect(migrateCode(code.replace('§ ', ''))).toBe(code.replace('§', typed))
    const script = code.replace(' as const', '')
    const importScript =
      "import { Auth } from '@auth/core'\nimport { SvelteKitAuth } from '@auth/sveltekit'\nimport NextAuth from 'next-auth'\n"
    expect(runCodemod('auth.js', importScript + script.replace('§ ', '')).text).toContain(
      script.replace('§', documented),
    )
  })

  test.each([
    ["/** @type {import('@auth/express').ExpressAuthConfig} */\nexport const config = { § providers: [] }"],
    ["/** @type {import('next-auth').NextAuthConfig} */\nconst config = { § providers: [] }"],
  ])('with a type in JSDoc: %s', code => {
    const { text } = runCodemod('auth.js', code.replace('§ ', ''))
    expect(text.slice(text.indexOf('*/'))).toBe(code.slice(code.indexOf('*/')).replace('§', `${added},`))
  })

  test.each([
    ["const { ExpressAuth } = require('@auth/express')\nExpressAuth({ § providers: [] })"],
    ["const { ExpressAuth } = await import('@auth/express')\nExpressAuth({ § providers: [] })"],
    ["import { Auth as handle } from '@auth/core'\nhandle(request, { § providers: [] })"],
  ])('with another import: %s', code => {
    const [, call = ''] = code.split('\n')
    expect(runCodemod('auth.cjs', code.replace('§ ', '')).text.split('\n')[1]).toBe(
      call.replace('§', `${added},`),
    )
  })
})

describe('existing `pages` get the layout', () => {
  test.each([
    ["NextAuth({ pages: { § error: '/oops' }, providers: [] })"],
    ["NextAuth({ providers: [], 'pages': { § newUser: '/welcome' } })"],
    ["const config: Config = { pages: { § signOut: '/bye' }, ...base, providers: [] }"],
  ])('%s', code => {
    expect(migrateCode(code.replace('§ ', ''))).toBe(code.replace('§', "layout: 'stacked',"))
  })

  test('if they are empty', () => {
    expect(migrateCode('NextAuth({ pages: {} })')).toBe("NextAuth({ pages: { layout: 'stacked' } })")
    expect(migrateCode('NextAuth({})')).toBe(`NextAuth({ ${added} })`)
  })
})

describe('the layout is not inserted', () => {
  test.each([
    ['with an own page', "NextAuth({ pages: { signIn: '/login' }, providers: [] })"],
    ['with a layout', "NextAuth({ pages: { layout: 'identifier-first' }, providers: [] })"],
    ['with a spread that may have pages', 'NextAuth({ ...base, providers: [] })'],
    ['with a spread that has pages', 'NextAuth({ ...(isTest && { pages: own }), providers: [] })'],
    ['with a spread of a value', 'NextAuth({ ...(isTest && own), providers: [] })'],
    ['with a spread of one of two values', 'NextAuth({ ...(own || { adapter }), providers: [] })'],
    ['with a computed name', "NextAuth({ ['pages']: own, providers: [] })"],
    ['with a getter', 'NextAuth({ get pages() { return own }, providers: [] })'],
    ['with pages in a variable', 'NextAuth({ pages, providers: [] })'],
    ['with pages of a call', 'NextAuth({ pages: createPages({}), providers: [] })'],
    ['with pages of a choice', 'NextAuth({ pages: isTest ? {} : own, providers: [] })'],
    ['with pages with a spread', 'NextAuth({ pages: { ...own }, providers: [] })'],
    ['in an imported configuration', 'NextAuth(base)'],
    ['in a configuration of a function', 'NextAuth(createConfig)\nfunction createConfig() { return {} }'],
    ['in a wrapped configuration', 'NextAuth(Object.freeze({ providers: [] }))'],
    ['in a member', 'NextAuth({ config: { providers: [] } }.config)'],
    ['in one of two values', 'NextAuth(isTest ? {} : { providers: [] })'],
    ['in a part of the type', "const callbacks: NextAuthConfig['callbacks'] = {}"],
    ['in a value with a part of the type', "const callbacks = {} satisfies NextAuthConfig['callbacks']"],
    ['in another type', 'const config: Own = { providers: [] }\nNextAuth(config)'],
    ['in a value with another type', 'const config = { providers: [] } satisfies Own\nNextAuth(config)'],
    ['in a variable that changes', 'let config = { providers: [] }\nconfig = {}\nNextAuth(config)'],
    ['in a variable whose pages are set', 'const config = { a }\nconfig.pages = own\nNextAuth(config)'],
    ['in one of two variables', '{ const config = {} }\n{ const config = {}\nNextAuth(config) }'],
    ['in a variable of a parameter', 'const config = {}\nfunction run(config) { NextAuth(config) }'],
    ['in a variable of a pattern', 'const config = {}\nconst run = ({ config }) => NextAuth(config)'],
    ['in an inner function', 'NextAuth(() => { const run = () => { return {} }\nreturn run() })'],
    ['in a method of the same name', 'core.NextAuth({ providers: [] })'],
  ])('%s', (_, code) => {
    expect(migrateCode(code)).toBe(code)
  })

  test('in a function of another module', () => {
    const code =
      "import { AuthError } from '@auth/core/errors'\nimport { Auth } from './own'\nAuth({ providers: [] })"
    expect(runCodemod('auth.ts', code).text).toBe(code.replace('@auth/core', 'latchkey'))
  })

  test('in a module that stays, or was migrated before', () => {
    const kept = "import { ExpressAuth, nothing } from '@auth/express'\nExpressAuth({ providers: [] })"
    expect(runCodemod('auth.ts', kept).text).toBe(kept)
    const migrated =
      "import type { Session } from '@auth/core/types'\nimport { ExpressAuth } from 'latchkey/express'\nExpressAuth({ a })"
    expect(runCodemod('auth.ts', migrated).text).toBe(migrated.replace('@auth/core', 'latchkey'))
  })
})

describe('the formatting stays', () => {
  test.each([
    ['comments', 'NextAuth({\n  § // The providers.\n  providers: [], // none\n})', '\n  '],
    ['a comment beside the brace', 'NextAuth({ // ours\n  § /* none */\n  providers: [],\n})', '\n  '],
    ['a comment of one line', 'NextAuth({ /* ours */\n  § providers: [],\n})', '\n  '],
    ['tabs', 'NextAuth({\n\t§ providers: [],\n})', '\n\t'],
    ['line endings of Windows', 'NextAuth({\r\n  § providers: [],\r\n})', '\r\n  '],
  ])('%s', (_, code, gap) => {
    expect(migrateCode(code.replace('§ ', ''))).toBe(code.replace('§ ', `${added},${gap}`))
  })

  test('a comment of two lines', () => {
    expect(migrateCode('NextAuth({ /* of\n two */ providers: [] })')).toBe(
      `NextAuth({\n ${added}, /* of\n two */ providers: [] })`,
    )
  })
})

describe('an app of NextAuth 4', () => {
  const nextAuth4 = { until: '2027-03-01' }
  const run = (code: string) => runCodemod('auth.ts', code, { nextAuth4 }).text
  const optionsImport = "import NextAuth, { type NextAuthOptions } from 'next-auth'\n"

  test.each([
    ['const options: NextAuthOptions = { providers }', `${added}, providers`],
    ["NextAuth(req, res, { pages: { error: '/oops' } })", "pages: { layout: 'stacked', error: '/oops' }"],
    [
      'const options = { providers }\nNextAuth(options)',
      "userId: 'account' as const, pages: { layout: 'stacked' as const }, providers",
    ],
    ['NextAuth({})', `userId: 'account', ${added} })`],
  ])('gets the layout: %s', (code, expected) => {
    const text = run(optionsImport + code)
    expect(text).toContain(expected)
    expect(text).toContain("legacySessions: { nextAuth4: { until: '2027-03-01' } }")
    expect(run(text)).toBe(text)
  })

  test.each([
    ["pages: { signIn: '/login' }"],
    ["pages: { layout: 'identifier-first' }"],
    ['pages'],
    ['...base'],
  ])('keeps %s', member => {
    const text = run(`${optionsImport}NextAuth({ ${member} })`)
    expect(text).toContain(`userId: 'account', ${member} })`)
    expect(text).not.toContain('stacked')
  })

  test('a part of the type gets nothing', () => {
    const code = "const callbacks = {} satisfies NextAuthOptions['callbacks']"
    expect(run(optionsImport + code)).toContain(code)
  })
})

describe('the command says', () => {
  const keeps = "pages: { layout: 'stacked' } keeps all forms on one sign-in page"
  const shows = 'The built-in sign-in page shows one field first.'
  const typed = (members: string) =>
    `import type { NextAuthConfig } from 'next-auth'\nexport const base: NextAuthConfig = { ${members} }\n`
  const spread =
    "import NextAuth from 'next-auth'\nimport { base } from './base'\nexport const { auth } = NextAuth({ ...base })\n"

  test.each<[string, Files, boolean, boolean]>([
    ['what it inserted', { 'base.ts': typed('providers: []') }, true, false],
    ['nothing about an own page', { 'base.ts': typed("pages: { signIn: '/login' }") }, false, false],
    [
      'what it cannot see',
      { 'auth.ts': "import NextAuth from 'next-auth'\nNextAuth(create())\n" },
      false,
      true,
    ],
    ['what it finds nowhere', { 'auth.ts': spread }, false, true],
    ['once what is imported', { 'base.ts': typed('providers: []'), 'auth.ts': spread }, true, false],
    [
      'both',
      {
        'base.ts': typed('providers: []'),
        'own.ts': "import { Auth } from '@auth/core'\nAuth(request, create())\n",
      },
      true,
      true,
    ],
    ['how, without a configuration', { 'user.ts': "import type { User } from 'next-auth'\n" }, false, true],
  ])('%s', async (_, files, isAdded, isUnknown) => {
    const manifest = `${JSON.stringify({ dependencies: { 'next-auth': '5.0.0-beta.32', '@auth/core': '0.41.3' } })}\n`
    const app = createTempApp({ 'package.json': manifest, ...files })
    const { code, err } = await app.run('--write')
    expect([code, err.includes(keeps), err.includes(shows)]).toEqual([0, isAdded, isUnknown])
    const migrated = app.files()
    expect(await app.run('--write')).toEqual({ code: 0, out: '', err: 'Nothing to change.\n' })
    expect(app.files()).toEqual(migrated)
  })
})
