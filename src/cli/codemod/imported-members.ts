import type { Token } from './scanner.js'

const promiseMethods = new Set(['then', 'catch', 'finally'])
const declarationKeywords = new Set(['const', 'let', 'var', 'import'])

/** Finds `a` in `import * as a from '…'`. */
export function findNamespace(clause: readonly Token[]): string | undefined {
  return clause[clause.findIndex(({ text }) => text === '*') + 2]?.text
}

/** Finds the members accessed on a module namespace: `b` in `a.b`. */
export function findMembers(tokens: readonly Token[], local: string | undefined): string[] {
  return tokens.flatMap(({ kind, text }, index) => {
    if (kind !== 'name' || text !== local || isDot(tokens[index - 1]) || !isDot(tokens[index + 1])) return []
    const member = tokens[index + 2]
    return member?.kind === 'name' ? [member.text] : []
  })
}

/** Finds the names that a declaration takes from a call: `a` and `b` in `const { a, b: c } = await import('…')`. */
export function findDestructuredNames(tokens: readonly Token[], calleeIndex: number): string[] {
  const equals = tokens[calleeIndex - 1]?.text === 'await' ? calleeIndex - 2 : calleeIndex - 1
  if (tokens[equals]?.text !== '=') return []
  const [keyword, last] = tokens.slice(equals - 2, equals)
  if (last?.text !== '}') {
    // Without `await` the variable is a promise.
    const isModule = tokens[calleeIndex]?.text === 'require' || equals < calleeIndex - 1
    return isModule && declarationKeywords.has(keyword?.text ?? '') ? findMembers(tokens, last?.text) : []
  }
  const open = tokens.findLastIndex(({ text }, index) => index < equals - 1 && ['{', '}'].includes(text))
  return tokens[open]?.text === '{' ? findPatternKeys(tokens.slice(open, equals)) : []
}

/** Finds the names accessed on a call: `require('…').a`, `(await import('…')).a`, `import('…').then(({ a }) => …)`. */
export function findAccessedNames(tokens: readonly Token[], index: number): string[] {
  const closing = tokens.slice(index + 1).findIndex(({ text }) => text !== ')')
  const [dot, name] = tokens.slice(index + 1 + closing)
  if (closing < 1 || !isDot(dot) || name?.kind !== 'name') return []
  if (!promiseMethods.has(name.text)) return [name.text]
  return name.text === 'then' ? findCallbackNames(tokens.slice(index + closing + 3)) : []
}

/** Finds the names that a callback uses: `(({ a }) => …)`, `(all => all.a)`. */
function findCallbackNames(tokens: readonly Token[]): string[] {
  const call = tokens.slice(0, findClosingParen(tokens))
  const first = call.findIndex(({ text }) => text !== '(' && text !== 'async')
  if (call[first]?.text !== '{') return findMembers(call.slice(first + 1), call[first]?.text)
  return findPatternKeys(call.slice(first, call.findIndex(({ text }) => text === '}') + 1))
}

function findClosingParen(tokens: readonly Token[]): number {
  let depth = 0
  return tokens.findIndex(({ text }) => {
    if (text === '(') depth++
    return text === ')' && --depth === 0
  })
}

/** Finds the keys of a pattern without nested patterns. */
function findPatternKeys(pattern: readonly Token[]): string[] {
  return pattern
    .filter(({ kind }, index) => kind === 'name' && ['{', ','].includes(pattern[index - 1]?.text ?? ''))
    .map(({ text }) => text)
}

function isDot(token: Token | undefined): boolean {
  return token?.text === '.' || token?.text === '?.'
}
