import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isRecord, parseObject } from '../../base/parse.js'
import { isRegularFile } from '../codemod/regular-file.js'

/** What the checks read of a project. */
export interface Project {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Version ranges by package, of all kinds of dependencies. */
  readonly dependencies: Readonly<Record<string, string>>
  /** Paths of the sources with slashes, relative to the folder, and their text without comments. */
  readonly sources: ReadonlyMap<string, string>
}

const skippedFolders = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'test', 'tests'])
const sourceName = /(?<!\.d)\.(?:[cm]?[jt]s|[jt]sx|svelte|vue|astro)$/
const testName = /\.(?:test|spec)\.\w+$/
const maxSources = 5_000
const maxSourceLength = 500_000

/** Reads the manifest and the sources of a project. */
export function readProject(folder: string, env: Project['env']): Project {
  const paths: string[] = []
  listSources(folder, paths)
  const sources = paths.map((path): [string, string] => [
    relative(folder, path).split(sep).join('/'),
    removeComments(readFileSync(path, 'utf8').slice(0, maxSourceLength)),
  ])
  return { folder, env, dependencies: readDependencies(folder), sources: new Map(sources) }
}

function listSources(folder: string, paths: string[]): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && !entry.name.startsWith('.') && !skippedFolders.has(entry.name))
      listSources(path, paths)
    if (
      entry.isFile() &&
      sourceName.test(entry.name) &&
      !testName.test(entry.name) &&
      paths.length < maxSources
    )
      paths.push(path)
  }
}

function removeComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function readDependencies(folder: string): Record<string, string> {
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
