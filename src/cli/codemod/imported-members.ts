import { findLastIndexUpTo } from './edits.js'
import type { Token } from './scanner.js'
import { getBlockEnd, getMemberAccesses, isDot } from './token-index.js'

const promiseMethods = new Set(['then', 'catch', 'finally'])
const declarationKeywords = new Set(['const', 'let', 'var', 'import'])

/** No module exports as many names, so that further ones make no difference. */
const maxNames = 200
/** A callback of a real app accesses fewer members. A limit, because callbacks can contain each other. */
const maxCallbackAccesses = 10_000

/** Finds `a` in `import * as a from '…'`. */
export function findNamespace(clause: readonly Token[]): string | undefined {
  const star = clause.findIndex(({ text }) => text === '*')
  return star < 0 ? undefined : clause[star + 2]?.text
}

/** Finds the members accessed on a module namespace: `b` in `a.b`. */
export function findMembers(tokens: readonly Token[], local: string | undefined): string[] {
  if (local === undefined) return []
  const accesses = getMemberAccesses(tokens, local)
  accesses.distinct ??= [...new Set(accesses.members)].slice(0, maxNames)
  return accesses.distinct
}

/** Finds the names that a declaration takes from a call: `a` and `b` in `const { a, b: c } = await import('…')`. */
export function findDestructuredNames(tokens: readonly Token[], calleeIndex: number): string[] {
  const equals = tokens[calleeIndex - 1]?.text === 'await' ? calleeIndex - 2 : calleeIndex - 1
  if (tokens[equals]?.text !== '=') return []
  const [keyword, last] = [tokens[equals - 2], tokens[equals - 1]]
  if (last?.text !== '}') {
    // Without `await` the variable is a promise.
    const isModule = tokens[calleeIndex]?.text === 'require' || equals < calleeIndex - 1
    return isModule && declarationKeywords.has(keyword?.text ?? '') ? findMembers(tokens, last?.text) : []
  }
  let open = equals - 2
  while (open >= 0 && !['{', '}'].includes(tokens[open]?.text ?? '')) open--
  return tokens[open]?.text === '{' ? findPatternKeys(tokens.slice(open, equals)) : []
}

/**
 * Finds the names accessed on a call: `require('…').a`, `(await import('…')).a`, `import('…').then(({ a }) => …)`.
 *
 * @returns null if there are too many to find them all
 */
export function findAccessedNames(tokens: readonly Token[], index: number): string[] | null {
  let next = index + 1
  while (tokens[next]?.text === ')') next++
  const name = tokens[next + 1]
  if (next === index + 1 || !isDot(tokens[next]) || name?.kind !== 'name') return []
  if (!promiseMethods.has(name.text)) return [name.text]
  return name.text === 'then' ? findCallbackNames(tokens, next + 2) : []
}

/** Finds the names that a callback uses: `(({ a }) => …)`, `(all => all.a)`. */
function findCallbackNames(tokens: readonly Token[], open: number): string[] | null {
  const end = getBlockEnd(tokens, open)
  let first = open
  while (['(', 'async'].includes(tokens[first]?.text ?? '')) first++
  const parameter = tokens[first]?.text ?? ''
  if (parameter === '{') return findPatternKeys(tokens.slice(first, findClosingBrace(tokens, first) + 1))
  const { indexes, members } = getMemberAccesses(tokens, parameter)
  const [from, to] = [findLastIndexUpTo(indexes, first) + 1, findLastIndexUpTo(indexes, end) + 1]
  return to - from > maxCallbackAccesses ? null : [...new Set(members.slice(from, to))].slice(0, maxNames)
}

/** Finds the first `}`. A pattern with nested ones is read up to there. */
function findClosingBrace(tokens: readonly Token[], open: number): number {
  let close = open
  while (close < tokens.length && tokens[close]?.text !== '}') close++
  return close
}

/** Finds the keys of a pattern without nested patterns. */
function findPatternKeys(pattern: readonly Token[]): string[] {
  return pattern
    .filter(({ kind }, index) => kind === 'name' && ['{', ','].includes(pattern[index - 1]?.text ?? ''))
    .map(({ text }) => text)
}
