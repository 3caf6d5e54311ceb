import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../../base/parse.js'
import { requirementSigns } from '../add/addition.js'
import { describePlugin, listPlugins } from '../add/plugins.js'
import { hasEmailProvider, hasPasskeyProvider } from './check-configuration.js'
import type { Finding } from './findings.js'
import { findSources, listConfigurations, type Project, readManifest } from './read-project.js'
import { isInRange } from './version-range.js'

/** Checks published adapters against what is installed and what the configuration needs. */
export function checkAdapters(project: Project): Finding[] {
  const names = listPublishedAdapters(project)
  const installed = names.flatMap(name => readInstalledPackage(project.folder, name) ?? [])
  return [
    ...installed.flatMap(checkPeers),
    ...(names.length === 1 ? installed.flatMap(adapter => checkMethods(adapter, project)) : []),
    ...(names.length > 0 ? checkPluginRecords(project) : []),
  ]
}

const publishedAdapter = /['"](@(?:next-)?auth\/[\w-]+-adapter)['"]/g

/** Lists the published adapters that sources import. */
function listPublishedAdapters({ sources }: Project): readonly string[] {
  const matches = [...sources.values()].flatMap(text => [...text.matchAll(publishedAdapter)])
  return [...new Set(matches.map(([, name = '']) => name))]
}

/** A package in node_modules. */
interface InstalledPackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>>
}

/** Finds a package as Node does, from a folder upward. @returns null if it is not installed */
function readInstalledPackage(folder: string, name: string): InstalledPackage | null {
  const path = join(folder, 'node_modules', name)
  if (existsSync(join(path, 'package.json'))) {
    const found = realpathSync(path)
    return { name, folder: found, manifest: readManifest(found) }
  }
  const parent = dirname(folder)
  return parent === folder ? null : readInstalledPackage(parent, name)
}

/** Adapters import only types of these. */
const typePackages = /^(?:next-auth|@auth\/core)$/

/** Compares the peers of an adapter, such as `kysely`, with what it finds. One that it does not find is not reported. */
function checkPeers({ name, folder, manifest }: InstalledPackage): Finding[] {
  const { peerDependencies, peerDependenciesMeta: meta } = manifest
  return Object.entries(isRecord(peerDependencies) ? peerDependencies : {})
    .filter(([peer]) => !typePackages.test(peer) && !isOptional(isRecord(meta) ? meta[peer] : undefined))
    .flatMap(([peer, range]) => {
      const version = readInstalledPackage(folder, peer)?.manifest['version']
      if (typeof version !== 'string' || isInRange(version, String(range)) !== false) return []
      const place = `${name} ${String(manifest['version'])} needs ${peer} ${String(range)}, and ${version} is installed`
      return [{ code: 'adapter-peer' as const, place }]
    })
}

function isOptional(meta: unknown): boolean {
  return isRecord(meta) && meta['optional'] === true
}

/** Checks the code of the one adapter of an app for the methods of its sign-in methods. Older versions have no passkeys. */
function checkMethods({ name, folder, manifest }: InstalledPackage, project: Project): Finding[] {
  const texts = listConfigurations(project).map(([, text]) => text)
  const needed = [
    ...(texts.some(hasPasskeyProvider) ? ['createAuthenticator'] : []),
    ...(texts.some(hasEmailProvider) ? ['createVerificationToken'] : []),
  ]
  const code = needed.length > 0 ? readCode(folder) : ''
  if (!/\bcreateUser\b/.test(code)) return []
  return needed
    .filter(method => !code.includes(method) && !isOverridden(project, method))
    .map(method => ({
      code: 'adapter-method-missing',
      place: `${name} ${String(manifest['version'])}: ${method}`,
    }))
}

/** Returns whether the app has the method itself, or another adapter that can have it. */
function isOverridden(project: Project, method: string): boolean {
  return (
    findSources(project, new RegExp(`\\b${method}\\b|['"]latchkey/adapters/(?!prisma|drizzle|single-use)`))
      .length > 0
  )
}

const maxCodeFiles = 100

/** Reads the scripts of a package. Empty if it has too many. */
function readCode(folder: string): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const scripts = paths.filter(path => /(?<!\.d)\.[cm]?js$/.test(path) && !/\bnode_modules\b/.test(path))
  if (scripts.length > maxCodeFiles) return ''
  return scripts.map(path => readFileSync(join(folder, path), 'utf8')).join('\n')
}

/** Checks that plugins have a record store. A published adapter has none. */
function checkPluginRecords(project: Project): Finding[] {
  const words = [...project.sources.values()].flatMap(text => text.match(/\w+/g) ?? [])
  if (words.some(word => requirementSigns.records.test(word))) return []
  const plugins = listPlugins().filter(name => describePlugin(name)?.requirements.includes('records'))
  return plugins.flatMap(name =>
    findSources(project, new RegExp(`\\bfrom\\s+['"]latchkey/${name}['"]`))
      .filter(([, text]) => /\bplugins\s*[:,]/.test(text))
      .map(([path]) => ({ code: 'records-missing', place: `${path}: latchkey/${name}` })),
  )
}
