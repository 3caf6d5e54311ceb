/**
 * The folders of `src` are floors, and imports point down only. Without a gate the first sideways import is a
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
import { importsOf, lineOf, listFiles, readSources } from './shared/source-tree.js'
import { readManifest } from './shared/subpaths.js'

const floors = {
  base: 0,
  errors: 0,
  types: 0,
  crypto: 1,
  http: 1,
  mail: 1,
  config: 2,
  providers: 2,
  adapters: 2,
  sessions: 3,
  checks: 3,
  flows: 4,
  pages: 4,
  actions: 5,
  core: 6,
  door: 7,
  integrations: 8,
}

/** Beside the house: `client` runs in the browser, the others may look everywhere and are looked at by nobody. */
const annexes = new Set(['client', 'testing', 'cli'])

/** Files at the top of `src` that are floors of their own; every other one is a door. */
const groundFiles = new Map([['errors.ts', 'errors']])

/** The path prefixes that may name a package; one that is not listed here has no place in `src`. */
const homes = {
  '@simplewebauthn/browser': ['src/pages/browser/'],
  '@simplewebauthn/server': ['src/providers/webauthn.ts'],
  '@sveltejs/kit': ['src/integrations/sveltekit/kit.ts'],
  $app: ['src/integrations/sveltekit/'],
  $env: ['src/integrations/sveltekit/kit.ts'],
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
const seams = new Map([
  ['#crypto', 'src/crypto/node.ts'],
  ['#kit', 'src/integrations/sveltekit/kit.ts'],
  ['#kit-base', 'src/integrations/sveltekit/base.ts'],
])

/** Faults of `src` below `root`: imports that point up or sideways, misplaced packages, cycles, doors with code. */
export function checkFloors(root) {
  const sources = readSources(root)
  const components = listFiles(root, 'src', /\.svelte$/)
  const paths = new Set([...sources.map(({ path }) => path), ...components])
  const imports = sources.flatMap(source => resolveImports(source, paths))
  const { name } = readManifest(root)
  return [
    ...sources.flatMap(checkPlace),
    ...imports.flatMap(edge => checkImport(edge, name)),
    ...sources.filter(({ path }) => placeOf(path) === 'door').flatMap(checkDoor),
    ...findCycles(imports),
  ]
}

function resolveImports({ path, tree }, paths) {
  return importsOf(tree).map(({ specifier, line, reexportsTypes }) => ({
    from: path,
    at: `${path}:${line}`,
    specifier,
    reexportsTypes,
    to: resolve(path, specifier, paths),
  }))
}

function resolve(from, specifier, paths) {
  if (seams.has(specifier)) return seams.get(specifier)
  if (!specifier.startsWith('.')) return undefined
  const stem = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '')
  return [stem, `${stem}.ts`, `${stem}.tsx`, `${stem}/index.ts`].find(path => paths.has(path))
}

/** The floor or annex of a file. */
function placeOf(path) {
  const [, first, ...rest] = path.split('/')
  return rest.length > 0 ? first : (groundFiles.get(first) ?? 'door')
}

function checkPlace({ path }) {
  const place = placeOf(path)
  return place in floors || annexes.has(place) ? [] : [`${path} lies in ${place}/, which has no floor.`]
}

function checkImport({ at, from, specifier, reexportsTypes, to }, ownName) {
  if (to)
    return mayImport(from, to) || (reexportsTypes && areDoors(from, to))
      ? []
      : [`${at} imports ${to}: ${describe(from)} may not reach ${describe(to)}.`]
  if (specifier.startsWith('.')) return [`${at} imports ${specifier}, which is not a file of src.`]
  if (specifier === ownName || specifier.startsWith(`${ownName}/`))
    return [
      `${at} imports ${specifier}: inside src a file is imported by its path, or its floor stays unseen.`,
    ]
  return checkPackage(at, from, specifier)
}

function mayImport(from, to) {
  const [user, used] = [placeOf(from), placeOf(to)]
  if (user === used) return user !== 'door'
  if (used === 'testing' || used === 'cli') return false
  if (user === 'testing' || user === 'cli') return true
  if (user === 'client') return used === 'types' || used === 'errors'
  if (used === 'client') return floors[user] >= floors.door
  if (user === 'types') return used === 'errors'
  return floors[user] > floors[used]
}

/**
 * A door may pass on the types of another door, and so may an entry of the client, which is one: TypeScript lets an app extend the interfaces of a module only when its
 * file is in the program, and what leads there is one door that names another.
 */
function areDoors(from, to) {
  const isDoor = placeOf(from) === 'door' || /^src\/client\/(.+\/)?index\.ts$/.test(from)
  return isDoor && placeOf(to) === 'door'
}

function describe(path) {
  const place = placeOf(path)
  return place in floors ? `${place} (floor ${floors[place]})` : `${place} (annex)`
}

function checkPackage(at, from, specifier) {
  const name = isBuiltin(specifier) ? 'node:' : packageOf(specifier)
  const allowed = homes[name] ?? []
  if (allowed.some(home => from.startsWith(home))) return []
  const places = allowed.length > 0 ? `only ${allowed.join(', ')} may` : 'check-floors knows no place for it'
  return [`${at} imports ${specifier}: ${places}.`]
}

function packageOf(specifier) {
  const [scope, name] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : scope
}

function checkDoor({ path, tree }) {
  return tree.statements
    .filter(statement => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier))
    .map(statement => `${path}:${lineOf(statement)} holds code: a door holds nothing but re-exports.`)
}

/** Each ring of files that import one another, once. */
function findCycles(imports) {
  const targets = targetsByFile(imports)
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

function targetsByFile(imports) {
  const targets = new Map()
  for (const { from, to } of imports) {
    if (to) targets.set(from, new Set([...(targets.get(from) ?? []), to]))
  }
  return targets
}

await runAsGate(import.meta.url, checkFloors)
