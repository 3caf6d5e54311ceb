/**
 * Lists files. Imports only modules of Node, because the playground is built before TypeScript is installed.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const ignoredFolders = new Set(['node_modules', 'dist', 'fixtures'])

/** Lists the files below `folder` whose path matches `pattern`, relative to `root`, sorted. */
export function listFiles(root, folder, pattern) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .filter(entry => !ignoredFolders.has(entry.name) && !entry.name.startsWith('.'))
    .flatMap(entry => {
      const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return listFiles(root, path, pattern)
      return pattern.test(path) ? [path] : []
    })
    .sort()
}
