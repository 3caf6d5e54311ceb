import {
  type DependencyEntry,
  findNextAuth4Packages,
  type Manifest,
  type ManifestString,
  unquote,
} from './manifest.js'
import {
  findPackageNames,
  formatManualMove,
  isAuthJsModule,
  replacedPackages,
} from './resolve-replacement.js'
import type { Diagnostic, RewritePlan } from './rewrite-plan.js'
import { compareRange, isNextAuth4Range } from './semver-ranges.js'
import { isLatchkey, planDependencySwap } from './swap-dependency.js'

/** What the sources below a manifest require of it. */
export interface ManifestRequirements {
  readonly range: string
  /** Version of the running Latchkey. */
  readonly version: string
  /** Packages of Auth.js that are still needed. A name that ends in a slash stands for all packages of the scope. */
  readonly requiredPackages: ReadonlySet<string>
  /** Whether a rewritten source imports Latchkey. */
  readonly importsLatchkey: boolean
  /** Whether NextAuth 4 is replaced too. */
  readonly replacesNextAuth4: boolean
}

/** Replaces the packages of Auth.js with Latchkey, except for those that are still needed. */
export function planManifest(manifest: Manifest, requirements: ManifestRequirements): RewritePlan {
  if (manifest.problem !== null)
    return { edits: [], diagnostics: [{ offset: 0, text: manifest.problem, needsManualChange: true }] }
  const nextAuth4Packages = requirements.replacesNextAuth4 ? [] : findNextAuth4Packages(manifest)
  const replaceable = manifest.entries.filter(
    ({ name }) => replacedPackages.includes(name) && !nextAuth4Packages.includes(name),
  )
  const required = new Set(replacedPackages.filter(name => isRequired(name, manifest, requirements)))
  const retained = new Set(replaceable.filter(({ name }) => required.has(name)))
  const toRemove = new Set(replaceable.filter(entry => !retained.has(entry)))
  const anchors = new Set(requirements.importsLatchkey || toRemove.size > 0 ? replaceable : [])
  const diagnostics = [
    ...manifest.entries.flatMap(entry => checkEntry(entry, retained, requirements)),
    ...(anchors.size > 0
      ? manifest.entries.filter(isLatchkey).flatMap(entry => checkLatchkeyRange(entry, requirements))
      : []),
    ...manifest.otherStrings.flatMap(checkOtherString),
  ]
  return {
    edits: planDependencySwap(manifest, { ...requirements, toRemove, anchors: anchors }),
    diagnostics,
  }
}

/** Returns whether a package is still needed. `@auth/core` may be installed through another package, which is needed then. */
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

/** The oldest versions with which a subpath works. Latchkey itself installs beside any version. */
const subpathRequirements: ReadonlyMap<string, { readonly version: string; readonly subpath: string }> =
  new Map(
    Object.entries({
      '@sveltejs/kit': { version: '2', subpath: 'latchkey/sveltekit' },
      kysely: { version: '0.24', subpath: 'latchkey/adapters/sql' },
      mysql2: { version: '2', subpath: 'latchkey/adapters/sql' },
      next: { version: '14', subpath: 'latchkey/next' },
      pg: { version: '8', subpath: 'latchkey/adapters/sql' },
      react: { version: '18', subpath: 'latchkey/react' },
      redis: { version: '4', subpath: 'latchkey/adapters/redis' },
    }),
  )

function checkEntry(
  entry: DependencyEntry,
  retained: ReadonlySet<DependencyEntry>,
  { replacesNextAuth4 }: ManifestRequirements,
): Diagnostic[] {
  const { name, range } = entry
  const { start: offset } = entry.key
  if (retained.has(entry))
    return [{ offset, text: `${name} is kept for the places above that need it`, needsManualChange: false }]
  if (name === 'next-auth' && isNextAuth4Range(range))
    return replacesNextAuth4
      ? []
      : [
          {
            offset,
            text: `${name} ${range} is version 4: run the command with --from 4`,
            needsManualChange: true,
          },
        ]
  if (name.startsWith('@next-auth/'))
    return [
      {
        offset,
        text: `${name} is kept: it works with Latchkey. Its successor is in the scope @auth`,
        needsManualChange: false,
      },
    ]
  if (/^@auth\/[\w-]+-adapter$/.test(name))
    return [{ offset, text: `${name} is kept: it works with Latchkey`, needsManualChange: false }]
  if (name === '@simplewebauthn/server' && /^[\^~>=v\s]*(?:\d|10)\b/.test(range))
    return [{ offset, text: `passkeys require ${name} 11 or newer`, needsManualChange: true }]
  const requirement = subpathRequirements.get(name)
  if (requirement && compareRange(range, requirement.version) === 'older')
    return [
      {
        offset,
        text: `${name} ${range} can stay: only ${requirement.subpath} requires ${name} ${requirement.version} or newer`,
        needsManualChange: false,
      },
    ]
  if (replacedPackages.includes(name)) return []
  if (isAuthJsModule(name)) return [{ offset, text: formatManualMove(name), needsManualChange: true }]
  const [alias] = findPackageNames(range)
  return alias
    ? [
        {
          offset,
          text: `${name} is an alias of ${alias.specifier}: imports of aliases are not replaced`,
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
      text: `latchkey ${range} may exclude this version: set ${requestedRange}`,
      needsManualChange: true,
    },
  ]
}

/** Keys of a manifest whose values contain package names, also within patterns, versions or paths. */
const sectionsNamingPackages = new Set(
  `overrides resolutions pnpm jest bundledDependencies bundleDependencies peerDependenciesMeta dependenciesMeta
  dependenciesOverrides patchedDependencies trustedDependencies`.split(/\s+/),
)
const packageNamePattern = new RegExp(`(?<![\\w@.-])(?:${replacedPackages.join('|')})(?![\\w-])`)

/** Reports overrides and similar settings, which are not changed automatically. */
function checkOtherString({ token, topLevelKey }: ManifestString): Diagnostic[] {
  const text = unquote(token)
  const isModule = replacedPackages.some(name => text === name || text.startsWith(`${name}/`))
  const isNamed = isModule || (sectionsNamingPackages.has(topLevelKey) && packageNamePattern.test(token.text))
  if (!isNamed) return []
  return [
    {
      offset: token.start,
      text: `${token.text} is mentioned outside of the dependencies`,
      needsManualChange: true,
    },
  ]
}
