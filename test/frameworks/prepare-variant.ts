import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Example, getExampleFolder, isVariant, resolvePath } from './examples.js'

/** Creates the folder of a variant: the files of the example without the omitted ones, plus its own files. */
export function prepareVariant(one: Example): void {
  if (!isVariant(one)) return
  const from = resolvePath(`../../examples/${one.example}`)
  const to = getExampleFolder(one)
  const dropped = new Set([...generatedFiles, ...(one.omittedFiles ?? [])])
  mkdirSync(to, { recursive: true })
  // Keeps the packages, because installing them takes longer than building.
  for (const name of readdirSync(to))
    if (name !== 'node_modules') rmSync(join(to, name), { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: path => !dropped.has(relative(from, path)) })
  // Keeps the date of the lockfile, which determines whether the packages are outdated.
  cpSync(resolvePath(`variants/${one.name}`), to, { recursive: true, preserveTimestamps: true })
}

/** Files that are not copied: generated files, and the README, whose links would be wrong. */
const generatedFiles = [
  '.next',
  '.output',
  '.svelte-kit',
  '.vinxi',
  'README.md',
  'app.db',
  'app.db-shm',
  'app.db-wal',
  'build',
  'next-env.d.ts',
  'node_modules',
  'package-lock.json',
  'package.json',
  'tsconfig.tsbuildinfo',
]
