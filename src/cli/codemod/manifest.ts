import type { Token } from './scanner.js'
import { isNextAuth4Range } from './semver-ranges.js'
import { tokenize } from './tokenizer.js'

const dependencySections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']

/** Dependency in a manifest. `precedingEnd` is the end offset of the token before it. */
export interface DependencyEntry {
  readonly name: string
  readonly range: string
  readonly precedingEnd: number
  readonly key: Token
  readonly value: Token
  readonly section: string
}

/** String in a manifest, with the top-level key that contains it. */
export interface ManifestString {
  readonly token: Token
  readonly topLevelKey: string
}

/** Parsed package.json. */
export interface Manifest {
  readonly text: string
  readonly entries: readonly DependencyEntry[]
  /** Strings that are not part of a dependency entry. */
  readonly otherStrings: readonly ManifestString[]
  /** Why it cannot be changed, or null. */
  readonly problem: string | null
}

export function parseManifest(text: string): Manifest {
  const problem = findProblem(text)
  if (problem !== null) return { text, entries: [], otherStrings: [], problem }
  const tokens = tokenize(text, { jsx: false })
  const entries: DependencyEntry[] = []
  const strings: ManifestString[] = []
  const keyPath: (Token | undefined)[] = []
  for (const [index, token] of tokens.entries()) {
    const [colon, value] = tokens.slice(index + 1, index + 3)
    if (token.text === '{' || token.text === '[') keyPath.push(tokens[index - 2])
    if (token.text === '}' || token.text === ']') keyPath.pop()
    if (token.kind !== 'string') continue
    const topLevelKey = keyPath[1] ? unquote(keyPath[1]) : ''
    strings.push({ token, topLevelKey })
    if (
      colon?.text !== ':' ||
      value?.kind !== 'string' ||
      keyPath.length !== 2 ||
      !dependencySections.includes(topLevelKey)
    )
      continue
    const precedingEnd = tokens[index - 1]?.end ?? 0
    entries.push({
      name: unquote(token),
      range: unquote(value),
      precedingEnd,
      key: token,
      value,
      section: topLevelKey,
    })
  }
  const entryTokens = new Set(entries.flatMap(({ key, value }) => [key, value]))
  return { text, entries, otherStrings: strings.filter(({ token }) => !entryTokens.has(token)), problem }
}

function findProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? null : 'this file contains no JSON object: its dependencies are not changed'
  } catch (error) {
    return `this file is not valid JSON (${error instanceof Error ? error.message : String(error)}): its dependencies are not changed`
  }
}

/** Parses a string token of JSON. */
export function unquote({ text }: Token): string {
  const value: unknown = JSON.parse(text)
  return String(value)
}

/** Finds the package of NextAuth 4, whose imports only `--from 4` replaces. */
export function findNextAuth4Packages({ entries }: Manifest): string[] {
  return entries
    .filter(({ name, range }) => name === 'next-auth' && isNextAuth4Range(range))
    .map(({ name }) => name)
}
