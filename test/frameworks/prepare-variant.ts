import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  type Example,
  getExampleFolder,
  getSourceFolders,
  isVariant,
  type Prerelease,
  prerelease,
  resolvePath,
} from './examples.js'

/** Creates the folder of a variant or a prerelease: the files of the example without the omitted ones, plus its own files. */
export function prepareVariant(one: Example): void {
  if (!isVariant(one) && !prerelease) return
  const [from = '', own] = getSourceFolders(one)
  const to = getExampleFolder(one)
  const manifests = isVariant(one) ? ['package.json', 'package-lock.json'] : []
  const dropped = new Set([...generatedFiles, ...manifests, ...(one.omittedFiles ?? [])])
  mkdirSync(to, { recursive: true })
  // Keeps the packages, because installing them takes longer than building.
  for (const name of readdirSync(to))
    if (name !== 'node_modules') rmSync(join(to, name), { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: path => !dropped.has(relative(from, path)) })
  // Keeps the date of the lockfile, which determines whether the packages are outdated.
  if (own) cpSync(own, to, { recursive: true, preserveTimestamps: true })
  if (prerelease) writeVersions(to, prerelease)
}

/** Without a lockfile, npm resolves the other packages anew. */
function writeVersions(folder: string, { packages }: Prerelease): void {
  const file = join(folder, 'package.json')
  const { dependencies = {}, devDependencies = {}, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const replace = (all: object) =>
    Object.fromEntries(Object.entries(all).map(([name, version]) => [name, packages[name] ?? version]))
  const own = { ...replace(dependencies), latchkey: `file:${relative(folder, resolvePath('../..'))}` }
  const manifest = { ...rest, dependencies: own, devDependencies: replace(devDependencies) }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  rmSync(join(folder, 'package-lock.json'), { force: true })
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
}

/** Files that are not copied: generated files, and the README, whose links would be wrong. */
const generatedFiles = [
  '.angular',
  '.astro',
  '.next',
  '.output',
  '.svelte-kit',
  '.vinxi',
  'README.md',
  'app.db',
  'app.db-shm',
  'app.db-wal',
  'build',
  'dist',
  'next-env.d.ts',
  'node_modules',
  'tsconfig.tsbuildinfo',
]
