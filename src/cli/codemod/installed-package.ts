import { readdirSync, readFileSync } from 'node:fs'
import { packageRoot } from '../package-root.js'

/** Version and modules of the installed Latchkey. */
export interface InstalledPackage {
  readonly version: string
  hasModule(specifier: string): boolean
  /** Returns whether a provider module exports a name. */
  hasExport(specifier: string, name: string): boolean
}

const providerPrefix = 'latchkey/providers/'
const manifestUrl = new URL('package.json', packageRoot)
/** The tests run the sources. */
const code = import.meta.url.startsWith(new URL('src/', packageRoot).href) ? 'src' : 'dist'
const providersFolder = new URL(`${code}/providers/`, packageRoot)

/** Reads the installed package, so that no list has to be maintained. */
export function readInstalledPackage(): InstalledPackage {
  const { version, exports } = readManifest()
  const specifiers = new Set(Object.keys(exports).map(key => key.replace('.', 'latchkey')))
  const providerWords = new Map<string, ReadonlySet<string>>()
  for (const file of readdirSync(providersFolder)) {
    const [, name] = /^([\w-]+)(?:\.d)?\.ts$/.exec(file) ?? []
    if (!name) continue
    const source = readFileSync(new URL(file, providersFolder), 'utf8')
    providerWords.set(providerPrefix + name, new Set(source.match(/[\w$]+/g)))
  }
  return {
    version,
    hasModule: specifier => specifiers.has(specifier) || providerWords.has(specifier),
    hasExport: (specifier, name) => providerWords.get(specifier)?.has(name) ?? false,
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
