import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { buildIfStale } from '../../tools/build/if-stale.js'
import { installLinkedPackages } from '../../tools/linked-packages.js'
import { projectRoot } from '../../tools/shared/gate.js'

/** The sources of one app by file name. */
export type Sources = Readonly<Record<string, string>>

/** Packages whose types an app has installed, and those that they import, by the folder that has them. */
const packagesByFolder = {
  '.': ['@types/node', 'undici-types', 'oauth4webapi', 'drizzle-orm', 'kysely'],
  'test/astro/installed': ['astro'],
  'test/browser/clients/installed': ['@vue', 'csstype', 'solid-js', 'vue'],
  'test/browser/react/19': ['@types/react', 'react-router'],
  'test/elysia/installed': ['@sinclair', 'elysia', 'exact-mirror', 'file-type', 'memoirist', 'openapi-types'],
  'test/express/installed': ['body-parser', 'connect', 'express', 'express-4', 'express-serve-static-core']
    .concat(['http-errors', 'mime', 'qs', 'range-parser', 'send', 'serve-static'])
    .map(name => `@types/${name}`),
  'test/fastify/installed': [
    '@fastify/ajv-compiler',
    '@fastify/error',
    '@fastify/fast-json-stringify-compiler',
  ]
    .concat(['abstract-logging', 'ajv', 'avvio', 'fast-json-stringify', 'fast-uri', 'fastify'])
    .concat(['find-my-way', 'light-my-request', 'pino']),
  'test/hono/installed': ['hono'],
  'test/koa/installed': ['accepts', 'content-disposition', 'cookies', 'http-assert', 'keygrip', 'koa']
    .concat(['koa-compose'])
    .map(name => `@types/${name}`)
    .concat('@koa'),
  'test/nest/installed': ['@nestjs', 'reflect-metadata', 'rxjs'],
  'test/qwik-city/installed': ['@builder.io'],
  'test/types/adapters': ['@auth'],
}

/** The same packages by name, with their location in this repository. */
const otherPackages = Object.fromEntries(
  Object.entries(packagesByFolder).flatMap(([folder, names]) =>
    names.map(name => [name, `${folder}/node_modules/${name}`]),
  ),
)

const strictOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  types: ['node'],
  skipLibCheck: true,
  declaration: true,
}

/**
 * Creates a folder where the package is installed as by `npm install`, with a build of the current sources.
 * Resolving the sources by `paths` or a condition would not test what users get. `packages` are further packages that the app has
 * installed, and their location in this repository.
 */
export async function createApp(packages: Readonly<Record<string, string>> = {}) {
  await installLinkedPackages()
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-types-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const modules = join(folder, 'node_modules')
  await installPackage(join(modules, 'latchkey'))
  linkPackages(modules, { ...otherPackages, ...packages })
  return {
    compile: (sources: Sources, options: ts.CompilerOptions = {}) => compile(folder, sources, options),
    readHovers: (sources: Sources, options: ts.CompilerOptions = {}) => readHovers(folder, sources, options),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Links packages into a `node_modules`. Their locations are relative to this repository. */
function linkPackages(modules: string, packages: Readonly<Record<string, string>>): void {
  for (const [name, path] of Object.entries(packages)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(projectRoot, path), join(modules, name))
  }
}

async function installPackage(folder: string): Promise<void> {
  for (const fault of await buildIfStale(projectRoot)) throw new Error(fault)
  for (const part of ['dist', 'package.json'])
    cpSync(join(projectRoot, part), join(folder, part), { recursive: true })
}

/** The result of a compilation. */
export interface Compiled {
  /** Errors that no comment expects, and expected errors that did not occur. */
  readonly faults: string[]
  /** The emitted declaration files by name. */
  readonly declarations: Sources
  /** The number of type instantiations. */
  readonly instantiations: number
}

let apps = 0
const compiled = new Map<string, Compiled>()

/** Compiles an app, once for all tests that have the same. */
function compile(folder: string, sources: Sources, options: ts.CompilerOptions): Compiled {
  const key = JSON.stringify([folder, sources, options])
  const result = compiled.get(key) ?? compileAnew(folder, sources, options)
  compiled.set(key, result)
  return result
}

function compileAnew(folder: string, sources: Sources, options: ts.CompilerOptions): Compiled {
  const root = writeApp(folder, sources)
  const settings = { ...strictOptions, ...options }
  const names = Object.keys(sources).map(name => join(root, name))
  const program = ts.createProgram(names, settings, createHost(settings))
  const declarations: Record<string, string> = {}
  program.emit(undefined, (path, text) => {
    if (path.endsWith('.d.ts')) declarations[relative(root, path)] = text
  })
  const errors = ts.getPreEmitDiagnostics(program).map(diagnostic => toCompileError(root, diagnostic))
  return {
    faults: compare(listExpectedErrors(sources), errors),
    declarations,
    instantiations: countInstantiations(program),
  }
}

function writeApp(folder: string, sources: Sources): string {
  const root = join(folder, `app-${apps++}`)
  mkdirSync(root)
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

/** The parsed files of all apps. */
const parsedByServices = ts.createDocumentRegistry()

/** Returns what an editor shows for the word after each comment such as `/*^ name *\/`, by that name. */
function readHovers(
  folder: string,
  sources: Sources,
  options: ts.CompilerOptions,
): Readonly<Record<string, string>> {
  const root = writeApp(folder, sources)
  const paths = Object.keys(sources).map(name => join(root, name))
  const host = createServiceHost(root, paths, { ...strictOptions, ...options })
  const service = ts.createLanguageService(host, parsedByServices)
  const hovers = Object.entries(sources).flatMap(([name, source]) =>
    [...source.matchAll(/\/\*\^ (.+?) \*\//g)].map(({ 0: mark, 1: label = '', index }) => {
      const { displayParts } = service.getQuickInfoAtPosition(join(root, name), index + mark.length) ?? {}
      return [label, ts.displayPartsToString(displayParts)] as const
    }),
  )
  return Object.fromEntries(hovers)
}

function createServiceHost(
  root: string,
  paths: readonly string[],
  settings: ts.CompilerOptions,
): ts.LanguageServiceHost {
  const { readFile, fileExists, directoryExists } = ts.sys
  return {
    readFile,
    fileExists,
    directoryExists,
    getCompilationSettings: () => settings,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [...paths],
    getScriptSnapshot: path => ts.ScriptSnapshot.fromString(readFile(path) ?? ''),
    getScriptVersion: () => '0',
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  }
}

/** Uses an undeclared method of TypeScript that `--extendedDiagnostics` is based on. */
function countInstantiations(program: ts.Program): number {
  const count: unknown = Reflect.get(program, 'getInstantiationCount')
  if (typeof count !== 'function') throw new Error('TypeScript has no getInstantiationCount.')
  return Number(Reflect.apply(count, program, []))
}

const parsed = new Map<string, Map<string, ts.SourceFile | undefined>>()
const resolved = new Map<string, ts.ModuleResolutionCache>()

/** Creates a host that caches parsed files and resolved modules for all apps with the same settings. */
function createHost(settings: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(settings)
  const files = getOrCreate(parsed, listParserSettings(settings), () => new Map())
  const modules = getOrCreate(resolved, settings, () =>
    ts.createModuleResolutionCache(host.getCurrentDirectory(), host.getCanonicalFileName, settings),
  )
  return {
    ...host,
    getModuleResolutionCache: () => modules,
    getSourceFile(path, target) {
      if (!files.has(path)) files.set(path, host.getSourceFile(path, target))
      return files.get(path)
    },
    resolveModuleNameLiterals: (literals, from, redirected, options, file) =>
      literals.map(literal => {
        const mode = ts.getModeForUsageLocation(file, literal, options)
        return ts.resolveModuleName(literal.text, from, options, host, modules, redirected, mode)
      }),
  }
}

/** Returns the settings without those that change neither what a file contains nor how its names are bound. */
function listParserSettings(settings: ts.CompilerOptions): ts.CompilerOptions {
  const { skipLibCheck, declaration, exactOptionalPropertyTypes, lib, paths, preserveSymlinks, ...others } =
    settings
  return others
}

function getOrCreate<Value>(
  cache: Map<string, Value>,
  settings: ts.CompilerOptions,
  create: () => Value,
): Value {
  const key = JSON.stringify(settings)
  const value = cache.get(key) ?? create()
  cache.set(key, value)
  return value
}

interface CompileError {
  readonly at: string
  readonly code: string
  readonly text: string
}

function toCompileError(root: string, { file, start = 0, code, messageText }: ts.Diagnostic): CompileError {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
  const text = ts.flattenDiagnosticMessageText(messageText, ' ')
  return { at: `${file ? relative(root, file.fileName) : ''}:${line}`, code: `TS${code}`, text }
}

/** A comment such as `// TS2322: not assignable` expects this error in the next line. */
function listExpectedErrors(sources: Sources): CompileError[] {
  return Object.entries(sources).flatMap(([name, source]) =>
    source.split('\n').flatMap((line, index) => {
      const [, code, text] = /^\s*\/\/ (TS\d+): (.+)$/.exec(line) ?? []
      return code && text ? [{ at: `${name}:${index + 2}`, code, text }] : []
    }),
  )
}

function compare(expected: readonly CompileError[], actual: readonly CompileError[]): string[] {
  const matches = (one: CompileError, other: CompileError) =>
    one.at === other.at && one.code === other.code && other.text.includes(one.text)
  const missing = expected.filter(one => !actual.some(other => matches(one, other)))
  const unexpected = actual.filter(other => !expected.some(one => matches(one, other)))
  return [
    ...missing.map(({ at, code, text }) => `${at} compiles, expected ${code} "${text}"`),
    ...unexpected.map(({ at, code, text }) => `${at} ${code}: ${text}`),
  ]
}

/** Reads the files of a folder in `scenarios`. */
export function readScenario(name: string): Sources {
  const folder = join(projectRoot, 'test/types/scenarios', name)
  const files = ts.sys.readDirectory(folder, ['.ts'])
  return Object.fromEntries(files.map(file => [relative(folder, file), readFileSync(file, 'utf8')]))
}
