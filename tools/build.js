/**
 * Builds the package with the TypeScript compiler: one JavaScript file, declaration and source map for each source file. Files
 * are replaced in place, and only those without a source are removed, so that a server running from `dist` survives a build.
 * Svelte components are copied: the app compiles them with its own version of Svelte.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runAsGate } from './shared/gate.js'
import { listFiles } from './shared/source-tree.js'

/** Compiles `src` of `root` into `dist`. @returns the compiler errors */
export function build(root) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const options = { cwd: root, encoding: 'utf8' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], options)
  if (status !== 0) return [stdout + stderr]
  for (const path of listFiles(root, 'src', /\.svelte$/))
    copyFileSync(join(root, path), join(root, path.replace(/^src/, 'dist')))
  removeOrphans(root)
  return []
}

function removeOrphans(root) {
  for (const path of listFiles(join(root, 'dist'), '.', /./)) {
    const source = join(root, 'src', path.replace(/(\.d)?\.[jt]s(\.map)?$/, ''))
    if (!['', '.ts', '.tsx'].some(ending => existsSync(source + ending))) rmSync(join(root, 'dist', path))
  }
}

await runAsGate(import.meta.url, build)
