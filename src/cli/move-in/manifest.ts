import { isOfVersion4 } from './ranges.js'
import type { Token } from './scan.js'
import { tokensOf } from './tokens.js'

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** A package that a manifest lists; `from` is where what is before it ends. */
export interface Entry {
  readonly name: string
  readonly range: string
  readonly from: number
  readonly key: Token
  readonly value: Token
  readonly section: string
}

/** A string of a manifest, and the key of the manifest that it is below. */
export interface Text {
  readonly token: Token
  readonly below: string
}

/** A package.json, understood. */
export interface Manifest {
  readonly text: string
  readonly entries: readonly Entry[]
  /** All strings that are no part of an entry. */
  readonly others: readonly Text[]
}

export function parseManifest(text: string): Manifest {
  const tokens = tokensOf(text, { jsx: false })
  const entries: Entry[] = []
  const strings: Text[] = []
  const way: (Token | undefined)[] = []
  for (const [index, token] of tokens.entries()) {
    const [colon, value] = tokens.slice(index + 1, index + 3)
    if (token.text === '{' || token.text === '[') way.push(tokens[index - 2])
    if (token.text === '}' || token.text === ']') way.pop()
    if (token.kind !== 'string') continue
    const below = way[1] ? bare(way[1]) : ''
    strings.push({ token, below })
    if (colon?.text !== ':' || value?.kind !== 'string' || way.length !== 2 || !sections.includes(below))
      continue
    const from = tokens[index - 1]?.end ?? 0
    entries.push({ name: bare(token), range: bare(value), from, key: token, value, section: below })
  }
  const understood = new Set(entries.flatMap(({ key, value }) => [key, value]))
  return { text, entries, others: strings.filter(({ token }) => !understood.has(token)) }
}

/** Without its quotes. */
export function bare({ text }: Token): string {
  return text.slice(1, -1)
}

/** Packages of version 4: what imports them is not understood here. */
export function packagesOfVersion4({ entries }: Manifest): string[] {
  return entries
    .filter(({ name, range }) => name === 'next-auth' && isOfVersion4(range))
    .map(({ name }) => name)
}
