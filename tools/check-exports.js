/**
 * Verifies the public exports. The names of every subpath are committed in tools/exports.json, so that an added or removed name
 * is visible in review. package.json, the source files and the docs must list the same subpaths.
 *
 * `node tools/check-exports.js --write` accepts the current names, and writes the `typesVersions` of package.json.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import esbuild from 'esbuild'
import { isMainModule, projectRoot, runAsGate } from './shared/gate.js'
import { listFiles } from './shared/source-tree.js'
import { buildTypesVersions, readEntries, readManifest, readSubpaths } from './shared/subpaths.js'

/** Subpaths that an app needs if it migrates from Auth.js with an alias. */
const requiredSubpaths = ['.', './adapters', './errors', './jwt', './providers', './providers/*', './types']

const snapshotPath = 'tools/exports.json'

/** Finds missing subpaths and files, unexported entry points, undocumented subpaths and changed names. */
export async function checkExports(root) {
  const { exports, typesVersions } = readManifest(root)
  const entries = readEntries(exports)
  const missing = [...checkRequiredSubpaths(entries), ...entries.flatMap(entry => checkTargets(root, entry))]
  const faults = [
    ...missing,
    ...checkTypesVersions(exports, typesVersions),
    ...checkEntryPoints(root, entries),
    ...checkMentions(root, entries),
  ]
  return missing.length > 0 ? faults : [...faults, ...(await checkNames(root))]
}

function checkTypesVersions(exports, typesVersions) {
  const expected = JSON.stringify(buildTypesVersions(exports))
  if (JSON.stringify(typesVersions) === expected) return []
  return ['package.json: `typesVersions` differs from `exports`. Run `node tools/check-exports.js --write`.']
}

function checkRequiredSubpaths(entries) {
  const present = new Set(entries.map(({ pattern }) => pattern))
  return requiredSubpaths
    .filter(name => !present.has(name))
    .map(name => `package.json does not export ${name}.`)
}

function checkTargets(root, { pattern, source, types, target }) {
  const compiled = source.replace(/^src\//, 'dist/').replace(/\.tsx?$/, '')
  const faults = []
  if (!hasSource(root, source)) faults.push(`${pattern} points to ${source}, which does not exist.`)
  if (types !== `${compiled}.d.ts`) faults.push(`${pattern}: "types" is ${types}, expected ${compiled}.d.ts.`)
  if (target !== `${compiled}.js`) faults.push(`${pattern}: "default" is ${target}, expected ${compiled}.js.`)
  return faults
}

function hasSource(root, source) {
  const [folder, rest] = source.split('*')
  return rest === undefined ? existsSync(join(root, source)) : listFiles(root, folder, /\.tsx?$/).length > 0
}

function checkEntryPoints(root, entries) {
  const exported = new Set(entries.map(({ source }) => source))
  return listFiles(root, 'src', /^src\/[^/]+\.tsx?$/)
    .filter(path => !exported.has(path))
    .map(path => `${path} is an entry point that package.json does not export.`)
}

function checkMentions(root, entries) {
  const pages = ['README.md', 'docs/reference/subpaths.md', 'docs/architecture.md']
    .map(page => join(root, page))
    .filter(existsSync)
  const text = pages.map(page => readFileSync(page, 'utf8')).join('\n')
  const { name } = readManifest(root)
  return entries
    .filter(({ pattern }) => !isMentioned(text, name, pattern))
    .map(({ pattern }) => `${pattern} is not mentioned in docs/reference/subpaths.md.`)
}

/** Returns whether a text contains a subpath as `./jwt` or `latchkey/jwt`, but not as the start of a longer path. */
function isMentioned(text, name, pattern) {
  const path = pattern.slice(1)
  return [name + path, `.${path}`].some(spelling =>
    text.split(spelling).some((_, index, parts) => index > 0 && !/^(\/?[\w*-])/.test(parts[index])),
  )
}

async function checkNames(root) {
  const expected = readSnapshot(root)
  const actual = await readNames(root)
  const subpaths = [...new Set([...Object.keys(expected), ...Object.keys(actual)])].sort()
  return subpaths.flatMap(subpath => compare(subpath, expected[subpath] ?? [], actual[subpath] ?? []))
}

function compare(subpath, expected, actual) {
  const added = actual.filter(name => !expected.includes(name))
  const removed = expected.filter(name => !actual.includes(name))
  return [
    ...added.map(name => `${subpath} exports ${name}, which ${snapshotPath} does not list.`),
    ...removed.map(name => `${subpath} no longer exports ${name}, which ${snapshotPath} lists.`),
  ]
}

function readSnapshot(root) {
  const path = join(root, snapshotPath)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}

/** Reads the run-time names of each subpath with a bundler, that is, without types. */
async function readNames(root) {
  const subpaths = readSubpaths(root)
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: subpaths.map(({ source }) => source),
    outdir: 'names',
    outbase: 'src',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    packages: 'external',
    conditions: ['latchkey-source'],
    loader: { '.svelte': 'text' },
    logLevel: 'silent',
  })
  const outputs = Object.values(metafile.outputs)
  return Object.fromEntries(subpaths.map(({ subpath, source }) => [subpath, getExportNames(outputs, source)]))
}

function getExportNames(outputs, source) {
  return outputs.find(({ entryPoint }) => entryPoint === source)?.exports.toSorted() ?? []
}

async function writeSnapshot(root) {
  const manifest = readManifest(root)
  const text = JSON.stringify({ ...manifest, typesVersions: buildTypesVersions(manifest.exports) }, null, 2)
  writeFileSync(join(root, 'package.json'), `${text}\n`)
  writeFileSync(join(root, snapshotPath), JSON.stringify(await readNames(root), null, 2))
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  spawnSync(process.execPath, [biome, 'format', '--write', snapshotPath], { cwd: root, stdio: 'inherit' })
}

if (isMainModule(import.meta.url) && process.argv.includes('--write')) await writeSnapshot(projectRoot)
else await runAsGate(import.meta.url, checkExports)
