import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder for a store, in memory if possible, because the tests flush thousands of times. */
export function createFolder(name: string): Promise<string> {
  const root = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  return mkdtemp(join(root, `latchkey-${name}-`))
}
