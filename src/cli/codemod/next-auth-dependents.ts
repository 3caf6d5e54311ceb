import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isRecord } from '../../base/parse.js'
import type { Diagnostic } from './rewrite-plan.js'

const sections = ['dependencies', 'peerDependencies', 'optionalDependencies'] as const

/** Adapters import only types of NextAuth. */
const adapterPattern = /^@(?:next-)?auth\/[\w-]+-adapter$/

/** Reports each installed package that requires `next-auth`, because its code imports it after the migration too. */
export function reportNextAuthDependents(folder: string): Diagnostic[] {
  return findInstalledManifests(folder).flatMap((manifest): Diagnostic[] => {
    const { name, version } = manifest
    const section = sections.find(key => typeof getRange(manifest, key) === 'string')
    if (!section || typeof name !== 'string' || name === 'next-auth') return []
    const requirement = `${name} ${String(version)} requires next-auth ${String(getRange(manifest, section))} (${section})`
    return adapterPattern.test(name)
      ? [{ offset: 0, text: `${requirement}: only for types`, needsManualChange: false }]
      : [
          {
            offset: 0,
            text: `${requirement}: update it, or redirect its imports (see "Packages that import next-auth" in the guide)`,
            needsManualChange: true,
          },
        ]
  })
}

type InstalledManifest = Record<string, unknown>

function getRange(manifest: InstalledManifest, section: (typeof sections)[number]): unknown {
  const ranges = manifest[section]
  return isRecord(ranges) ? ranges['next-auth'] : undefined
}

/** Reads the manifests of the packages that code in a folder can import, as Node finds them. The nearest one of a name counts. */
function findInstalledManifests(folder: string): InstalledManifest[] {
  const found = new Map<unknown, InstalledManifest>()
  for (const modules of listModuleFolders(folder))
    for (const path of listPackageFolders(modules)) {
      const manifest = readManifest(join(path, 'package.json'))
      if (manifest && !found.has(manifest['name'])) found.set(manifest['name'], manifest)
    }
  return [...found.values()]
}

/** Lists the `node_modules` of a folder and those above it, and the store of pnpm in them. */
function listModuleFolders(folder: string): string[] {
  const parent = dirname(folder)
  const modules = join(folder, 'node_modules')
  const store = join(modules, '.pnpm')
  const inStore = listFolder(store).map(name => join(store, name, 'node_modules'))
  return [modules, ...inStore, ...(parent === folder ? [] : listModuleFolders(parent))]
}

function listPackageFolders(modules: string): string[] {
  return listFolder(modules).flatMap(name => {
    const path = join(modules, name)
    return name.startsWith('@') ? listFolder(path).map(part => join(path, part)) : [path]
  })
}

function listFolder(path: string): string[] {
  try {
    return existsSync(path) ? readdirSync(path).sort() : []
  } catch {
    // A file, or a folder that cannot be read, has no packages.
    return []
  }
}

function readManifest(path: string): InstalledManifest | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(value) ? value : null
  } catch {
    // No package, or one that is damaged: nothing is known about it.
    return null
  }
}
