import { join, posix } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDrizzleTables } from '../../src/cli/generate-drizzle.js'
import {
  listCombinations,
  methods,
  selectMethods,
  startFrameworks,
  stores,
} from '../../src/cli/start/choices.js'
import { createStart } from '../../src/cli/start/create-start.js'
import { installLinkedPackages } from '../../tools/linked-packages.js'
import { installDependencies } from '../../tools/setup.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { createProgram } from '../../tools/shared/program.js'

const combinations = listCombinations()
const drizzleFolder = 'test/published/sql/node_modules'

/** The packages of stores that are not those of `SqlAdapter`. */
const adapterPackages: Readonly<Record<string, string>> = {
  prisma: '@auth/prisma-adapter',
  drizzle: '@auth/drizzle-adapter',
}

/** Modules of an app that are not installed here: generated ones, and the tools of a framework. */
const ambientModules = `
declare module '@prisma/client' {
  export class PrismaClient {
    readonly user: object
    readonly latchkeyRecord: object
    $transaction(steps: unknown[]): Promise<unknown>
  }
}
declare module '@auth/prisma-adapter' {
  export function PrismaAdapter(prisma: import('@prisma/client').PrismaClient): import('@auth/core/adapters').Adapter
}
declare module 'drizzle-kit' {
  export function defineConfig(config: { dialect: 'postgresql'; schema: string; dbCredentials: { url: string } }): object
}
declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>
}
declare module '*/$types' {
  import type { KitEvent } from 'latchkey/sveltekit'

  export type LayoutServerLoad = (event: KitEvent) => unknown
}
`

/** The TypeScript files of all combinations, each in a folder of its own. */
function createSources(): Map<string, string> {
  const files = combinations.flatMap((combination, index) =>
    [...createStart(combination).files, ...createTables(combination)]
      .filter(({ path }) => /\.tsx?$/.test(path))
      .map(({ path, text }) => ({ index, path, text })),
  )
  return new Map([
    [join(projectRoot, 'start/ambient.d.ts'), ambientModules],
    ...files.map(({ index, path, text }): [string, string] => [
      join(projectRoot, `start/${index}`, path),
      text.replaceAll("'@/", `'${posix.relative(posix.dirname(path), '.') || '.'}/`),
    ]),
  ])
}

/** The file that `npx latchkey generate drizzle --write` creates. */
function createTables(combination: (typeof combinations)[number]) {
  const { files } = createStart(combination)
  const config = files.find(({ path }) => path === 'drizzle.config.ts')
  const path = /schema: '\.\/(.+)'/.exec(config?.text ?? '')?.[1]
  return path ? [{ path, text: addDrizzleTables('', 'postgresql').text }] : []
}

function compile(sources: Map<string, string>): string[] {
  const program = createProgram(projectRoot, {
    virtual: sources,
    options: {
      allowImportingTsExtensions: true,
      module: ts.ModuleKind.Preserve,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      paths: {
        '@auth/drizzle-adapter': [`./${drizzleFolder}/@auth/drizzle-adapter`],
        'drizzle-orm/*': [`./${drizzleFolder}/drizzle-orm/*`],
      },
    },
  })
  return [...sources.keys()].flatMap(path => {
    const file = program.getSourceFile(path)
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(
      ({ messageText }) =>
        `${path.slice(projectRoot.length + 1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  })
}

describe('the files of the start page', () => {
  beforeAll(async () => {
    await Promise.all([installLinkedPackages(), installDependencies(join(projectRoot, 'test/published/sql'))])
  })

  test('are there for each framework, store and set of methods that work together', () => {
    const databases = Object.keys(stores).length - 1
    const sets = 2 ** Object.keys(methods).length - 1
    expect(combinations).toHaveLength(startFrameworks.length * (1 + databases * sets))
  })

  test('compile, in every combination', { timeout: 120_000 }, () => {
    expect(compile(createSources())).toEqual([])
  })

  test('compile, also the page of Svelte', () => {
    const pages = combinations
      .flatMap(combination => createStart(combination).files)
      .filter(({ path }) => path.endsWith('.svelte'))
    const [text, ...others] = new Set(pages.map(page => page.text))
    expect(others).toEqual([])
    expect(compileSvelte(text ?? '', {}).warnings).toEqual([])
  })

  test('do not compile with a misspelled option', { timeout: 120_000 }, () => {
    const sources = createSources()
    const [path] = [...sources.keys()].filter(key => key.endsWith('auth.ts'))
    if (!path) throw new Error('There is no auth.ts.')
    const one = new Map([
      [join(projectRoot, 'start/ambient.d.ts'), ambientModules],
      [path, sources.get(path)?.replace('providers:', 'provider:') ?? ''],
    ])
    expect(compile(one).join()).toContain('provider')
  })

  test('leave out methods that need a store, if there is none', () => {
    expect(selectMethods('none', ['github', 'email', 'passkeys'])).toEqual(['github'])
  })

  test.each(combinations.filter(({ methods }) => methods.length === 4))(
    'have a variable and a package for each method: $framework with $store',
    combination => {
      const { installs, files, callbackUrl } = createStart(combination)
      const environment = files.find(({ path }) => path.startsWith('.env'))?.text
      for (const name of [
        'AUTH_SECRET',
        'AUTH_GITHUB_ID',
        'AUTH_GITHUB_SECRET',
        'EMAIL_SERVER',
        'EMAIL_FROM',
      ])
        expect(environment).toContain(`\n${name}=`)
      const database = adapterPackages[combination.store] ?? 'kysely'
      for (const name of ['nodemailer', '@simplewebauthn/server', database])
        expect(installs.join('\n')).toContain(name)
      expect(callbackUrl).toMatch(/\/callback\/github$/)
    },
  )
})
