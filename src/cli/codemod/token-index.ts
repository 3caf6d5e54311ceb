import type { Token } from './scanner.js'

/** For each token, the index of the bracket that closes it, that it closes, or that contains it, or -1. */
export interface BracketIndex {
  readonly closing: Int32Array
  readonly opening: Int32Array
  readonly enclosing: Int32Array
}

/** Accesses of the members of one name, in order. */
export interface MemberAccesses {
  /** Indexes of the name. */
  readonly indexes: number[]
  readonly members: string[]
  /** The different ones, once they were needed. */
  distinct?: string[]
}

interface TokenIndex {
  brackets?: BracketIndex
  names?: ReadonlyMap<string, readonly number[]>
  members?: ReadonlyMap<string, MemberAccesses>
}

/** Built once for the tokens of a source. A search for each of its imports would take the square of their number. */
const indexes = new WeakMap<readonly Token[], TokenIndex>()

function getIndex(tokens: readonly Token[]): TokenIndex {
  const index = indexes.get(tokens) ?? {}
  indexes.set(tokens, index)
  return index
}

const openingTexts = new Set(['(', '[', '{'])
const closingTexts = new Set([')', ']', '}'])

/** Returns the brackets of the tokens of a source. */
export function getBrackets(tokens: readonly Token[]): BracketIndex {
  const index = getIndex(tokens)
  index.brackets ??= buildBrackets(tokens)
  return index.brackets
}

function buildBrackets(tokens: readonly Token[]): BracketIndex {
  const createArray = () => new Int32Array(tokens.length).fill(-1)
  const [closing, opening, enclosing] = [createArray(), createArray(), createArray()]
  const open: number[] = []
  for (const [index, { kind, text }] of tokens.entries()) {
    enclosing[index] = open.at(-1) ?? -1
    if (kind !== 'punctuator') continue
    if (closingTexts.has(text)) {
      const opener = open.pop() ?? -1
      opening[index] = opener
      if (opener >= 0) closing[opener] = index
    }
    if (openingTexts.has(text)) open.push(index)
  }
  return { closing, opening, enclosing }
}

/** Returns the index of the bracket that closes the one at `open`, or the number of tokens if it is not closed. */
export function getBlockEnd(tokens: readonly Token[], open: number): number {
  const end = getBrackets(tokens).closing[open] ?? -1
  return end < 0 ? tokens.length : end
}

/** Returns the indexes of the tokens that are a name. */
export function getNameIndexes(tokens: readonly Token[], name: string): readonly number[] {
  const index = getIndex(tokens)
  index.names ??= buildNames(tokens)
  return index.names.get(name) ?? []
}

function buildNames(tokens: readonly Token[]): ReadonlyMap<string, readonly number[]> {
  const byName = new Map<string, number[]>()
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'name') continue
    const found = byName.get(text) ?? []
    byName.set(text, found)
    found.push(index)
  }
  return byName
}

/** Returns the members accessed on a name: `b` in `a.b`. */
export function getMemberAccesses(tokens: readonly Token[], local: string): MemberAccesses {
  const index = getIndex(tokens)
  index.members ??= buildMembers(tokens)
  return index.members.get(local) ?? { indexes: [], members: [] }
}

function buildMembers(tokens: readonly Token[]): ReadonlyMap<string, MemberAccesses> {
  const byLocal = new Map<string, MemberAccesses>()
  for (const [index, { kind, text }] of tokens.entries()) {
    const member = tokens[index + 2]
    if (kind !== 'name' || isDot(tokens[index - 1]) || !isDot(tokens[index + 1]) || member?.kind !== 'name')
      continue
    const accesses = byLocal.get(text) ?? { indexes: [], members: [] }
    byLocal.set(text, accesses)
    accesses.indexes.push(index)
    accesses.members.push(member.text)
  }
  return byLocal
}

export function isDot(token: Token | undefined): boolean {
  return token?.text === '.' || token?.text === '?.'
}
