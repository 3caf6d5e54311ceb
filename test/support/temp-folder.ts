import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TempFolder {
  readonly path: string
  /** Removes the folder. Must be called when the test is over. */
  remove(): Promise<void>
}

/** The folders that this process has created since the last test file. */
const created = new Set<string>()

/** Creates an empty folder in the temporary directory. A test file that leaves it there fails. */
export async function createTempFolder(name: string): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), `latchkey-${name}-`))
  created.add(path)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/**
 * Removes the folders that the tests of a file have left.
 *
 * @throws Error with their paths, if there are any
 */
export function assertNoTempFolders(): void {
  const left = [...created].filter(path => existsSync(path))
  created.clear()
  for (const path of left) rmSync(path, { recursive: true, force: true })
  if (left.length > 0)
    throw new Error(
      `Temporary folders left by the test file: ${left.length}, such as ${left[0]}. Remove each when its test is over.`,
    )
}
