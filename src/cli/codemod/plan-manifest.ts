import {
  type DependencyEntry,
  findVersion4Packages,
  type Manifest,
  type ManifestString,
  unquote,
} from './manifest.js'
import type { Diagnostic, RewritePlan } from './plan-source.js'
import { findPackageNames, isAuthJsModule, replacedPackages } from './resolve-replacement.js'
import { compareRange, isVersion4Range } from './semver-ranges.js'
import { isLatchkey, planDependencySwap } from './swap-dependency.js'

/** What the sources below a manifest ask of it. */
export interface ManifestRequirements {
  readonly range: string
  /** The version of Latchkey that is at work. */
  readonly version: string
  /** The packages of Auth.js that somebody still needs; one that ends in a slash stands for all below it. */
  readonly requiredPackages: ReadonlySet<string>
  /** Whether a source imports Latchkey from now on. */
  readonly importsLatchkey: boolean
}

/** Puts Latchkey in the place of what it stands for, apart from the packages that somebody still needs. */
export function planManifest(manifest: Manifest, requirements: ManifestRequirements): RewritePlan {
  const version4Packages = findVersion4Packages(manifest)
  const replaceable = manifest.entries.filter(
    ({ name }) => replacedPackages.includes(name) && !version4Packages.includes(name),
  )
  const retained = new Set(replaceable.filter(({ name }) => isRequired(name, manifest, requirements)))
  const toRemove = new Set(replaceable.filter(entry => !retained.has(entry)))
  const anchors = new Set(requirements.importsLatchkey || toRemove.size > 0 ? replaceable : [])
  const diagnostics = [
    ...manifest.entries.flatMap(entry => checkEntry(entry, retained)),
    ...(anchors.size > 0
      ? manifest.entries.filter(isLatchkey).flatMap(entry => checkLatchkeyRange(entry, requirements))
      : []),
    ...manifest.otherStrings.flatMap(checkOtherString),
  ]
  return { edits: planDependencySwap(manifest, { ...requirements, toRemove, anchors }), diagnostics }
}

/** `@auth/core` may have come along with another package; then that one is needed. */
function isRequired(
  name: string,
  { entries }: Manifest,
  { requiredPackages }: ManifestRequirements,
): boolean {
  const isListed = entries.some(entry => entry.name === '@auth/core')
  if (requiredPackages.has('@auth/core') && !isListed) return true
  return [...requiredPackages].some(
    pattern => pattern === name || (pattern.endsWith('/') && name.startsWith(pattern)),
  )
}

function checkEntry(entry: DependencyEntry, retained: ReadonlySet<DependencyEntry>): Diagnostic[] {
  const { name, range } = entry
  const { start: offset } = entry.key
  if (retained.has(entry))
    return [{ offset, text: `${name} stays for the places above that need it`, needsManualChange: false }]
  if (name === 'next-auth' && isVersion4Range(range))
    return [
      { offset, text: `${name} ${range} is version 4: move to version 5 first`, needsManualChange: true },
    ]
  if (/^@auth\/[\w-]+-adapter$/.test(name))
    return [{ offset, text: `${name} stays: it works with Latchkey as it is`, needsManualChange: false }]
  if (name === '@simplewebauthn/server' && /^[\^~>=v\s]*(?:\d|10)\b/.test(range))
    return [{ offset, text: `passkeys need ${name} 11 or newer here`, needsManualChange: true }]
  if (name.startsWith('@next-auth/'))
    return [
      { offset, text: `${name} is of NextAuth 4: version 5 has it below @auth/`, needsManualChange: true },
    ]
  if (replacedPackages.includes(name)) return []
  if (isAuthJsModule(name))
    return [{ offset, text: `there is no counterpart of ${name}`, needsManualChange: true }]
  const [alias] = findPackageNames(range)
  return alias
    ? [
        {
          offset,
          text: `${name} is ${alias.specifier} by another name, which is not looked for`,
          needsManualChange: true,
        },
      ]
    : []
}

function checkLatchkeyRange(
  { range, key: { start: offset } }: DependencyEntry,
  { version, range: requestedRange }: ManifestRequirements,
): Diagnostic[] {
  if (compareRange(range, version) !== 'unclear') return []
  return [
    {
      offset,
      text: `latchkey ${range} may leave this version out: ask for ${requestedRange}`,
      needsManualChange: true,
    },
  ]
}

/** Keys of a manifest below which packages are named, alone, as a pattern, or with a version or a path around them. */
const sectionsNamingPackages = new Set(
  `overrides resolutions pnpm jest bundledDependencies bundleDependencies peerDependenciesMeta dependenciesMeta
  dependenciesOverrides patchedDependencies trustedDependencies`.split(/\s+/),
)
const packageInText = new RegExp(`(?<![\\w@.-])(?:${replacedPackages.join('|')})(?![\\w-])`)

/** Overrides and the like, which only a person understands. */
function checkOtherString({ token, topLevelKey }: ManifestString): Diagnostic[] {
  const text = unquote(token)
  const isModule = replacedPackages.some(name => text === name || text.startsWith(`${name}/`))
  const isNamed = isModule || (sectionsNamingPackages.has(topLevelKey) && packageInText.test(token.text))
  if (!isNamed) return []
  return [
    {
      offset: token.start,
      text: `${token.text} is named outside of the dependencies`,
      needsManualChange: true,
    },
  ]
}
