import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moduleMappings } from '../../src/cli/codemod/module-map.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { readSubpaths } from '../../tools/shared/subpaths.js'
import { createApp, readScenario, type Sources } from './compile.js'
import { names } from './names.js'

/** Each test is a compilation of its own: what one app extends, another must not see. */
const timeout = 60_000

const bundled: ts.CompilerOptions = {
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
}

/** The modules of vendors that need nothing but id and secret, so that one text fits all. */
const plain = [
  'apple',
  'atlassian',
  'box',
  'coinbase',
  'discord',
  'dribbble',
  'dropbox',
  'facebook',
  'figma',
  'github',
]
const more = [
  'gitlab',
  'google',
  'kakao',
  'line',
  'linkedin',
  'notion',
  'reddit',
  'slack',
  'spotify',
  'twitch',
]
const catalogue = [...plain, ...more].map(name => ({ specifier: `latchkey/providers/${name}` }))

let app: ReturnType<typeof createApp>

beforeAll(async () => {
  await installDependencies(`${projectRoot}/test/types/adapters`)
  await installDependencies(`${projectRoot}/test/express/installed`)
  for (const major of [14, 15, 16]) await installDependencies(`${projectRoot}/test/next/versions/${major}`)
  app = createApp()
}, 120_000)

afterAll(() => app?.remove())

function listErrors(sources: Sources, options?: ts.CompilerOptions): string[] {
  return app.compile(sources, options).faults
}

describe('this test', { timeout }, () => {
  test('hears of a fault that is not announced, and of an announced one that does not come', () => {
    const text = 'export const a: string = 1\n// TS2322: not assignable\nexport const b: string = "b"\n'
    expect(listErrors({ 'app.ts': text })).toEqual([
      'app.ts:3 compiles, TS2322 "not assignable" was announced',
      "app.ts:1 TS2322: Type 'number' is not assignable to type 'string'.",
    ])
  })

  test('takes no other fault for the announced one', () => {
    const text = '// TS2322: to type "number"\nexport const a: string = 1\n'
    expect(listErrors({ 'app.ts': text })).toHaveLength(2)
  })
})

describe('the configuration', { timeout }, () => {
  test('takes every option, and each one as undefined', () => {
    expect(listErrors(readScenario('configuration'))).toEqual([])
    expect(listErrors(readScenario('configuration'), { exactOptionalPropertyTypes: false })).toEqual([])
  })

  test.each([
    ['an option that is misspelt', 'misspelt'],
    ['a callback that returns something else', 'wrong-returns'],
    ['a provider without what it needs', 'incomplete-providers'],
    ['a provider of the catalogue without what it needs', 'providers'],
  ])('refuses %s', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
  })
})

describe('what an app adds to the interfaces', { timeout }, () => {
  test.each([
    ['latchkey/types, latchkey/jwt and latchkey/adapters', 'extended'],
    ['latchkey', 'extended-by-index'],
    ['latchkey/next', 'extended-by-next'],
    ['latchkey/node', 'extended-by-node'],
  ])('through %s reaches callbacks and getSession', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
    expect(listErrors(readScenario(name), bundled)).toEqual([])
  })

  test.each([
    'latchkey',
    'latchkey/client',
    'latchkey/express',
    'latchkey/next',
    'latchkey/node',
    'latchkey/react',
    'latchkey/solid-start',
    'latchkey/solid-start/client',
    'latchkey/sveltekit',
    'latchkey/sveltekit/client',
    'latchkey/types',
  ])('may be written where nothing but %s is imported', door => {
    const main = `export type * from '${door}'\n`
    const modules = ['types', 'jwt', 'adapters'].map(name => `declare module 'latchkey/${name}' {}\n`)
    const extended = `export {}\n${modules.join('')}`
    expect(listErrors({ 'main.ts': main, 'extended.ts': extended })).toEqual([])
  })

  test('adds up over several files', () => {
    const extended = (field: string) =>
      `export {}\ndeclare module 'latchkey/types' { interface Session { ${field}: string } }\n`
    const reader = [
      `import type { Session } from 'latchkey/types'`,
      `export const both = (session: Session): string => session.one + session.two`,
      `// TS2339: 'three' does not exist`,
      `export const none = (session: Session) => session.three`,
    ]
    const sources = { 'app.ts': reader.join('\n'), 'one.ts': extended('one'), 'two.ts': extended('two') }
    expect(listErrors(sources)).toEqual([])
  })
})

describe('getSession', { timeout }, () => {
  test('gives what the session callback of the configuration returns', () => {
    expect(listErrors(readScenario('inference'))).toEqual([])
    expect(listErrors(readScenario('inference'), bundled)).toEqual([])
  })

  test('is exported by a package of declarations that names only public modules', () => {
    const { declarations } = app.compile(readScenario('inference'))
    expect(declarations['app.d.ts']).toContain('role: string')
    expect(declarations['app.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    expect(listErrors({ 'app.d.ts': declarations['app.d.ts'] ?? '' }, { skipLibCheck: false })).toEqual([])
  })
})

describe('the client', { timeout }, () => {
  test('knows the session that a function of the server gives, whatever else that function does', () => {
    expect(listErrors(readScenario('client'))).toEqual([])
    expect(listErrors(readScenario('client'), bundled)).toEqual([])
  })

  test('is exported by a package of declarations that names only public modules', () => {
    const { declarations } = app.compile(readScenario('client'))
    expect(declarations['app.d.ts']).toContain('SessionContextValue<true')
    expect(declarations['app.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    const written = {
      'app.d.ts': declarations['app.d.ts'] ?? '',
      'auth.d.ts': declarations['auth.d.ts'] ?? '',
    }
    expect(listErrors(written, { skipLibCheck: false })).toEqual([])
  })

  test('knows what an app adds to the interfaces', () => {
    expect(listErrors(readScenario('client-extended'))).toEqual([])
    expect(listErrors(readScenario('client-extended'), bundled)).toEqual([])
  })
})

describe('the published adapters fit', { timeout }, () => {
  test.each([
    ['as they are', 'published-adapters'],
    ['where users have more fields that may be absent', 'published-adapters-optional'],
    ['where users have more fields, and theirs have them too', 'published-adapters-extended'],
  ])('%s', (_, name) => {
    expect(listErrors(readScenario(name))).toEqual([])
  })

  test('and ours fit where theirs did', () => {
    // Their optional fields do not take `undefined`, so this cannot hold under the strictest rule.
    expect(listErrors(readScenario('adapters-elsewhere'), { exactOptionalPropertyTypes: false })).toEqual([])
  })
})

describe('an Express app', { timeout }, () => {
  // The packages of Express must meet the `@types/node` of the app, not one that lies beside them.
  const inPlace = { preserveSymlinks: true }

  test('mounts the handler and reads the session, in Express 5 and in Express 4', () => {
    const { 'app.ts': app = '' } = readScenario('express')
    expect(listErrors({ 'app.ts': app }, inPlace)).toEqual([])
    expect(listErrors({ 'app.ts': app.replace("from 'express'", "from 'express-4'") }, inPlace)).toEqual([])
  })
})

describe('a SvelteKit app', { timeout }, () => {
  test('knows what its session callback gives', () => {
    expect(listErrors(readScenario('sveltekit'))).toEqual([])
    expect(listErrors(readScenario('sveltekit'), bundled)).toEqual([])
  })

  test('is exported by a package of declarations that names only public modules', () => {
    const { declarations } = app.compile(readScenario('sveltekit'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
    expect(listErrors({ 'auth.d.ts': declarations['auth.d.ts'] ?? '' }, { skipLibCheck: false })).toEqual([])
  })
})

describe('a SolidStart app', { timeout }, () => {
  test('knows what its session callback gives', () => {
    expect(listErrors(readScenario('solid-start'))).toEqual([])
    expect(listErrors(readScenario('solid-start'), bundled)).toEqual([])
  })

  test('is exported by a package of declarations that names only public modules', () => {
    const { declarations } = app.compile(readScenario('solid-start'))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('a Next app', { timeout }, () => {
  const next = (major: number) => ({
    preserveSymlinks: true,
    paths: { 'next/*': [`${projectRoot}/test/next/versions/${major}/node_modules/next/*`] },
  })

  test.each([14, 15, 16])('uses all that `NextAuth` gives, in Next %i', major => {
    expect(listErrors(readScenario('next'), next(major))).toEqual([])
    expect(listErrors(readScenario('next'), { ...next(major), ...bundled })).toEqual([])
  })

  test('is exported by a package of declarations that names only public modules', () => {
    const { declarations } = app.compile(readScenario('next'), next(16))
    expect(declarations['auth.d.ts']).toContain('role: string')
    expect(declarations['auth.d.ts']).not.toMatch(/latchkey\/(dist|src)|\.\.\//)
  })
})

describe('the public types', { timeout }, () => {
  test.each(Object.entries(names))('%s has every name of the contract', (door, expected) => {
    const imports = expected.map(name => `export type { ${name} } from '${door}'\n`)
    expect(listErrors({ 'app.ts': imports.join('') })).toEqual([])
  })

  test('what migrate-imports promises of them is there', () => {
    const there = readSubpaths(projectRoot).map(({ specifier }) => specifier)
    const promised = [...moduleMappings.values()].filter(({ to }) => there.includes(to))
    const exports = promised.flatMap(({ to, names: own }, index) =>
      [...own].map(name => `export type { ${name} as ${name}_${index} } from '${to}'\n`),
    )
    expect(exports.length).toBeGreaterThan(200)
    expect(listErrors({ 'app.ts': exports.join('') })).toEqual([])
  })

  test('a name that is not there would be missed', () => {
    const text = "// TS2305: no exported member 'Nobody'\nexport type { Nobody } from 'latchkey/types'\n"
    expect(listErrors({ 'app.ts': text })).toEqual([])
  })

  test('every factory of the catalogue is listed by its id', () => {
    const modules = readSubpaths(projectRoot).filter(
      ({ pattern, subpath }) => pattern === './providers/*' && !subpath.includes('/define'),
    )
    const checks = modules.map(({ specifier }, index) => {
      const id = specifier.replace(/.*\//, '')
      return `import factory${index} from '${specifier}'\nexport const f${index}: BuiltInProviders['${id}'] = factory${index}\n`
    })
    const text = `import type { BuiltInProviders } from 'latchkey/providers'\n${checks.join('')}`
    expect(modules).not.toEqual([])
    expect(listErrors({ 'app.ts': text })).toEqual([])
  })

  test('of twenty providers in one configuration cost little', () => {
    const modules = catalogue
    const imports = modules.map(({ specifier }, index) => `import P${index} from '${specifier}'\n`)
    const text = (used: string) =>
      `import type { AuthConfig } from 'latchkey'\n${imports.join('')}export const config: AuthConfig = { providers: [${used}] }\n`
    const bare = modules.map((_, index) => `P${index}`)
    const called = modules.map(
      (_, index) => `P${index}({ clientId: 'id', profile: p => ({ id: String(p.sub ?? p.id) }) })`,
    )
    const none = app.compile({ 'app.ts': text('') })
    for (const used of [bare, called]) {
      const all = app.compile({ 'app.ts': text(used.join(', ')) })
      expect(all.faults).toEqual([])
      expect(all.instantiations - none.instantiations).toBeLessThan(10_000)
    }
  })

  test('hold where the compiler knows no browser', () => {
    // Next's own types need one.
    const specifiers = readSubpaths(projectRoot).map(({ specifier }) => specifier)
    const doors = specifiers
      .filter(specifier => specifier !== 'latchkey/next')
      .map((specifier, index) => `export * as d${index} from '${specifier}'\n`)
    const options = { lib: ['lib.es2023.d.ts'], skipLibCheck: false }
    expect(listErrors({ 'app.ts': doors.join('') }, options)).toEqual([])
  })
})
