import { readdirSync, readFileSync } from 'node:fs'

/** What this very package has. */
export interface Stock {
  readonly version: string
  has(specifier: string): boolean
  /** Whether a module of the catalogue has a name. */
  hasName(specifier: string, name: string): boolean
}

const catalogue = 'latchkey/providers/'
const home = new URL('../../../package.json', import.meta.url)
const folder = new URL('../../providers/', import.meta.url)

/** Looks at what is installed, so that no list has to follow it. */
export function readStock(): Stock {
  const { version, exports } = readManifest()
  const doors = new Set(Object.keys(exports).map(key => key.replace('.', 'latchkey')))
  const texts = new Map<string, string>()
  for (const file of readdirSync(folder)) {
    const [, name] = /^([\w-]+)(?:\.d)?\.ts$/.exec(file) ?? []
    if (name) texts.set(catalogue + name, readFileSync(new URL(file, folder), 'utf8'))
  }
  return {
    version,
    has: specifier => doors.has(specifier) || texts.has(specifier),
    hasName: (specifier, name) => new RegExp(`\\b${name}\\b`).test(texts.get(specifier) ?? ''),
  }
}

interface OwnManifest {
  readonly version: string
  readonly exports: object
}

function readManifest(): OwnManifest {
  const manifest: OwnManifest = JSON.parse(readFileSync(home, 'utf8'))
  return manifest
}
