import type { Token } from './scanner.js'
import { getBrackets, getNameIndexes } from './token-index.js'

/** A range of tokens: the index of the first, and the index after the last. */
export interface TokenRange {
  readonly from: number
  readonly to: number
}

/** A call of a function. */
export interface Call {
  /** Index of the name. */
  readonly index: number
  readonly arguments: readonly TokenRange[]
  /** Index of the closing parenthesis. */
  readonly close: number
}

const openingTexts = new Set(['(', '[', '{'])

/** Returns the index of the bracket that closes the one at `open`, or -1. */
export function findClosingBracket(code: readonly Token[], open: number): number {
  return getBrackets(code).closing[open] ?? -1
}

/** Returns the index of the bracket that the one at `close` closes, or -1. */
export function findOpeningBracket(code: readonly Token[], close: number): number {
  return getBrackets(code).opening[close] ?? -1
}

/** Returns the index of the bracket around the token at `index`, or -1. */
export function findEnclosingBracket(code: readonly Token[], index: number): number {
  return getBrackets(code).enclosing[index] ?? -1
}

/** Finds the calls of a function by its name in the source, also with type arguments. */
export function findCalls(code: readonly Token[], name: string): Call[] {
  return getNameIndexes(code, name).flatMap(index => {
    if (['.', '?.', 'function'].includes(code[index - 1]?.text ?? '')) return []
    const open = skipTypeArguments(code, index + 1)
    const close = code[open]?.text === '(' ? findClosingBracket(code, open) : -1
    return close < 0 ? [] : [{ index, arguments: splitByComma(code, { from: open + 1, to: close }), close }]
  })
}

const maxTypeArgumentTokens = 1000

function skipTypeArguments(code: readonly Token[], index: number): number {
  if (code[index]?.text !== '<') return index
  let depth = 0
  for (let position = index; position < Math.min(code.length, index + maxTypeArgumentTokens); position++) {
    if (code[position]?.text === '<') depth++
    if (code[position]?.text === '>' && --depth === 0) return position + 1
  }
  return index
}

/** Splits the tokens between two brackets by the commas that no other brackets contain. */
function splitByComma(code: readonly Token[], { from, to }: TokenRange): TokenRange[] {
  const ranges: TokenRange[] = []
  let start = from
  for (let index = from; index < to; index++) {
    const { kind, text } = code[index] ?? { kind: 'punctuator', text: '' }
    if (kind === 'punctuator' && openingTexts.has(text))
      index = Math.max(index, findClosingBracket(code, index))
    else if (kind === 'punctuator' && text === ',') {
      ranges.push({ from: start, to: index })
      start = index + 1
    }
  }
  return start < to ? [...ranges, { from: start, to }] : ranges
}

/** An object literal in the source. */
export interface ObjectLiteral {
  /** Index of its `{`. */
  readonly open: number
  readonly members: readonly TokenRange[]
}

/** Returns the object literal whose `{` is at an index, or null. */
export function parseObjectLiteral(code: readonly Token[], open: number): ObjectLiteral | null {
  const close = code[open]?.text === '{' ? findClosingBracket(code, open) : -1
  return close < 0 ? null : { open, members: splitByComma(code, { from: open + 1, to: close }) }
}

/** Returns the member of an object literal with a key, or undefined. */
export function findMember(
  code: readonly Token[],
  { members }: ObjectLiteral,
  key: string,
): TokenRange | undefined {
  return members.find(({ from }) => {
    const [first, second] = code.slice(from, from + 2)
    return (
      (first?.text === 'async' && second?.kind === 'name' ? second : first)?.text.replace(/['"]/g, '') === key
    )
  })
}
