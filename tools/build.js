/**
 * Builds the package: compiles `src`, bundles the code and keeps the declarations that users can reach. Files are replaced in
 * place, and the others removed last, so that a server running from `dist` survives a build. Svelte components and stylesheets are
 * copied: the app compiles them with its own tools.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { bundle } from './build/bundle.js'
import { collectDeclarations } from './build/declarations.js'
import { listEntries } from './build/entries.js'
import { includePackages } from './build/included-packages.js'
import { installLinkedPackages } from './linked-packages.js'
import { runAsGate } from './shared/gate.js'
import { listFiles } from './shared/source-tree.js'

/** Builds `src` of `root` into `dist`. Installs the packages whose types the integrations import. @returns the compiler errors */
export async function build(root) {
  await installLinkedPackages(root)
  const compiled = mkdtempSync(join(tmpdir(), 'latchkey-build-'))
  try {
    const errors = compile(root, compiled)
    if (errors) return [errors]
    await includePackages(root, compiled)
    const entries = listEntries(root).filter(entry => existsSync(join(compiled, `${entry}.js`)))
    const code = await bundle(compiled, entries)
    writeFiles(root, new Map([...code, ...collectDeclarations(compiled, entries), ...readComponents(root)]))
    return []
  } finally {
    rmSync(compiled, { recursive: true })
  }
}

/** Compiles `src` of `root`. Writes nothing if there are errors, and returns them. */
function compile(root, folder) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', folder]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

function readComponents(root) {
  return listFiles(root, 'src', /\.(?:svelte|css)$/).map(path => [
    path.replace('src/', ''),
    readFileSync(join(root, path), 'utf8'),
  ])
}

/** Writes the files, and removes all others from `dist`. */
function writeFiles(root, files) {
  const folder = join(root, 'dist')
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const path of listFiles(folder, '.', /./)) if (!files.has(path)) rmSync(join(folder, path))
}

await runAsGate(import.meta.url, build)
