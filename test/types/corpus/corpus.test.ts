import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/cli/codemod/edits.js'
import { readInstalledPackage } from '../../../src/cli/codemod/installed-package.js'
import { planSource } from '../../../src/cli/codemod/plan-source.js'
import { installDependencies } from '../../../tools/setup.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { createApp } from '../compile.js'
import { snippets } from './snippets.js'

const timeout = 120_000
const installed = `${projectRoot}/test/types/corpus/installed`

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
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: false,
  skipLibCheck: true,
  declaration: false,
  noEmit: true,
  types: ['node'],
}

const settings = Object.entries(resolutions).flatMap(([name, resolution]) =>
  [true, false].map(strict => [`${name}, ${strict ? 'strict' : 'not strict'}`, resolution, strict] as const),
)

/** Snippets that do not compile against Auth.js with `node16`: its declarations import files without their extension. */
const unresolved = /^(?:middleware|sveltekit-.*)\.ts /

const sources = Object.fromEntries(Object.entries(snippets).map(([title, text]) => [`${title}.ts`, text]))

/** Converts the snippets as `migrate-imports` does. */
function convert() {
  const context = { installed: readInstalledPackage(), version4Packages: new Set<string>(), nextAuth4: null }
  return Object.fromEntries(
    Object.entries(sources).map(([name, text]) => [
      name,
      applyEdits(text, planSource(name, text, context).edits),
    ]),
  )
}

/** Compiles the snippets against Auth.js, and returns the errors. */
function compileAuthjs(folder: string, options: ts.CompilerOptions): string[] {
  const paths = Object.entries(sources).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const program = ts.createProgram(paths, options)
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const name = file ? basename(file.fileName) : ''
    return `${name} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

describe('the corpus of Auth.js apps', { timeout }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-corpus-'))
  let app: ReturnType<typeof createApp>

  beforeAll(async () => {
    await installDependencies(installed)
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
    for (const name of ['@auth', 'next', 'next-auth', 'react', 'oauth4webapi', 'jose'])
      symlinkSync(join(installed, 'node_modules', name), join(folder, 'node_modules', name))
    for (const name of ['node', 'react'])
      symlinkSync(join(projectRoot, 'node_modules/@types', name), join(folder, 'node_modules/@types', name))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    app = createApp()
  }, timeout)

  afterAll(() => {
    app?.remove()
    rmSync(folder, { recursive: true })
  })

  test.each(settings)(
    'compiles against Auth.js and, converted, against Latchkey: %s',
    (name, options, strict) => {
      const merged = { ...common, ...options, strict }
      const isExpected = (error: string) => name.startsWith('node16') && unresolved.test(error)
      expect(compileAuthjs(folder, merged).filter(error => !isExpected(error))).toEqual([])
      const paths = {
        'next/*': [`${installed}/node_modules/next/*`],
        react: [`${projectRoot}/node_modules/@types/react`],
      }
      const converted = convert()
      expect(Object.entries(converted).filter(([, text]) => /next-auth|@auth\//.test(text))).toEqual([])
      const { faults } = app.compile(converted, { ...merged, preserveSymlinks: true, paths })
      const failed = new Set(faults.map(fault => fault.replace(/\.ts:.*/s, '')))
      const count = Object.keys(snippets).length
      console.log(`${name}: ${count - failed.size} of ${count} snippets compile`)
      expect(faults).toEqual([])
    },
  )
})
