import { existsSync, readFileSync } from 'node:fs'

/** A file that is created or changed. */
export interface PlannedFile {
  /** Path in the folder of the app, with slashes. */
  readonly path: string
  /** The text before, or null for a new file. */
  readonly before: string | null
  readonly after: string
  /** Whether it has secrets, which are never printed. */
  readonly isSecret?: true
}

/** A change that the command cannot make. */
export interface Instruction {
  readonly path: string
  readonly text: string
}

export function readIfExists(path: string): string | null {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

/** Adds lines at the end of a text. */
export function addLines(before: string | null, lines: string): string {
  const start = before ?? ''
  return start === '' || start.endsWith('\n') ? start + lines : `${start}\n${lines}`
}
