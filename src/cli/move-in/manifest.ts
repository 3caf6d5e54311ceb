import type { Edit } from './edits.js'
import type { Plan, Remark } from './rewrite.js'
import type { Token } from './scan.js'
import { tokensOf } from './tokens.js'
import { isOfAuthJs, replaced } from './translate.js'

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Version 5 has only previews, which a range has to name. */
const ofVersion4 = /^(?:latest|\*|[\^~>=v\s]*[1-4]\b)/

/** A package that a manifest lists; `from` is where what is before it ends. */
interface Entry {
  readonly name: string
  readonly range: string
  readonly from: number
  readonly key: Token
  readonly value: Token
  readonly section: Token
}

/** A package.json, understood. */
export interface Manifest {
  readonly text: string
  readonly entries: readonly Entry[]
  readonly tokens: readonly Token[]
}

export function parseManifest(text: string): Manifest {
  const tokens = tokensOf(text, { jsx: false })
  return { text, tokens, entries: entriesOf(tokens) }
}

function entriesOf(tokens: readonly Token[]): Entry[] {
  const entries: Entry[] = []
  const way: (Token | undefined)[] = []
  for (const [index, token] of tokens.entries()) {
    const [colon, value] = tokens.slice(index + 1, index + 3)
    if (token.text === '{' || token.text === '[') way.push(tokens[index - 2])
    if (token.text === '}' || token.text === ']') way.pop()
    const section = way.at(-1)
    if (
      token.kind !== 'string' ||
      colon?.text !== ':' ||
      value?.kind !== 'string' ||
      way.length !== 2 ||
      !section
    )
      continue
    if (!sections.includes(bare(section))) continue
    const from = tokens[index - 1]?.end ?? 0
    entries.push({ name: bare(token), range: bare(value), from, key: token, value, section })
  }
  return entries
}

function bare({ text }: Token): string {
  return text.slice(1, -1)
}

/** Packages of version 4: what imports them is not understood here. */
export function packagesOfVersion4({ entries }: Manifest): string[] {
  return entries
    .filter(({ name, range }) => name === 'next-auth' && ofVersion4.test(range))
    .map(({ name }) => name)
}

/** Puts Latchkey in the place of what it stands for, apart from the packages that somebody still needs. */
export function planManifest(
  manifest: Manifest,
  { range, needed, isUsed }: { range: string; needed: ReadonlySet<string>; isUsed: boolean },
): Plan {
  const held = packagesOfVersion4(manifest)
  const mine = manifest.entries.filter(({ name }) => replaced.includes(name) && !held.includes(name))
  const going = new Set(mine.filter(({ name }) => !needed.has(name)))
  const remarks = [
    ...manifest.entries.flatMap(entry => remarksOn(entry, needed)),
    ...remarksElsewhere(manifest),
  ]
  if (going.size > 0) return { edits: sectionsOf(manifest).flatMap(exchange(going, range)), remarks }
  const [first] = manifest.entries.some(({ name }) => name === 'latchkey') || !isUsed ? [] : mine
  return { edits: first ? [beside(first, manifest, range)] : [], remarks }
}

function sectionsOf({ entries }: Manifest): Entry[][] {
  return sections.map(name => entries.filter(({ section }) => bare(section) === name))
}

/** The first that goes makes room for Latchkey, unless it is there already; the others leave with their line. */
function exchange(going: ReadonlySet<Entry>, range: string): (section: readonly Entry[]) => Edit[] {
  const places = new Set<boolean>()
  return section => {
    const isForPeers = section.some(({ section: { text } }) => text.includes('peer'))
    if (section.some(({ name }) => name === 'latchkey')) places.add(isForPeers)
    const first = places.has(isForPeers) ? undefined : section.find(entry => going.has(entry))
    if (first) places.add(isForPeers)
    const leaving = new Set(section.filter(entry => entry !== first && going.has(entry)))
    return [...(first ? replacement(first, range) : []), ...removals(section, leaving)]
  }
}

function replacement({ key, value }: Entry, range: string): Edit[] {
  return [
    { start: key.start, end: key.end, text: '"latchkey"' },
    { start: value.start, end: value.end, text: JSON.stringify(range) },
  ]
}

/** Each takes the comma before it along; the one after it, where everything before it leaves. */
function removals(section: readonly Entry[], leaving: ReadonlySet<Entry>): Edit[] {
  const firstKept = section.findIndex(entry => !leaving.has(entry))
  return section.flatMap((entry, index) => {
    if (!leaving.has(entry)) return []
    const isAfterKept = firstKept >= 0 && index > firstKept
    const start = isAfterKept ? (section[index - 1]?.value.end ?? entry.from) : entry.from
    const end = isAfterKept ? entry.value.end : (section[index + 1]?.from ?? entry.value.end)
    return [{ start, end, text: '' }]
  })
}

function beside({ from, key, value }: Entry, { text }: Manifest, range: string): Edit {
  const indent = text.slice(from, key.start)
  return { start: value.end, end: value.end, text: `,${indent}"latchkey": ${JSON.stringify(range)}` }
}

function remarksOn({ name, range, key: { start: offset } }: Entry, needed: ReadonlySet<string>): Remark[] {
  if (replaced.includes(name) && needed.has(name))
    return [{ offset, text: `${name} stays for the places above that need it`, isLeft: false }]
  if (name === 'next-auth' && ofVersion4.test(range))
    return [{ offset, text: `${name} ${range} is version 4: move to version 5 first`, isLeft: true }]
  if (/^@auth\/[\w-]+-adapter$/.test(name))
    return [{ offset, text: `${name} stays: it works with Latchkey as it is`, isLeft: false }]
  if (name === '@simplewebauthn/server' && /^[\^~>=v\s]*(?:\d|10)\b/.test(range))
    return [{ offset, text: `passkeys need ${name} 11 or newer here`, isLeft: true }]
  if (name.startsWith('@next-auth/'))
    return [{ offset, text: `${name} is of NextAuth 4: version 5 has it below @auth/`, isLeft: true }]
  if (isOfAuthJs(name) && !replaced.includes(name))
    return [{ offset, text: `there is no counterpart of ${name}`, isLeft: true }]
  return []
}

/** Overrides and the like, which only a person understands. */
function remarksElsewhere({ tokens, entries }: Manifest): Remark[] {
  const keys = new Set(entries.map(({ key }) => key))
  return tokens
    .filter(token => token.kind === 'string' && replaced.includes(bare(token)) && !keys.has(token))
    .map(({ start: offset, text }) => ({
      offset,
      text: `${text} is named outside of the dependencies`,
      isLeft: true,
    }))
}
