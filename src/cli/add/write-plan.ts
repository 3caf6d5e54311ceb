import { lstatSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { readRegularFile } from '../codemod/regular-file.js'
import { type FileChange, writeFiles } from '../codemod/write-files.js'
import type { AdditionPlan } from './plan-additions.js'

/**
 * Writes the changed sources and the missing variables, or nothing. A plan with an entry to write by hand changes nothing.
 *
 * @returns the paths of the changed files, relative to the working directory
 * @throws the error that prevented a write
 */
export function writePlan({ entries, changes, variables }: AdditionPlan, cwd: string): string[] {
  if (entries.some(({ state }) => state === 'manual')) return []
  const path = join(cwd, variables.path)
  const text = variables.missing.map(name => `${name}=\n`).join('')
  const isNew = !lstatSync(path, { throwIfNoEntry: false })
  const appended = text === '' || isNew ? [] : [appendText(path, text)]
  const isCreated = text !== '' && isNew
  if (isCreated) writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  try {
    writeFiles([...changes, ...appended])
  } catch (error) {
    if (isCreated) rmSync(path, { force: true })
    throw error
  }
  const files = [...changes.map(({ file }) => file), ...(text === '' ? [] : [path])]
  return files.map(file => relative(cwd, file).split(sep).join('/'))
}

/** @throws Error for a link or a folder, because another place would change */
function appendText(file: string, text: string): FileChange {
  const content = readRegularFile(file)
  if (!content) throw new Error(`${file} is larger than 4 MiB.`)
  const before = content.bytes.toString('utf8')
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  return { file, before, after: start + text, mode: content.mode, identity: content.identity }
}
