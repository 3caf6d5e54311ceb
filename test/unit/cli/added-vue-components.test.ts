import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import { projectRoot } from '../../../tools/shared/gate.js'

const folder = join(projectRoot, 'templates/vue')

/** Compiles a component to TypeScript, with its template. */
function compileComponent(name: string, text = readFileSync(join(folder, name), 'utf8')): string {
  const { descriptor, errors } = parse(text, { filename: name })
  expect(errors).toEqual([])
  const { content } = compileScript(descriptor, { id: name, inlineTemplate: true })
  // Vue leaves the type of an event out.
  return content.replaceAll('($event) =>', '($event: Event) =>').replaceAll('$event =>', '($event: any) =>')
}

/** Lists the type errors of a module that is in the folder of the components. */
function listTypeErrors(name: string, text: string): string[] {
  const file = join(folder, `${name}.ts`)
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(projectRoot, 'tsconfig.json'), path => readFileSync(path, 'utf8')).config,
    ts.sys,
    projectRoot,
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  const own: Partial<ts.CompilerHost> = {
    fileExists: path => path === file || fileExists(path),
    readFile: path => (path === file ? text : readFile(path)),
    getSourceFile: (path, version, ...rest) =>
      path === file ? ts.createSourceFile(path, text, version) : getSourceFile(path, version, ...rest),
  }
  // The compiled template reads each ref by a function, whose result TypeScript does not narrow.
  const lenient = { strictNullChecks: false, exactOptionalPropertyTypes: false, noUnusedParameters: false }
  const program = ts.createProgram([file], { ...options, ...lenient }, { ...host, ...own })
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

test.each(readdirSync(folder))('%s has no type error', { timeout: 60_000 }, name => {
  expect(listTypeErrors(name, compileComponent(name))).toEqual([])
})

test('a wrong change in a template is a type error', { timeout: 60_000 }, () => {
  const text = readFileSync(join(folder, 'SessionList.vue'), 'utf8').replace("'end-others'", "'end-other'")
  expect(listTypeErrors('SessionList.vue', compileComponent('SessionList.vue', text)).join('\n')).toContain(
    '"end-other"',
  )
})
