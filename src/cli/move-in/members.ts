import type { Token } from './scan.js'

const promiseMethods = new Set(['then', 'catch', 'finally'])
const declarations = new Set(['const', 'let', 'var', 'import'])

/** `a` of `import * as a from '…'`. */
export function namespaceOf(clause: readonly Token[]): string | undefined {
  return clause[clause.findIndex(({ text }) => text === '*') + 2]?.text
}

/** What is taken from a name that stands for a whole module: `a.b`. */
export function membersOf(tokens: readonly Token[], local: string | undefined): string[] {
  return tokens.flatMap(({ kind, text }, index) => {
    if (kind !== 'name' || text !== local || isDot(tokens[index - 1]) || !isDot(tokens[index + 1])) return []
    const member = tokens[index + 2]
    return member?.kind === 'name' ? [member.text] : []
  })
}

/** What the declaration before a call takes from what the call gives: `const { a, b: c } = await import('…')`. */
export function namesBefore(tokens: readonly Token[], called: number): string[] {
  const equals = tokens[called - 1]?.text === 'await' ? called - 2 : called - 1
  if (tokens[equals]?.text !== '=') return []
  const [keyword, last] = tokens.slice(equals - 2, equals)
  if (last?.text !== '}') {
    // Without `await` it is a promise that has a name.
    const isModule = tokens[called]?.text === 'require' || equals < called - 1
    return isModule && declarations.has(keyword?.text ?? '') ? membersOf(tokens, last?.text) : []
  }
  const open = tokens.findLastIndex(({ text }, index) => index < equals - 1 && ['{', '}'].includes(text))
  return tokens[open]?.text === '{' ? keysIn(tokens.slice(open, equals)) : []
}

/** What is taken from the call itself: `require('…').a`, `(await import('…')).a`, `import('…').then(({ a }) => …)`. */
export function namesAfter(tokens: readonly Token[], index: number): string[] {
  const closing = tokens.slice(index + 1).findIndex(({ text }) => text !== ')')
  const [dot, name] = tokens.slice(index + 1 + closing)
  if (closing < 1 || !isDot(dot) || name?.kind !== 'name') return []
  if (!promiseMethods.has(name.text)) return [name.text]
  return name.text === 'then' ? namesInCallback(tokens.slice(index + closing + 3)) : []
}

/** `(({ a }) => …)`, `(all => all.a)`. */
function namesInCallback(tokens: readonly Token[]): string[] {
  const call = tokens.slice(0, endOf(tokens))
  const first = call.findIndex(({ text }) => text !== '(' && text !== 'async')
  if (call[first]?.text !== '{') return membersOf(call.slice(first + 1), call[first]?.text)
  return keysIn(call.slice(first, call.findIndex(({ text }) => text === '}') + 1))
}

function endOf(tokens: readonly Token[]): number {
  let depth = 0
  return tokens.findIndex(({ text }) => {
    if (text === '(') depth++
    return text === ')' && --depth === 0
  })
}

/** The keys of a pattern that has no other in it. */
function keysIn(pattern: readonly Token[]): string[] {
  return pattern
    .filter(({ kind }, index) => kind === 'name' && ['{', ','].includes(pattern[index - 1]?.text ?? ''))
    .map(({ text }) => text)
}

function isDot(token: Token | undefined): boolean {
  return token?.text === '.' || token?.text === '?.'
}
