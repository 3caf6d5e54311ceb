import type { InstalledPackage } from './installed-package.js'
import {
  augmentableModules,
  augmentationTarget,
  moduleMappings,
  version4Modules,
  version4Names,
} from './module-map.js'
import type { ModuleReference } from './module-references.js'

/** The packages that Latchkey stands for. */
export const replacedPackages = [
  'next-auth',
  '@auth/core',
  '@auth/express',
  '@auth/sveltekit',
  '@auth/solid-start',
]

/** Where a reference leads from now on, or why it stays. */
export type Replacement = { readonly to: string } | { readonly reason: string }

const authJsModule = /^(?:next-auth|@auth\/[\w-]*|@next-auth\/[\w-]+)(?:\/|$)/
const providerModule = new RegExp(`^(?:${replacedPackages.join('|')})/providers/([\\w-]+)$`)
const adapterPackage = /^@auth\/[\w-]+-adapter(?:\/|$)/

const packagePattern = `(${replacedPackages.join('|')})(?![\\w-])`
const packageInText = new RegExp(
  [
    `node_modules\\b[^'"\`\\s]*?[/(|]${packagePattern}`,
    `(?:\\bnpm:|\\besm\\.sh/)${packagePattern}`,
    `\\^${packagePattern}(?=\\$|\\\\?/|\\(|['"\`])`,
    // A version behind it tells the name of a package from one of a person's.
    `^['"\`]${packagePattern}@[\\d^~]`,
  ].join('|'),
  'gd',
)

/** The packages that a text names in its midst, such as a path, a pattern or an address. */
export function findPackageNames(text: string): { specifier: string; index: number }[] {
  return [...text.matchAll(packageInText)].flatMap(({ indices = [] }) => {
    const [, span] = indices.filter(range => range !== undefined)
    return span ? [{ specifier: text.slice(...span), index: span[0] }] : []
  })
}

/** Whether a module is of Auth.js, published adapters apart: those stay. */
export function isAuthJsModule(specifier: string): boolean {
  return authJsModule.test(specifier) && !adapterPackage.test(specifier)
}

/** The name of the package that a module is in. */
export function getPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function resolveReplacement(
  { specifier, kind, names }: ModuleReference,
  installed: InstalledPackage,
): Replacement {
  if (kind === 'piece')
    return { reason: `${specifier} is the beginning of a name that only the running app knows` }
  if (version4Modules.has(specifier))
    return { reason: `${specifier} is of NextAuth 4: move to version 5 first` }
  const [, provider] = providerModule.exec(specifier) ?? []
  const target = provider ? createProviderTarget(provider, installed) : findTarget(specifier, kind)
  if (!target) return { reason: `there is no counterpart of ${specifier}` }
  if (kind === 'mention')
    return { reason: `${specifier} is named, and not imported: whoever reads that may want ${target.to}` }
  if (!installed.hasModule(target.to)) return { reason: `this version has no ${target.to}` }
  const missing = names.filter(name => !target.hasExport(name))
  return missing.length > 0 ? { reason: formatMissing(missing, target.to) } : { to: target.to }
}

interface ReplacementTarget {
  readonly to: string
  hasExport(name: string): boolean
}

function createProviderTarget(provider: string, installed: InstalledPackage): ReplacementTarget {
  const to = `latchkey/providers/${provider}`
  return { to, hasExport: name => installed.hasExport(to, name) }
}

function findTarget(specifier: string, kind: ModuleReference['kind']): ReplacementTarget | undefined {
  const mapping =
    kind === 'augmentation' && augmentableModules.has(specifier)
      ? augmentationTarget
      : moduleMappings.get(specifier)
  return mapping && { to: mapping.to, hasExport: name => mapping.names.has(name) }
}

function formatMissing(missing: readonly string[], to: string): string {
  const version4Missing = missing.filter(name => version4Names.has(name))
  return version4Missing.length > 0
    ? `${version4Missing.join(', ')} ${version4Missing.length > 1 ? 'are' : 'is'} of NextAuth 4: move to version 5 first`
    : `${to} has no ${missing.join(', ')}`
}
