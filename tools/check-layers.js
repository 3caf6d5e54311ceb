/**
 * The folders of `src` are layers, and imports point down only. Without a gate the first sideways import is a
 * convenience, the tenth an architecture nobody chose: then a policy no longer holds for every way in, and a part
 * cannot be read, replaced or bundled alone. Type imports count, because a type that reaches up couples as tightly as
 * a value. The same reasoning keeps packages in their places: one that is named in a single file stays optional.
 *
 * @module
 */
import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'
import { runAsGate } from './shared/gate.js'
import { getLine, listFiles, listImports, readSources } from './shared/source-tree.js'
import { readManifest } from './shared/subpaths.js'

const layers = {
  base: 0,
  errors: 0,
  types: 0,
  crypto: 1,
  http: 1,
  email: 1,
  config: 2,
  providers: 2,
  adapters: 2,
  sessions: 3,
  checks: 3,
  flows: 4,
  pages: 4,
  actions: 5,
  core: 6,
  entry: 7,
  integrations: 8,
}

/** Outside the layers: `client` runs in the browser; the others may import everything, and nothing imports them. */
const standaloneFolders = new Set(['client', 'testing', 'cli'])

/** Files at the top of `src` that are layers of their own; every other one is an entry point. */
const topLevelLayers = new Map([['errors.ts', 'errors']])

/** The path prefixes that may name a package; one that is not listed here has no place in `src`. */
const packageLocations = {
  '@simplewebauthn/browser': ['src/pages/browser/'],
  '@simplewebauthn/server': ['src/providers/webauthn.ts'],
  '@sveltejs/kit': ['src/integrations/sveltekit/virtual-modules.ts'],
  $app: ['src/integrations/sveltekit/'],
  $env: ['src/integrations/sveltekit/virtual-modules.ts'],
  kysely: ['src/adapters/sql'],
  libsql: ['src/adapters/sql'],
  next: ['src/integrations/next'],
  nodemailer: ['src/providers/nodemailer.ts'],
  react: ['src/client/react/'],
  oauth4webapi: ['src/flows/oauth', 'src/crypto/'],
  'node:': [
    'src/cli/',
    'src/crypto/node.ts',
    'src/integrations/node',
    'src/integrations/express',
    'src/adapters/sql',
  ],
}

/** What stands behind a name of `imports` in package.json; of several files that do, one. */
const importAliases = new Map([
  ['#crypto', 'src/crypto/node.ts'],
  ['#sveltekit', 'src/integrations/sveltekit/virtual-modules.ts'],
  ['#sveltekit-base', 'src/integrations/sveltekit/base-path.ts'],
])

/** Faults of `src` below `root`: imports that point up or sideways, misplaced packages, cycles, entry points with code. */
export function checkLayers(root) {
  const sources = readSources(root)
  const components = listFiles(root, 'src', /\.svelte$/)
  const paths = new Set([...sources.map(({ path }) => path), ...components])
  const imports = sources.flatMap(source => resolveImports(source, paths))
  const { name } = readManifest(root)
  return [
    ...sources.flatMap(checkPlace),
    ...imports.flatMap(edge => checkImport(edge, name)),
    ...sources.filter(({ path }) => getLayer(path) === 'entry').flatMap(checkEntryPoint),
    ...findCycles(imports),
  ]
}

function resolveImports({ path, tree }, paths) {
  return listImports(tree).map(({ specifier, line, reexportsTypes }) => ({
    from: path,
    at: `${path}:${line}`,
    specifier,
    reexportsTypes,
    to: resolve(path, specifier, paths),
  }))
}

function resolve(from, specifier, paths) {
  if (importAliases.has(specifier)) return importAliases.get(specifier)
  if (!specifier.startsWith('.')) return undefined
  const stem = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '')
  return [stem, `${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`].find(path => paths.has(path))
}

/** The layer, or the standalone folder, of a file. */
function getLayer(path) {
  const [, first, ...rest] = path.split('/')
  return rest.length > 0 ? first : (topLevelLayers.get(first) ?? 'entry')
}

function checkPlace({ path }) {
  const layer = getLayer(path)
  return layer in layers || standaloneFolders.has(layer)
    ? []
    : [`${path} lies in ${layer}/, which is not a layer.`]
}

function checkImport({ at, from, specifier, reexportsTypes, to }, ownName) {
  if (to)
    return canImport(from, to) || (reexportsTypes && isEntryPointReexport(from, to))
      ? []
      : [`${at} imports ${to}: ${describe(from)} may not reach ${describe(to)}.`]
  if (specifier.startsWith('.')) return [`${at} imports ${specifier}, which is not a file of src.`]
  if (specifier === ownName || specifier.startsWith(`${ownName}/`))
    return [
      `${at} imports ${specifier}: inside src a file is imported by its path, so that its layer is visible.`,
    ]
  return checkPackage(at, from, specifier)
}

function canImport(from, to) {
  const [user, used] = [getLayer(from), getLayer(to)]
  if (user === used) return user !== 'entry'
  if (used === 'testing' || used === 'cli') return false
  if (user === 'testing' || user === 'cli') return true
  if (user === 'client') return used === 'types' || used === 'errors'
  if (used === 'client') return layers[user] >= layers.entry
  if (user === 'types') return used === 'errors'
  return layers[user] > layers[used]
}

/**
 * An entry point may re-export the types of another one, and so may an entry of the client. TypeScript lets an app extend the
 * interfaces of a module only when its file is in the program, and one entry point that names another puts it there.
 */
function isEntryPointReexport(from, to) {
  const isEntryPoint = getLayer(from) === 'entry' || /^src\/client\/(.+\/)?index\.ts$/.test(from)
  return isEntryPoint && getLayer(to) === 'entry'
}

function describe(path) {
  const layer = getLayer(path)
  return layer in layers ? `${layer} (layer ${layers[layer]})` : `${layer} (standalone)`
}

function checkPackage(at, from, specifier) {
  const name = isBuiltin(specifier) ? 'node:' : getPackageName(specifier)
  const allowed = packageLocations[name] ?? []
  if (allowed.some(location => from.startsWith(location))) return []
  const places =
    allowed.length > 0 ? `only ${allowed.join(', ')} may` : 'tools/check-layers.js lists no place for it'
  return [`${at} imports ${specifier}: ${places}.`]
}

function getPackageName(specifier) {
  const [scope, name] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : scope
}

function checkEntryPoint({ path, tree }) {
  return tree.statements
    .filter(statement => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier))
    .map(statement => `${path}:${getLine(statement)} holds code: an entry point holds only re-exports.`)
}

/** Each ring of files that import one another, once. */
function findCycles(imports) {
  const targets = groupTargetsByFile(imports)
  const done = new Set()
  const cycles = []
  const visit = (file, trail) => {
    const start = trail.indexOf(file)
    if (start >= 0) cycles.push(`Import cycle: ${[...trail.slice(start), file].join(' -> ')}`)
    if (start >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}

function groupTargetsByFile(imports) {
  const targets = new Map()
  for (const { from, to } of imports) {
    if (to) targets.set(from, new Set([...(targets.get(from) ?? []), to]))
  }
  return targets
}

await runAsGate(import.meta.url, checkLayers)
