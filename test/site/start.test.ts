import { posix } from 'node:path'
import { compile as compileSvelte } from 'svelte/compiler'
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
import { compileAppFiles, installAppPackages } from '../support/compile-app-files.js'

const combinations = listCombinations()

/** The packages of stores that are not those of `SqlAdapter`. */
const adapterPackages: Readonly<Record<string, string>> = {
  prisma: '@auth/prisma-adapter',
  drizzle: '@auth/drizzle-adapter',
}

/** The TypeScript files of all combinations, each in a folder of its own. */
function createSources(): Map<string, string> {
  const files = combinations.flatMap((combination, index) =>
    [...createStart(combination).files, ...createTables(combination)]
      .filter(({ path }) => /\.tsx?$/.test(path))
      .map(({ path, text }) => ({ index, path, text })),
  )
  return new Map([
    ...files.map(({ index, path, text }): [string, string] => [
      posix.join(`${index}`, path),
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

describe('the files of the start page', () => {
  beforeAll(async () => {
    await installAppPackages()
  })

  test('are there for each framework, store and set of methods that work together', () => {
    const databases = Object.keys(stores).length - 1
    const sets = 2 ** Object.keys(methods).length - 1
    expect(combinations).toHaveLength(startFrameworks.length * (1 + databases * sets))
  })

  test('compile, in every combination', { timeout: 120_000 }, () => {
    expect(compileAppFiles(createSources())).toEqual([])
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
    const one = new Map([[path, sources.get(path)?.replace('providers:', 'provider:') ?? '']])
    expect(compileAppFiles(one).join()).toContain('provider')
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
