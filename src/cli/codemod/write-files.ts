import { closeSync, fchmodSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readRegularFile } from './regular-file.js'

/** Change of a file. */
export interface FileChange {
  /** Absolute path. */
  readonly file: string
  readonly before: string
  readonly after: string
  readonly mode: number
  /** What identifies the file that was read, as `RegularFile` has it. */
  readonly identity: string
}

/** Some files were changed, and could not be restored. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError'
}

/**
 * Writes all files. If one cannot be written, the others are restored.
 *
 * @throws the error that prevented the write. After a `RestoreError`, the files that it names are changed
 */
export function writeFiles(files: readonly FileChange[]): void {
  const staged: string[] = []
  const replaced: FileChange[] = []
  try {
    for (const { file, after, mode } of files) createStagingFile(file, { text: after, mode }, staged)
    for (const file of files) assertUnchanged(file)
    for (const file of files) {
      renameSync(getStagingPath(file.file), file.file)
      replaced.push(file)
    }
  } catch (error) {
    const changed = replaced.filter(file => !restoreFile(file, staged)).map(({ file }) => file)
    if (changed.length === 0) throw error
    throw new RestoreError(`${changed.join(', ')} changed and cannot be restored. ${toMessage(error)}`)
  } finally {
    for (const path of staged) rmSync(path, { force: true })
  }
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Verifies that a path still names the file that was read. A link in its place could lead out of the app. */
function assertUnchanged({ file, before, identity }: FileChange): void {
  const current = readRegularFile(file)
  if (current?.identity !== identity || !current.bytes.equals(Buffer.from(before)))
    throw new Error(`${file} was changed by another process.`)
}

/** @returns whether the file has its old content */
function restoreFile({ file, before, mode }: FileChange, staged: string[]): boolean {
  try {
    createStagingFile(file, { text: before, mode }, staged)
    renameSync(getStagingPath(file), file)
    return true
  } catch {
    return false
  }
}

/** Writes a new file in the same folder, so that it can replace the file atomically. Fails if it exists. */
function createStagingFile(
  file: string,
  { text, mode }: { text: string; mode: number },
  staged: string[],
): void {
  const path = getStagingPath(file)
  const descriptor = openSync(path, 'wx')
  staged.push(path)
  try {
    writeFileSync(descriptor, text)
    fchmodSync(descriptor, mode)
  } finally {
    closeSync(descriptor)
  }
}

function getStagingPath(file: string): string {
  return `${file}.latchkey-${process.pid}`
}
