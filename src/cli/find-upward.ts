import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the path of the first of these names in the folder, or else in the folders above it. */
export function findUpward(folder: string, names: readonly string[]): string | undefined {
  const name = names.find(each => existsSync(join(folder, each)))
  if (name) return join(folder, name)
  return dirname(folder) === folder ? undefined : findUpward(dirname(folder), names)
}
