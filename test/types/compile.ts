import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { projectRoot } from '../../tools/shared/gate.js'

/** The sources of one app: text by file name. */
export type Sources = Readonly<Record<string, string>>

/** The packages whose types an app finds beside ours, and where they are installed here. */
const neighbours = {
  '@types/node': 'node_modules/@types/node',
  'undici-types': 'node_modules/undici-types',
  oauth4webapi: 'node_modules/oauth4webapi',
  kysely: 'node_modules/kysely',
  '@types/react': 'node_modules/@types/react',
  csstype: 'node_modules/csstype',
  '@auth': 'test/types/adapters/node_modules/@auth',
  ...Object.fromEntries(
    ['body-parser', 'connect', 'express', 'express-4', 'express-serve-static-core', 'http-errors']
      .concat(['mime', 'qs', 'range-parser', 'send', 'serve-static'])
      .map(name => [`@types/${name}`, `test/express/installed/node_modules/@types/${name}`]),
  ),
}

const strictest: ts.CompilerOptions = {
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
 * A folder where the package is installed as `npm install` would do it, with the declarations that the build would make
 * of the sources as they are now: what TypeScript resolves by `paths` or a condition says nothing about a user's project.
 */
export function createApp() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-types-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const modules = join(folder, 'node_modules')
  writeDeclarations(join(modules, 'latchkey'))
  for (const [name, place] of Object.entries(neighbours)) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(projectRoot, place), join(modules, name))
  }
  return {
    compile: (sources: Sources, options: ts.CompilerOptions = {}) => compile(folder, sources, options),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

function writeDeclarations(folder: string): void {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse }
  const config = ts.getParsedCommandLineOfConfigFile(join(projectRoot, 'tsconfig.build.json'), {}, host)
  const options = { ...config?.options, outDir: join(folder, 'dist'), emitDeclarationOnly: true }
  ts.createProgram(config?.fileNames ?? [], { ...options, declarationMap: false, sourceMap: false }).emit()
  cpSync(join(projectRoot, 'package.json'), join(folder, 'package.json'))
}

function refuse({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** What the compiler made of an app. */
export interface Compiled {
  /** Complaints that no comment announces, and announced ones that did not come. */
  readonly faults: string[]
  /** The text of each declaration file, by its name. */
  readonly declarations: Sources
  /** How many types the compiler made out of generic ones. */
  readonly instantiations: number
}

let apps = 0

function compile(folder: string, sources: Sources, options: ts.CompilerOptions): Compiled {
  const root = join(folder, `app-${apps++}`)
  mkdirSync(root)
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(root, name), text)
  const settings = { ...strictest, ...options }
  const names = Object.keys(sources).map(name => join(root, name))
  const program = ts.createProgram(names, settings, createHost(settings))
  const declarations: Record<string, string> = {}
  program.emit(undefined, (path, text) => {
    if (path.endsWith('.d.ts')) declarations[relative(root, path)] = text
  })
  const complaints = ts.getPreEmitDiagnostics(program).map(complaint => toComplaint(root, complaint))
  return {
    faults: compare(listAnnounced(sources), complaints),
    declarations,
    instantiations: countInstantiations(program),
  }
}

/** TypeScript counts it for `--extendedDiagnostics`, and does not declare it. */
function countInstantiations(program: ts.Program): number {
  const count: unknown = Reflect.get(program, 'getInstantiationCount')
  if (typeof count !== 'function') throw new Error('TypeScript counts no instantiations any more.')
  return Number(Reflect.apply(count, program, []))
}

const parsed = new Map<string, Map<string, ts.SourceFile | undefined>>()

/** What is installed is parsed once for all apps that are compiled alike. */
function createHost(settings: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(settings)
  const key = JSON.stringify(settings)
  const known = parsed.get(key) ?? new Map<string, ts.SourceFile | undefined>()
  parsed.set(key, known)
  const getSourceFile: ts.CompilerHost['getSourceFile'] = (path, target) => {
    if (!known.has(path)) known.set(path, host.getSourceFile(path, target))
    return known.get(path)
  }
  return { ...host, getSourceFile }
}

interface Complaint {
  readonly at: string
  readonly code: string
  readonly text: string
}

function toComplaint(root: string, { file, start = 0, code, messageText }: ts.Diagnostic): Complaint {
  const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
  const text = ts.flattenDiagnosticMessageText(messageText, ' ')
  return { at: `${file ? relative(root, file.fileName) : ''}:${line}`, code: `TS${code}`, text }
}

/** A comment such as `// TS2322: not assignable` announces what the compiler says of the line below it. */
function listAnnounced(sources: Sources): Complaint[] {
  return Object.entries(sources).flatMap(([name, source]) =>
    source.split('\n').flatMap((line, index) => {
      const [, code, text] = /^\s*\/\/ (TS\d+): (.+)$/.exec(line) ?? []
      return code && text ? [{ at: `${name}:${index + 2}`, code, text }] : []
    }),
  )
}

function compare(expected: readonly Complaint[], actual: readonly Complaint[]): string[] {
  const answers = (one: Complaint, other: Complaint) =>
    one.at === other.at && one.code === other.code && other.text.includes(one.text)
  const missing = expected.filter(one => !actual.some(other => answers(one, other)))
  const surplus = actual.filter(other => !expected.some(one => answers(one, other)))
  return [
    ...missing.map(({ at, code, text }) => `${at} compiles, ${code} "${text}" was announced`),
    ...surplus.map(({ at, code, text }) => `${at} ${code}: ${text}`),
  ]
}

/** The files of a folder below `scenarios`. */
export function readScenario(name: string): Sources {
  const folder = join(projectRoot, 'test/types/scenarios', name)
  const files = ts.sys.readDirectory(folder, ['.ts'])
  return Object.fromEntries(files.map(file => [relative(folder, file), readFileSync(file, 'utf8')]))
}
