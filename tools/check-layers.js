/**
 * Verifies that imports in `src` only point to lower layers. Each folder is a layer. Without this gate, a policy would not
 * apply to every entry point, and no part could be read, replaced or bundled alone. Type imports count, because a type
 * couples as tightly as a value. Packages have fixed locations too: a package that one file imports stays optional.
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
  adapters: 2,
  sessions: 3,
  checks: 3,
  throttling: 3,
  users: 4,
  'sign-in': 5,
  flows: 6,
  pages: 6,
  actions: 7,
  'plugin-kit': 7,
  // Data. A provider can bring the code of its flow, which no other layer imports then.
  providers: 7,
  core: 8,
  entry: 9,
  plugins: 10,
  integrations: 11,
}

/** Folders outside of the layers. `client` runs in the browser. The others may import everything, and nothing
 * but the CLI imports `testing`. */
const standaloneFolders = new Set(['client', 'testing', 'cli'])

/** The scripts of pages run in the browser, as the client does. No file imports them. */
const browserScripts = 'src/pages/browser/'

/** What an integration may import: what a third party's could, and the types. */
const publicToIntegrations = new Set(['entry', 'errors', 'types', 'client'])

/** What a plugin may import: what a third party's could. */
const publicToPlugins = new Set(['entry'])

/** Files at the top of `src` that are layers. Every other one is an entry point. */
const topLevelLayers = new Map([['errors.ts', 'errors']])

/** Path prefixes that may import a package. Other packages are not allowed in `src`. */
const packageLocations = {
  '@angular/common': ['src/client/angular/'],
  '@angular/core': ['src/client/angular/'],
  '@angular/router': ['src/client/angular/'],
  '@nestjs/common': ['src/integrations/nest'],
  '@nestjs/core': ['src/integrations/nest'],
  '@nestjs/websockets': ['src/integrations/nest/gateway-error.ts'],
  '@simplewebauthn/browser': ['src/pages/browser/'],
  '@simplewebauthn/server': ['src/providers/webauthn.ts'],
  '@sveltejs/kit': ['src/integrations/sveltekit/virtual-modules.ts'],
  $app: ['src/integrations/sveltekit/'],
  commander: ['src/cli/commander.ts'],
  bcryptjs: ['src/plugins/passwords/hashing/bcrypt-format.ts'],
  $env: ['src/integrations/sveltekit/virtual-modules.ts'],
  'drizzle-orm': ['src/adapters/drizzle'],
  kysely: ['src/adapters/sql'],
  libsql: ['src/adapters/sql'],
  elysia: ['src/integrations/elysia'],
  fastify: ['src/integrations/fastify'],
  hono: ['src/integrations/hono'],
  koa: ['src/integrations/koa'],
  next: ['src/integrations/next'],
  nodemailer: ['src/email/nodemailer.ts', 'src/providers/nodemailer.ts'],
  react: ['src/client/react/'],
  'react-router': ['src/integrations/react-router'],
  redis: ['src/cli/'],
  'solid-js': ['src/client/solid/'],
  vue: ['src/client/vue/'],
  oauth4webapi: ['src/flows/oauth', 'src/crypto/'],
  'postal-mime': ['src/cli/dev/mail/packages.ts'],
  'smtp-server': ['src/cli/dev/mail/packages.ts'],
  'node:': [
    'src/cli/',
    'src/crypto/node.ts',
    'src/crypto/node.ts',
    'src/crypto/signatures-node.ts',
    'src/integrations/node',
    'src/integrations/angular/',
    'src/integrations/express',
    'src/integrations/nest',
    'src/integrations/fastify',
    'src/integrations/h3',
    'src/integrations/nuxt.ts',
    'src/adapters/sql',
  ],
}

/** One target file of each name in `imports` of package.json. */
const importAliases = new Map([
  ['#crypto', 'src/crypto/node.ts'],
  ['#signatures', 'src/crypto/signatures-node.ts'],
  ['#locales', 'src/pages/locales/all-languages.ts'],
  ['#nodemailer', 'src/email/nodemailer.ts'],
  ['#sveltekit', 'src/integrations/sveltekit/virtual-modules.ts'],
  ['#sveltekit-base', 'src/integrations/sveltekit/base-path.ts'],
])

/** Finds imports that point up or sideways, misplaced packages, cycles, and entry points with code in `src` below `root`. */
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

/** Returns the layer or the standalone folder of a file. */
function getLayer(path) {
  const [, first, ...rest] = path.split('/')
  return rest.length > 0 ? first : (topLevelLayers.get(first) ?? 'entry')
}

function checkPlace({ path }) {
  const layer = getLayer(path)
  return layer in layers || standaloneFolders.has(layer)
    ? []
    : [`${path} is in ${layer}/, which is not a layer of tools/check-layers.js.`]
}

function checkImport({ at, from, specifier, reexportsTypes, to }, ownName) {
  if (to)
    return canImport(from, to) || (reexportsTypes && isEntryPointReexport(from, to))
      ? []
      : [`${at} imports ${to}: ${describe(from)} must not import ${describe(to)}.`]
  if (specifier.startsWith('.')) return [`${at} imports ${specifier}, which is not a file of src.`]
  if (specifier === ownName || specifier.startsWith(`${ownName}/`))
    return [`${at} imports ${specifier}: import the file by its relative path, so that its layer is visible.`]
  return checkPackage(at, from, specifier)
}

function canImport(from, to) {
  const [user, used] = [getLayer(from), getLayer(to)]
  if (user === used) return user !== 'entry'
  if (used === 'testing') return user === 'cli'
  if (used === 'cli') return false
  if (user === 'testing' || user === 'cli') return true
  if (user === 'client') return used === 'types' || used === 'errors'
  if (used === 'client') return layers[user] >= layers.entry || from.startsWith(browserScripts)
  if (user === 'integrations') return publicToIntegrations.has(used)
  if (user === 'plugins') return publicToPlugins.has(used)
  if (user === 'types') return used === 'errors'
  return layers[user] > layers[used]
}

/**
 * Returns whether an entry point, of the server or the client, re-exports the types of another one. TypeScript lets an app
 * augment a module only if its file is part of the program, and a re-export makes it so.
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
    allowed.length > 0
      ? `only ${allowed.join(', ')} may import it`
      : 'add its location to tools/check-layers.js'
  return [`${at} imports ${specifier}: ${places}.`]
}

function getPackageName(specifier) {
  const [scope, name] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : scope
}

function checkEntryPoint({ path, tree }) {
  return tree.statements
    .filter(statement => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier))
    .map(statement => `${path}:${getLine(statement)} contains code: an entry point contains only re-exports.`)
}

/** Finds import cycles, each once. */
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
