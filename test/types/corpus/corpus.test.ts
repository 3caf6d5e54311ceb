import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/cli/codemod/edits.js'
import { readInstalledPackage } from '../../../src/cli/codemod/installed-package.js'
import { planSource } from '../../../src/cli/codemod/plan-source.js'
import { installDependencies } from '../../../tools/setup.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { selectCases } from '../../support/fire.js'
import { createApp, type Sources } from '../compile.js'
import { snippets } from './snippets.js'
import { augmentedSnippets } from './written/augmented.js'
import { exceptionSnippets } from './written/exceptions.js'

const timeout = 180_000
const installed = 'test/types/corpus/installed/node_modules'

const resolutions: Readonly<Record<string, ts.CompilerOptions>> = {
  node: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Node10,
    ignoreDeprecations: '6.0',
  },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.Preserve, moduleResolution: ts.ModuleResolutionKind.Bundler },
}

const common: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  jsx: ts.JsxEmit.ReactJSX,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: false,
  skipLibCheck: true,
  declaration: false,
  noEmit: true,
  preserveSymlinks: true,
  types: ['node'],
  paths: {
    // Next has no `exports`, so `node16` does not find its files without extensions.
    next: [`${projectRoot}/${installed}/next/index.d.ts`],
    'next/*': [`${projectRoot}/${installed}/next/*.d.ts`, `${projectRoot}/${installed}/next/*`],
    react: [`${projectRoot}/test/browser/react/19/node_modules/@types/react`],
    'react/*': [`${projectRoot}/test/browser/react/19/node_modules/@types/react/*`],
  },
}

const settings = Object.entries(resolutions).flatMap(([name, resolution]) =>
  [true, false].map(strict => [`${name}, ${strict ? 'strict' : 'not strict'}`, resolution, strict] as const),
)

/** The settings of new apps, and those of the oldest, which `npm test` tries. */
const quickSettings = new Set(['bundler, strict', 'node, not strict'])

const names = [
  '@auth',
  '@standard-schema',
  '@sveltejs/kit',
  'cookie',
  'jose',
  'next-auth',
  'preact',
  'svelte',
]

/**
 * Snippets that do not compile against Auth.js: its declarations for SvelteKit import files without their extension, and its package
 * has no folders that `node` finds.
 */
const unresolved = /^(?:sveltekit-.*|adapter-d1|augmented-sveltekit)\.ts[: ]/

const snippetFiles = nameFiles(snippets)
const augmentedFiles = augmentedSnippets.map(nameFiles)
const count = [snippetFiles, ...augmentedFiles].flatMap(files => Object.keys(files)).length

/** Lists the files of each program. */
function listPrograms(strict: boolean): Sources[] {
  const exceptions = Object.entries(exceptionSnippets).filter(
    ([, { isStrictOnly }]) => strict || !isStrictOnly,
  )
  const exceptionFiles = nameFiles(Object.fromEntries(exceptions.map(([title, { text }]) => [title, text])))
  return [{ ...snippetFiles, ...exceptionFiles }, ...augmentedFiles]
}

function nameFiles(texts: Readonly<Record<string, string>>): Sources {
  return Object.fromEntries(
    Object.entries(texts).map(([title, text]) => [extname(title) ? title : `${title}.ts`, text]),
  )
}

/** Converts the snippets as `migrate-imports` does. */
function convert(sources: Sources): Sources {
  const context = { installed: readInstalledPackage(), nextAuth4Packages: new Set<string>(), nextAuth4: null }
  return Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [
      name,
      applyEdits(text, planSource(name, text, context).edits),
    ]),
  )
}

/** Removes the comments that expect errors, because an exception compiles against Auth.js. */
function removeExpectations(sources: Sources): Sources {
  return Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [name, text.replace(/\/\/ TS\d+: /g, '// ')]),
  )
}

describe('the corpus of Auth.js apps', { timeout }, () => {
  let app: Awaited<ReturnType<typeof createApp>>

  beforeAll(async () => {
    const folders = ['types/corpus/installed', 'express/installed']
    await Promise.all(folders.map(name => installDependencies(`${projectRoot}/test/${name}`)))
    app = await createApp(Object.fromEntries(names.map(name => [name, `${installed}/${name}`])))
  }, timeout)

  afterAll(() => app?.remove())

  test.each(selectCases(settings, ([name]) => quickSettings.has(name)))(
    'compiles against Auth.js and, converted, against Latchkey: %s',
    (name, resolution, strict) => {
      const options = { ...common, ...resolution, strict }
      const programs = listPrograms(strict)
      const compileAll = (all: readonly Sources[]) => all.flatMap(one => app.compile(one, options).faults)
      const isExpected = (fault: string) => !name.startsWith('bundler') && unresolved.test(fault)
      const faultsOfAuthjs = compileAll(programs.map(removeExpectations))
      expect(faultsOfAuthjs.filter(fault => !isExpected(fault))).toEqual([])

      const converted = programs.map(convert)
      expect(listUnconverted(converted)).toEqual([])
      const faults = compileAll(converted)
      const failed = new Set(faults.map(fault => fault.replace(/\.tsx?:.*/s, '')))
      console.log(`${name}: ${count - failed.size} of ${count} snippets compile`)
      expect(faults).toEqual([])
    },
  )

  test('has exceptions only for what the differences list with a reason', () => {
    const differences = readFileSync(`${projectRoot}/docs/differences.md`, 'utf8')
    const rows = Object.values(exceptionSnippets).map(({ row }) => row)
    expect(rows.filter(row => !differences.includes(`\n| ${row} |`))).toEqual([])
  })
})

/** Lists the files that still name a package of Auth.js. Published adapters stay. */
function listUnconverted(converted: readonly Sources[]): string[] {
  return converted
    .flatMap(sources => Object.entries(sources))
    .flatMap(([name, text]) => (/['"](?:next-auth|@auth\/(?![\w-]+-adapter))/.test(text) ? [name] : []))
}
