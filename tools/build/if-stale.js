/**
 * Builds only if a source is newer than the last build, because several tests need the same package.
 *
 * @module
 */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../build.js'
import { listFiles } from '../shared/source-tree.js'

/** Builds `src` of `root` into `dist`, unless `dist` is newer than all that the build reads. @returns the compiler errors */
export async function buildIfStale(root) {
  return isStale(root) ? build(root) : []
}

function isStale(root) {
  // The build of the playground writes no declarations.
  const built = join(root, 'dist/index.d.ts')
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  const sources = ['src', 'tools/build'].flatMap(folder => listFiles(root, folder, /./))
  const settings = ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'tools/build.js']
  return [...sources, ...settings].some(path => statSync(join(root, path)).mtimeMs > mtimeMs)
}
