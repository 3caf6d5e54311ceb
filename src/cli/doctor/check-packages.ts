import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from './findings.js'
import { findSources, type Project } from './read-project.js'

const oldestNode = [20, 19] as const
const authJs = [
  'next-auth',
  '@auth/core',
  '@auth/express',
  '@auth/sveltekit',
  '@auth/solid-start',
  '@auth/qwik',
]

/** The package that a subpath needs. */
const peers: Readonly<Record<string, string>> = {
  'adapters/drizzle': 'drizzle-orm',
  'adapters/sql': 'kysely',
  'providers/nodemailer': 'nodemailer',
  'providers/passkey': '@simplewebauthn/server',
  'providers/webauthn': '@simplewebauthn/server',
}

/** The frameworks of the integrations that cannot run without them. */
const frameworks: Readonly<Record<string, string>> = {
  next: 'next',
  express: 'express',
  sveltekit: '@sveltejs/kit',
  hono: 'hono',
  fastify: 'fastify',
  koa: 'koa',
}

/** Checks package.json, installed packages, imports and the version of Node. */
export function checkPackages(project: Project): Finding[] {
  return [
    ...checkInstallation(project),
    ...checkNodeVersions(project),
    ...checkAuthJs(project),
    ...checkImports(project, peers, 'peer-missing'),
    ...checkImports(project, frameworks, 'integration-mismatch'),
  ]
}

function checkInstallation({ folder, dependencies }: Project): Finding[] {
  if (!Object.hasOwn(dependencies, 'latchkey')) return [{ code: 'latchkey-missing', place: 'package.json' }]
  const copies = listCopies(folder)
  if (copies.length === 0) return [{ code: 'packages-not-installed', place: 'node_modules' }]
  return copies.length > 1 ? [{ code: 'latchkey-duplicated', place: copies.join(', ') }] : []
}

/** Lists the installed copies of latchkey: of this folder, of one above, and of installed packages. */
function listCopies(folder: string): string[] {
  const nearest = findModules(folder)
  if (nearest === null) return []
  const owners = listPackageFolders(nearest).map(name => join(nearest, name, 'node_modules'))
  const folders = [nearest, ...owners]
    .map(modules => join(modules, 'latchkey'))
    .filter(path => existsSync(path))
  return [...new Set(folders.map(path => realpathSync(path)))]
}

/** Returns the nearest node_modules with latchkey. */
function findModules(folder: string): string | null {
  const modules = join(folder, 'node_modules')
  if (existsSync(join(modules, 'latchkey'))) return modules
  const parent = dirname(folder)
  return parent === folder ? null : findModules(parent)
}

function listPackageFolders(modules: string): string[] {
  return readdirSync(modules).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map(inner => `${name}/${inner}`) : [name],
  )
}

function checkNodeVersions({ folder }: Project): Finding[] {
  const files = ['.nvmrc', '.node-version'].filter(name => existsSync(join(folder, name)))
  const versions = files.map(name => [name, readFileSync(join(folder, name), 'utf8').trim()] as const)
  return [['process', process.versions.node] as const, ...versions]
    .filter(([, version]) => isOutdated(version))
    .map(([place, version]) => ({ code: 'node-unsupported', place: `${place}: ${version}` }))
}

/** A name such as `lts/*` is not compared. */
function isOutdated(version: string): boolean {
  const [, major, minor] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? []
  if (major === undefined) return false
  const difference = Number(major) - oldestNode[0]
  return difference < 0 || (difference === 0 && minor !== undefined && Number(minor) < oldestNode[1])
}

function checkAuthJs(project: Project): Finding[] {
  const installed = authJs.filter(name => Object.hasOwn(project.dependencies, name))
  const imports = findSources(project, /(?:from|import|require\()\s*['"](?:next-auth|@auth\/(?!\w+-adapter))/)
  return [
    ...installed.map((place): Finding => ({ code: 'authjs-installed', place })),
    ...imports.map(([place]): Finding => ({ code: 'authjs-imported', place })),
  ]
}

function checkImports(
  project: Project,
  table: Readonly<Record<string, string>>,
  code: 'peer-missing' | 'integration-mismatch',
): Finding[] {
  return Object.entries(table)
    .filter(([, name]) => !Object.hasOwn(project.dependencies, name))
    .flatMap(([subpath, name]) =>
      findSources(project, new RegExp(`['"]latchkey/${subpath}['"]`)).map(([path]) => ({
        code,
        place: `${path}: latchkey/${subpath} needs ${name}`,
      })),
    )
}
