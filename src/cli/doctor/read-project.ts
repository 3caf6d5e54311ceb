import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isRecord, parseObject } from '../../base/parse.js'
import { isRegularFile } from '../codemod/regular-file.js'
import { supportsJsx } from '../codemod/script-blocks.js'
import { tokenize } from '../codemod/tokenizer.js'

/** What the checks read of a project. */
export interface Project {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Version ranges by package, of all kinds of dependencies. */
  readonly dependencies: Readonly<Record<string, string>>
  /** The file that sets a variable, by its name. Those of the process are not in it. */
  readonly files: Readonly<Record<string, string | undefined>>
  /** Folders and files that cannot be read. */
  readonly unreadable: readonly string[]
  /** Paths of the sources with slashes, relative to the folder, and their text without comments. */
  readonly sources: ReadonlyMap<string, string>
}

const skippedFolders = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'test', 'tests'])
const sourceName = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx|svelte|vue|astro)$/
const testName = /\.(?:test|spec)\.\w+$/
const maxSources = 5_000
const maxSourceLength = 500_000

/** Reads the manifest and the sources of a project. */
export function readProject(folder: string, { env, files }: Pick<Project, 'env' | 'files'>): Project {
  const found: FoundSources = { paths: [], unreadable: [] }
  listSources(folder, found)
  const sources = found.paths.flatMap((path): [string, string][] => {
    const text = tryRead(path, found, () => readFileSync(path, 'utf8').slice(0, maxSourceLength))
    return text === null ? [] : [[toRelative(folder, path), removeComments(path, text)]]
  })
  const unreadable = found.unreadable.map(path => toRelative(folder, path))
  const dependencies = readDependencies(folder)
  return { folder, env, files, unreadable, dependencies, sources: new Map(sources) }
}

interface FoundSources {
  readonly paths: string[]
  readonly unreadable: string[]
}

function listSources(folder: string, found: FoundSources): void {
  const entries = tryRead(folder, found, () => readdirSync(folder, { withFileTypes: true })) ?? []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && !skippedFolders.has(entry.name))
      listSources(path, found)
    if (
      entry.isFile() &&
      sourceName.test(entry.name) &&
      !testName.test(entry.name) &&
      found.paths.length < maxSources
    )
      found.paths.push(path)
  }
}

/** Returns null for what the operating system does not let this process read, and remembers it. */
function tryRead<Result>(path: string, { unreadable }: FoundSources, read: () => Result): Result | null {
  try {
    return read()
  } catch {
    unreadable.push(path)
    return null
  }
}

function toRelative(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/')
}

/** Replaces comments with a blank. Those in strings are kept. In components, only what begins a line is certain to be a comment. */
function removeComments(path: string, text: string): string {
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(path)) return removeMarkupComments(text)
  try {
    const comments = tokenize(text, { jsx: supportsJsx(path) }).filter(({ kind }) => kind === 'comment')
    const ends = [0, ...comments.map(({ end }) => end)]
    return ends.map((end, index) => text.slice(end, comments[index]?.start)).join(' ')
  } catch {
    // A source that is too complex is still searched.
    return removeMarkupComments(text)
  }
}

function removeMarkupComments(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '')
}

/** Reads the version ranges of package.json, by package. */
export function readDependencies(folder: string): Record<string, string> {
  const manifest = readManifest(folder)
  const kinds = ['peerDependencies', 'optionalDependencies', 'devDependencies', 'dependencies']
  const entries = kinds.flatMap(kind => (isRecord(manifest[kind]) ? Object.entries(manifest[kind]) : []))
  return Object.fromEntries(entries.map(([name, range]) => [name, String(range)]))
}

/** Reads package.json of a folder. Empty if it is missing or no object. */
export function readManifest(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, 'package.json')
  return isRegularFile(path) ? (parseObject(readFileSync(path, 'utf8')) ?? {}) : {}
}

/** Returns the sources that match, as path and text. */
export function findSources({ sources }: Project, pattern: RegExp): readonly (readonly [string, string])[] {
  return [...sources].filter(([, text]) => pattern.test(text))
}

/** Returns the sources that configure Latchkey: they have its providers, or call its integration. */
export function listConfigurations(project: Project): readonly (readonly [string, string])[] {
  return findSources(project, /['"]latchkey(?:\/|['"])/).filter(([, text]) => /\bproviders\s*[:,]/.test(text))
}

/** Returns the name of a file that exists, of several in the folder. */
export function findFile({ folder }: Project, names: readonly string[]): string | undefined {
  return names.find(name => existsSync(join(folder, name)))
}
