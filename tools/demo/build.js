/**
 * Builds what the playground loads: the code without declarations. Does not check types, and requires no TypeScript.
 *
 * @module
 */
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listEntries } from '../build/entries.js'
import { listFiles } from '../shared/list-files.js'

/** Bundles `src` of `root` into `dist` if it is newer. Loads the bundler late, because most starts do not need it. */
export async function buildDemo(root) {
  if (!isStale(root)) return
  console.log('Building Latchkey ...')
  const { bundle } = await import('../build/bundle.js')
  const entries = listEntries(root).filter(entry => existsSync(join(root, 'src', `${entry}.ts`)))
  writeCode(join(root, 'dist'), await bundle(join(root, 'src'), entries, '.ts'))
}

function isStale(root) {
  const built = join(root, 'dist/index.js')
  const sources = ['package.json', ...listFiles(root, 'src', /./)]
  const newest = Math.max(...sources.map(path => statSync(join(root, path)).mtimeMs))
  return !existsSync(built) || statSync(built).mtimeMs < newest
}

/** Replaces the code in place, and keeps the declarations of `npm run build`. */
function writeCode(folder, files) {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of listFiles(folder, '.', /\.js$/)) if (!files.has(path)) rmSync(join(folder, path))
}
