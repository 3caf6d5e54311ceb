import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for a store; in memory where that can be had, for a disk would be asked to flush some thousand times. */
export function createFolder(name: string): Promise<string> {
  const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  return mkdtemp(join(root, `latchkey-${name}-`))
}
