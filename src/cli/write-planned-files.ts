import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readRegularFile } from './codemod/regular-file.js'
import { type FileChange, writeFiles } from './codemod/write-files.js'
import type { PlannedFile } from './planned-file.js'

/**
 * Writes all files, or none. A new file never replaces one.
 *
 * @throws the error that prevented a write
 */
export function writePlannedFiles(folder: string, files: readonly PlannedFile[]): void {
  const changes = files.flatMap(file => (file.before === null ? [] : [toChange(folder, file, file.before)]))
  const created: string[] = []
  try {
    for (const { path, before, after, isSecret } of files) {
      if (before !== null) continue
      const file = join(folder, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, after, { flag: 'wx', mode: isSecret ? 0o600 : 0o666 })
      created.push(file)
    }
    writeFiles(changes)
  } catch (error) {
    for (const file of created) rmSync(file, { force: true })
    throw error
  }
}

/** @throws Error for a link or a folder, because another place would change */
function toChange(folder: string, { path, after }: PlannedFile, before: string): FileChange {
  const file = join(folder, path)
  const found = readRegularFile(file)
  if (!found) throw new Error(`${path} is not a regular file of up to 4 MiB. No file was written.`)
  return { file, before, after, mode: found.mode, identity: found.identity }
}
