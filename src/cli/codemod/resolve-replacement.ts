import type { InstalledPackage } from './installed-package.js'
import {
  augmentableModules,
  augmentationTarget,
  moduleMappings,
  nextAuth4Modules,
  nextAuth4Names,
} from './module-map.js'
import type { ModuleReference } from './module-references.js'
import { nextAuth4Hints, nextAuth4Mappings, nextAuth4NameHints } from './next-auth-4/module-map.js'

/** Packages that Latchkey replaces. */
export const replacedPackages = [
  'next-auth',
  '@auth/core',
  '@auth/express',
  '@auth/sveltekit',
  '@auth/solid-start',
]

/** Returns whether a text may contain a module name of Auth.js. */
export function hasAuthJsMention(text: string): boolean {
  return text.includes('next-auth') || text.includes('@auth/')
}

/** Finds the packages that a text names anywhere. */
export function findMentionedPackages(text: string): string[] {
  return replacedPackages.filter(name => text.includes(name))
}

/** Module that replaces a reference, or the reason why it is kept. */
export type Replacement = { readonly to: string } | { readonly reason: string }

const authJsModule = /^(?:next-auth|@auth\/[\w-]*|@next-auth\/[\w-]+)(?:\/|$)/
const providerModule = new RegExp(`^(?:${replacedPackages.join('|')})/providers/([\\w-]+)$`)
const adapterPackage = /^@(?:next-)?auth\/[\w-]+-adapter(?:\/|$)/

const packagePattern = `(${replacedPackages.join('|')})(?![\\w-])`
const packageInPathPattern = new RegExp(
  [
    // A limit, so that a text of many such names takes no more than a constant time for each.
    `node_modules\\b[^'"\`\\s]{0,1000}?[/(|]${packagePattern}`,
    `(?:\\bnpm:|\\besm\\.sh/)${packagePattern}`,
    `\\^${packagePattern}(?=\\$|\\\\?/|\\(|['"\`])`,
    // A version after the name distinguishes a package from other text.
    `^['"\`]${packagePattern}@[\\d^~]`,
  ].join('|'),
  'gd',
)

/** Finds package names within a text such as a path, a pattern or a URL. */
export function findPackageNames(text: string): { specifier: string; index: number }[] {
  return [...text.matchAll(packageInPathPattern)].flatMap(({ indices = [] }) => {
    const [, span] = indices.filter(range => range !== undefined)
    return span ? [{ specifier: text.slice(...span), index: span[0] }] : []
  })
}

/** Returns whether a module belongs to Auth.js. Published adapters do not count, because they are kept. */
export function isAuthJsModule(specifier: string): boolean {
  return authJsModule.test(specifier) && !adapterPackage.test(specifier)
}

/** Returns the package name of a module specifier. */
export function getPackageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function resolveReplacement(
  { specifier, kind, names }: ModuleReference,
  installed: InstalledPackage,
  { isNextAuth4 }: { readonly isNextAuth4: boolean },
): Replacement {
  if (kind === 'concatenation')
    return { reason: `${specifier} is the start of a module name that is completed at run time` }
  if (nextAuth4Modules.has(specifier) && !isNextAuth4)
    return { reason: `${specifier} belongs to NextAuth 4: run the command with --from 4` }
  const [, provider] = providerModule.exec(specifier) ?? []
  const target =
    findTarget(specifier, { kind, isNextAuth4 }) ??
    (provider ? createProviderTarget(provider, installed) : undefined)
  if (!target) return { reason: nextAuth4Hints.get(specifier) ?? formatManualMove(specifier) }
  if (kind === 'string')
    return { reason: `${specifier} is mentioned, not imported: replace it with ${target.to} if needed` }
  if (!installed.hasModule(target.to)) return { reason: `this version of Latchkey has no ${target.to}` }
  const missing = names.filter(name => !target.hasExport(name))
  return missing.length > 0 ? { reason: formatMissing(missing, target.to) } : { to: target.to }
}

/** Formats what to do by hand. The integration for Qwik City has other functions than that of Auth.js. */
export function formatManualMove(specifier: string): string {
  if (getPackageName(specifier) !== '@auth/qwik') return `${specifier} has no equivalent in Latchkey`
  const [, provider] = /\/providers\/([\w-]+)$/.exec(specifier) ?? []
  return provider
    ? `${specifier} moves with @auth/qwik: replace it with latchkey/providers/${provider}`
    : `${specifier} is replaced by latchkey/qwik-city, which has other functions: see docs/frameworks/qwik-city.md#move-from-authqwik`
}

interface ReplacementTarget {
  readonly to: string
  hasExport(name: string): boolean
}

function createProviderTarget(provider: string, installed: InstalledPackage): ReplacementTarget {
  const to = `latchkey/providers/${provider}`
  return { to, hasExport: name => installed.hasExport(to, name) }
}

function findTarget(
  specifier: string,
  { kind, isNextAuth4 }: Pick<ModuleReference, 'kind'> & { readonly isNextAuth4: boolean },
): ReplacementTarget | undefined {
  const mapping =
    kind === 'augmentation' && augmentableModules.has(specifier)
      ? augmentationTarget
      : ((isNextAuth4 ? nextAuth4Mappings.get(specifier) : undefined) ?? moduleMappings.get(specifier))
  return mapping && { to: mapping.to, hasExport: name => mapping.names.has(name) }
}

function formatMissing(missing: readonly string[], to: string): string {
  const hints = missing.flatMap(name => nextAuth4NameHints.get(name) ?? [])
  if (hints.length > 0) return hints.join('; ')
  const nextAuth4Missing = missing.filter(name => nextAuth4Names.has(name))
  return nextAuth4Missing.length > 0
    ? `${nextAuth4Missing.join(', ')} ${nextAuth4Missing.length > 1 ? 'belong' : 'belongs'} to NextAuth 4: run the command with --from 4`
    : `${to} does not export ${[...missing.slice(0, 10), ...(missing.length > 10 ? ['…'] : [])].join(', ')}`
}
