import { join, relative, sep } from 'node:path'
import { describeSqliteFiles, planGitignore } from '../init/plan-gitignore.js'
import { addLines, type PlannedFile, readIfExists } from '../planned-file.js'
import { databaseUrl, emailVariables, sqliteFile, sqliteOption } from '../start/config-options.js'
import { writePlannedFiles } from '../write-planned-files.js'
import type { AdditionPlan } from './plan-additions.js'

/**
 * Writes the changed sources and the missing variables, or nothing. A plan with an entry to write by hand changes nothing.
 *
 * @returns the paths of the changed files, relative to the working directory
 * @throws the error that prevented a write
 */
export function writePlan(plan: AdditionPlan, cwd: string): string[] {
  const { entries, changes, variables, options } = plan
  if (entries.some(({ state }) => state === 'manual')) return []
  const sources = changes.map(({ file, before, after }): PlannedFile => {
    return { path: relative(cwd, file).split(sep).join('/'), before, after }
  })
  const ignored = options.includes(sqliteOption) ? [describeSqliteFiles(sqliteFile)] : []
  const files = [...sources, ...planVariables(variables, cwd), ...planGitignore(cwd, ignored)]
  writePlannedFiles(cwd, files)
  return files.map(({ path }) => path)
}

function planVariables({ path, missing }: AdditionPlan['variables'], cwd: string): PlannedFile[] {
  if (missing.length === 0) return []
  const before = readIfExists(join(cwd, path))
  const lines = missing.map(name => `${name}=${findExample(name)}\n`).join('')
  return [{ path, before, after: addLines(before, lines), isSecret: true }]
}

const examples: Readonly<Record<string, string>> = { ...emailVariables, DATABASE_URL: databaseUrl }

/** An SMTP server and a database have an example, as in `init`. A key has none. */
function findExample(name: string): string {
  return Object.hasOwn(examples, name) ? (examples[name] ?? '') : ''
}
