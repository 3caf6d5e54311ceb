import { exchanged, isLatchkey } from './exchange.js'
import { bare, type Entry, type Manifest, packagesOfVersion4, type Text } from './manifest.js'
import { ageOf, isOfVersion4 } from './ranges.js'
import type { Plan, Remark } from './rewrite.js'
import { isOfAuthJs, packagesNamedIn, replaced } from './translate.js'

/** What the sources below a manifest ask of it. */
export interface Wishes {
  readonly range: string
  /** The version of Latchkey that is at work. */
  readonly version: string
  /** The packages of Auth.js that somebody still needs; one that ends in a slash stands for all below it. */
  readonly needed: ReadonlySet<string>
  /** Whether a source imports Latchkey from now on. */
  readonly isUsed: boolean
}

/** Puts Latchkey in the place of what it stands for, apart from the packages that somebody still needs. */
export function planManifest(manifest: Manifest, wishes: Wishes): Plan {
  const held = packagesOfVersion4(manifest)
  const mine = manifest.entries.filter(({ name }) => replaced.includes(name) && !held.includes(name))
  const staying = new Set(mine.filter(({ name }) => isNeeded(name, manifest, wishes)))
  const going = new Set(mine.filter(entry => !staying.has(entry)))
  const anchors = new Set(wishes.isUsed || going.size > 0 ? mine : [])
  const remarks = [
    ...manifest.entries.flatMap(entry => remarksOn(entry, staying)),
    ...(anchors.size > 0 ? manifest.entries.filter(isLatchkey).flatMap(entry => unclear(entry, wishes)) : []),
    ...manifest.others.flatMap(remarksElsewhere),
  ]
  return { edits: exchanged(manifest, { ...wishes, going, anchors }), remarks }
}

/** `@auth/core` may have come along with another package; then that one is needed. */
function isNeeded(name: string, { entries }: Manifest, { needed }: Wishes): boolean {
  const isListed = entries.some(entry => entry.name === '@auth/core')
  if (needed.has('@auth/core') && !isListed) return true
  return [...needed].some(one => one === name || (one.endsWith('/') && name.startsWith(one)))
}

function remarksOn(entry: Entry, staying: ReadonlySet<Entry>): Remark[] {
  const { name, range } = entry
  const { start: offset } = entry.key
  if (staying.has(entry))
    return [{ offset, text: `${name} stays for the places above that need it`, isLeft: false }]
  if (name === 'next-auth' && isOfVersion4(range))
    return [{ offset, text: `${name} ${range} is version 4: move to version 5 first`, isLeft: true }]
  if (/^@auth\/[\w-]+-adapter$/.test(name))
    return [{ offset, text: `${name} stays: it works with Latchkey as it is`, isLeft: false }]
  if (name === '@simplewebauthn/server' && /^[\^~>=v\s]*(?:\d|10)\b/.test(range))
    return [{ offset, text: `passkeys need ${name} 11 or newer here`, isLeft: true }]
  if (name.startsWith('@next-auth/'))
    return [{ offset, text: `${name} is of NextAuth 4: version 5 has it below @auth/`, isLeft: true }]
  if (replaced.includes(name)) return []
  if (isOfAuthJs(name)) return [{ offset, text: `there is no counterpart of ${name}`, isLeft: true }]
  const [alias] = packagesNamedIn(range)
  return alias
    ? [
        {
          offset,
          text: `${name} is ${alias.specifier} by another name, which is not looked for`,
          isLeft: true,
        },
      ]
    : []
}

function unclear({ range, key: { start: offset } }: Entry, { version, range: wanted }: Wishes): Remark[] {
  if (ageOf(range, version) !== 'unclear') return []
  return [{ offset, text: `latchkey ${range} may leave this version out: ask for ${wanted}`, isLeft: true }]
}

/** Keys of a manifest below which packages are named, alone, as a pattern, or with a version or a path around them. */
const naming = new Set(
  `overrides resolutions pnpm jest bundledDependencies bundleDependencies peerDependenciesMeta dependenciesMeta
  dependenciesOverrides patchedDependencies trustedDependencies`.split(/\s+/),
)
const within = new RegExp(`(?<![\\w@.-])(?:${replaced.join('|')})(?![\\w-])`)

/** Overrides and the like, which only a person understands. */
function remarksElsewhere({ token, below }: Text): Remark[] {
  const text = bare(token)
  const isModule = replaced.some(name => text === name || text.startsWith(`${name}/`))
  const isNamed = isModule || (naming.has(below) && within.test(token.text))
  if (!isNamed) return []
  return [{ offset: token.start, text: `${token.text} is named outside of the dependencies`, isLeft: true }]
}
