import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Example, getExampleFolder, isVariant, resolvePath } from './examples.js'

/** Makes the folder of a variant: the example without what its version does not have, and over it what is its own. */
export function prepareVariant(one: Example): void {
  if (!isVariant(one)) return
  const from = resolvePath(`../../examples/${one.example}`)
  const to = getExampleFolder(one)
  const dropped = new Set([...generatedFiles, ...(one.omittedFiles ?? [])])
  mkdirSync(to, { recursive: true })
  // Packages stay: to install them takes longer than to build.
  for (const name of readdirSync(to))
    if (name !== 'node_modules') rmSync(join(to, name), { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: path => !dropped.has(relative(from, path)) })
  // The date of the lockfile tells whether the packages are older.
  cpSync(resolvePath(`variants/${one.name}`), to, { recursive: true, preserveTimestamps: true })
}

/** What is in the folder of an example without being its source; a README would be told of a place where it is not. */
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
