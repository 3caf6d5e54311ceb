import { join, relative, sep } from 'node:path'
import { addLines, type PlannedFile, readIfExists } from '../planned-file.js'
import { writePlannedFiles } from '../write-planned-files.js'
import type { AdditionPlan } from './plan-additions.js'

/**
 * Writes the changed sources and the missing variables, or nothing. A plan with an entry to write by hand changes nothing.
 *
 * @returns the paths of the changed files, relative to the working directory
 * @throws the error that prevented a write
 */
export function writePlan({ entries, changes, variables }: AdditionPlan, cwd: string): string[] {
  if (entries.some(({ state }) => state === 'manual')) return []
  const sources = changes.map(({ file, before, after }): PlannedFile => {
    return { path: relative(cwd, file).split(sep).join('/'), before, after }
  })
  const files = [...sources, ...planVariables(variables, cwd)]
  writePlannedFiles(cwd, files)
  return files.map(({ path }) => path)
}

function planVariables({ path, missing }: AdditionPlan['variables'], cwd: string): PlannedFile[] {
  if (missing.length === 0) return []
  const before = readIfExists(join(cwd, path))
  const lines = missing.map(name => `${name}=\n`).join('')
  return [{ path, before, after: addLines(before, lines), isSecret: true }]
}
