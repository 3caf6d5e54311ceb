import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { readInstalledPackage } from '../../src/cli/codemod/installed-package.js'
import { projectRoot } from '../../tools/shared/gate.js'
import { readSubpaths } from '../../tools/shared/subpaths.js'
import { runCodemod } from '../unit/cli/run-codemod.js'

const authjsFolder = join(projectRoot, 'node_modules/@auth/core')

/** Lists the type declarations of the modules that `@auth/core` exports, by specifier. */
function listAuthjsModules(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(authjsFolder, 'package.json'), 'utf8'))
  const modules = new Map<string, string>()
  for (const [subpath, { types }] of Object.entries<{ types?: string }>(exports)) {
    if (!types) continue
    const specifier = subpath.replace('.', '@auth/core')
    if (!subpath.endsWith('/*')) modules.set(specifier, join(authjsFolder, types))
    else
      for (const name of listProviderModules())
        modules.set(specifier.replace('*', name), join(authjsFolder, types.replace('*', name)))
  }
  return modules
}

function listProviderModules(): string[] {
  return readdirSync(join(authjsFolder, 'providers')).flatMap(file =>
    file !== 'index.d.ts' && file.endsWith('.d.ts') ? [file.slice(0, -'.d.ts'.length)] : [],
  )
}

const installed = readInstalledPackage()
const authjsModules = listAuthjsModules()
const sources = new Map<string, string>()
for (const { specifier, source } of readSubpaths(projectRoot))
  sources.set(specifier, join(projectRoot, source))

const program = ts.createProgram([...authjsModules.values(), ...sources.values()], {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  customConditions: ['latchkey-source'],
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
})
const checker = program.getTypeChecker()

function listExports(file: string | undefined): string[] {
  const source = file === undefined ? undefined : program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []
}

describe('every name that a module of @auth/core exports', () => {
  test.each([...authjsModules])(
    '%s is exported by the module that the codemod imports instead',
    (specifier, file) => {
      const names = listExports(file)
      if (names.length === 0) return
      const imports = names.map(name => (name === 'default' ? 'default as provider' : name))
      const { text, diagnostics } = runCodemod(
        'app.ts',
        `import type { ${imports.join(', ')} } from '${specifier}'`,
        { installed },
      )
      expect(diagnostics).toEqual([])
      const [, replacement = ''] = /from '(.*)'/.exec(text) ?? []
      const exported = new Set(listExports(sources.get(replacement)))
      expect(names.filter(name => !exported.has(name))).toEqual([])
    },
  )
})
