/**
 * Sizes of what an app bundles and installs.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import esbuild from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const benchFolder = join(root, 'bench')

/**
 * Bundles a module for an edge runtime, minified and with code splitting.
 *
 * @param {string} contents the source of the module; it imports Latchkey from `./dist`
 * @param {readonly string[]} conditions conditions of the app, beside those of the runtime
 * @returns `{ first, total }` in kB, compressed with gzip: what is loaded at the start, and with what is loaded on demand
 */
export async function measureBundle(contents, conditions = []) {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: contents.includes('./dist/') ? root : benchFolder, sourcefile: 'app.js' },
    bundle: true,
    splitting: true,
    outdir: 'out',
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'workerd', 'edge-light', ...conditions],
    external: ['node:*', '@simplewebauthn/*', 'nodemailer'],
    legalComments: 'none',
    logLevel: 'error',
  })
  const sizes = Object.fromEntries(
    outputFiles.map(({ path, contents: bytes }) => [path.slice(root.length), gzipSync(bytes).length / 1000]),
  )
  const eager = listEager(metafile.outputs)
  return { first: sum(eager.map(path => sizes[path])), total: sum(Object.values(sizes)) }
}

/** Lists the entry point and what it imports statically. */
function listEager(outputs) {
  const pending = Object.keys(outputs).filter(path => outputs[path].entryPoint?.endsWith('app.js'))
  const eager = new Set()
  while (pending.length > 0) {
    const path = pending.pop()
    if (eager.has(path)) continue
    eager.add(path)
    for (const { kind, external, path: next } of outputs[path].imports)
      if (kind === 'import-statement' && !external) pending.push(next)
  }
  return [...eager]
}

/** Measures what npm installs for Latchkey: the files of the package, and its dependencies. @returns `{ files, bytes }` */
export function measureOwnInstallation() {
  const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ entryCount, unpackedSize }] = JSON.parse(output)
  const { dependencies } = readManifest(root)
  return addSizes([
    { files: entryCount, bytes: unpackedSize },
    ...listFolders(Object.keys(dependencies), root).map(measureFolder),
  ])
}

/** Measures the folders of a package and its dependencies, which are installed below `bench`. @returns `{ files, bytes }` */
export function measureInstallation(name) {
  return addSizes(listFolders([name], benchFolder).map(measureFolder))
}

/** Lists the folders of packages and, with optional peers left out, of their dependencies. */
function listFolders(names, from, found = new Set()) {
  for (const name of names) {
    const folder = findPackage(name, from)
    if (found.has(folder)) continue
    found.add(folder)
    listFolders(Object.keys(readManifest(folder).dependencies ?? {}), folder, found)
  }
  return [...found]
}

function findPackage(name, from) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (existsSync(candidate)) return candidate
  }
  throw new Error(`${name} is not installed.`)
}

/** Packages that are installed within the folder of another are listed on their own. */
function measureFolder(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter(path => !path.split(/[\\/]/).includes('node_modules'))
    .map(path => statSync(join(folder, path)))
    .filter(file => file.isFile())
  return { files: files.length, bytes: sum(files.map(({ size }) => size)) }
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function addSizes(sizes) {
  return { files: sum(sizes.map(({ files }) => files)), bytes: sum(sizes.map(({ bytes }) => bytes)) }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
