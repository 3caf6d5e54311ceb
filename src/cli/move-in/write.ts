import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** What a file becomes. */
export interface Rewritten {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly mode: number
}

/** Writes all of them; when one cannot be written, all are as they were, and the reason is thrown. */
export function writeAll(files: readonly Rewritten[]): void {
  const staged: string[] = []
  const placed: Rewritten[] = []
  try {
    for (const { file, after, mode } of files) {
      staged.push(claim(file))
      fill(besides(file), after, mode)
    }
    for (const { file, before } of files)
      if (readFileSync(file, 'utf8') !== before) throw new Error(`${file} was changed meanwhile.`)
    for (const file of files) {
      renameSync(besides(file.file), file.file)
      placed.push(file)
    }
  } catch (error) {
    for (const { file, before, mode } of placed) {
      fill(besides(file), before, mode)
      renameSync(besides(file), file)
    }
    throw error
  } finally {
    for (const path of staged) rmSync(path, { force: true })
  }
}

/** A place beside the file, on the same disk, so that taking the file's own is one step; it must be free. */
function claim(file: string): string {
  writeFileSync(besides(file), '', { flag: 'wx' })
  return besides(file)
}

function besides(file: string): string {
  return `${file}.latchkey-${process.pid}`
}

function fill(path: string, text: string, mode: number): void {
  writeFileSync(path, text)
  chmodSync(path, mode)
}
