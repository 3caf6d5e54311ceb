import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Version and modules of the installed Latchkey. */
export interface InstalledPackage {
  readonly version: string
  hasModule(specifier: string): boolean
  /** Returns whether a provider module exports a name. */
  hasExport(specifier: string, name: string): boolean
}

const providerPrefix = 'latchkey/providers/'
const packageRoot = findPackageRoot()
const manifestUrl = new URL('package.json', packageRoot)
/** The tests run the sources. */
const code = import.meta.url.startsWith(new URL('src/', packageRoot).href) ? 'src' : 'dist'
const providersFolder = new URL(`${code}/providers/`, packageRoot)

/** Returns the folder with package.json. How deep this file is depends on the build. */
function findPackageRoot(): URL {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder)
  return folder
}

/** Reads the installed package, so that no list has to be maintained. */
export function readInstalledPackage(): InstalledPackage {
  const { version, exports } = readManifest()
  const specifiers = new Set(Object.keys(exports).map(key => key.replace('.', 'latchkey')))
  const providerSources = new Map<string, string>()
  for (const file of readdirSync(providersFolder)) {
    const [, name] = /^([\w-]+)(?:\.d)?\.ts$/.exec(file) ?? []
    if (name) providerSources.set(providerPrefix + name, readFileSync(new URL(file, providersFolder), 'utf8'))
  }
  return {
    version,
    hasModule: specifier => specifiers.has(specifier) || providerSources.has(specifier),
    hasExport: (specifier, name) => new RegExp(`\\b${name}\\b`).test(providerSources.get(specifier) ?? ''),
  }
}

interface PackageManifest {
  readonly version: string
  readonly exports: object
}

function readManifest(): PackageManifest {
  const manifest: PackageManifest = JSON.parse(readFileSync(manifestUrl, 'utf8'))
  return manifest
}
