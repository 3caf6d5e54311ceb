import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Change of a file. */
export interface FileChange {
  /** Absolute path. */
  readonly file: string
  readonly before: string
  readonly after: string
  readonly mode: number
}

/**
 * Writes all files. If one cannot be written, the others are restored.
 *
 * @throws the error that prevented the write
 */
export function writeFiles(files: readonly FileChange[]): void {
  const staged: string[] = []
  const replaced: FileChange[] = []
  try {
    for (const { file, after, mode } of files) {
      staged.push(createStagingFile(file))
      writeWithMode(getStagingPath(file), after, mode)
    }
    for (const { file, before } of files)
      if (readFileSync(file, 'utf8') !== before) throw new Error(`${file} was changed by another process.`)
    for (const file of files) {
      renameSync(getStagingPath(file.file), file.file)
      replaced.push(file)
    }
  } catch (error) {
    for (const { file, before, mode } of replaced) {
      writeWithMode(getStagingPath(file), before, mode)
      renameSync(getStagingPath(file), file)
    }
    throw error
  } finally {
    for (const path of staged) rmSync(path, { force: true })
  }
}

/** Creates a new file in the same folder, so that it can replace the file atomically. Fails if it exists. */
function createStagingFile(file: string): string {
  writeFileSync(getStagingPath(file), '', { flag: 'wx' })
  return getStagingPath(file)
}

function getStagingPath(file: string): string {
  return `${file}.latchkey-${process.pid}`
}

function writeWithMode(path: string, text: string, mode: number): void {
  writeFileSync(path, text)
  chmodSync(path, mode)
}
