import { membersOf, namesAfter, namesBefore, namespaceOf } from './members.js'
import type { Token } from './scan.js'

const mockers = new Set(['vi', 'vitest', 'jest', 'mock'])

/** How a place names a module, and what it takes from it. */
export interface Role {
  /**
   * `mention` is a string that somebody else may understand as a module, such as a bundler; `piece` the beginning of a
   * name that is only whole while the app runs.
   */
  readonly way: 'import' | 'augmentation' | 'mention' | 'piece'
  /** What is taken from the module, as far as the place tells; `default` for its default. */
  readonly names: readonly string[]
}

/** What the tokens around a string make of it. */
export function roleOf(tokens: readonly Token[], index: number): Role {
  const [before, earlier] = [tokens[index - 1], tokens[index - 2]]
  if (tokens[index]?.kind === 'begun' || tokens[index + 1]?.text === '+') return { way: 'piece', names: [] }
  if (before?.text === 'from') return roleInClause(tokens, index - 1)
  if (before?.text === 'import') return imported([])
  if (before?.text === 'module' && earlier?.text === 'declare')
    return { way: 'augmentation', names: declaredFrom(tokens, index + 1) }
  if (before?.text === '(') return roleInCall(tokens, index)
  return { way: 'mention', names: [] }
}

function imported(names: readonly string[]): Role {
  return { way: 'import', names }
}

/** `import a, { b as c } from`, `export { d } from`. */
function roleInClause(tokens: readonly Token[], from: number): Role {
  for (let index = from - 1; index >= 0; index--) {
    const { kind = 'sign', text = '' } = tokens[index] ?? {}
    if (text === 'import') {
      const clause = tokens.slice(index + 1, from)
      return imported([...clausesNames(clause), ...membersOf(tokens, namespaceOf(clause))])
    }
    if (text === 'export') return imported(namesInBraces(tokens.slice(index + 1, from)))
    if (kind === 'sign' && !['{', '}', ',', '*'].includes(text)) break
  }
  return { way: 'mention', names: [] }
}

export function clausesNames(tokens: readonly Token[]): string[] {
  const [first, second] = tokens
  const rest = first?.text === 'type' && second && second.text !== ',' ? tokens.slice(1) : tokens
  const names = namesInBraces(rest)
  return rest[0]?.kind === 'name' ? ['default', ...names] : names
}

/** What stands before `as` or alone in `{ a, type b, c as d }`. */
function namesInBraces(tokens: readonly Token[]): string[] {
  const open = tokens.findIndex(({ text }) => text === '{')
  if (open < 0) return []
  const names: string[] = []
  let entry: string[] = []
  for (const { text } of tokens.slice(open + 1)) {
    if (text !== ',' && text !== '}') {
      entry.push(text)
      continue
    }
    // `type` alone, or before `as`, is a name like any other.
    const [name, next] = entry
    const isTyped = name === 'type' && next !== undefined && next !== 'as'
    if (name !== undefined) names.push(isTyped ? next : name)
    entry = []
  }
  return names
}

/** The interfaces and types of `declare module '…' { … }`. */
function declaredFrom(tokens: readonly Token[], from: number): string[] {
  const names: string[] = []
  if (tokens[from]?.text !== '{') return names
  let depth = 0
  for (const [offset, { text }] of tokens.slice(from).entries()) {
    if (text === '{') depth++
    if (text === '}' && --depth === 0) break
    const name = tokens[from + offset + 1]
    if (depth === 1 && ['interface', 'type', 'class'].includes(text) && name?.kind === 'name')
      names.push(name.text)
  }
  return names
}

function roleInCall(tokens: readonly Token[], index: number): Role {
  const called = calleeBefore(tokens, index - 1)
  const [object, dot, name] = [tokens[called - 2]?.text, tokens[called - 1]?.text, tokens[called]?.text]
  const isMember = dot === '.' || dot === '?.'
  if (!isMember && (name === 'import' || name === 'require'))
    return imported(namesAround(tokens, called, index))
  const resolves = isMember && name === 'resolve' && (object === 'require' || object === 'meta')
  const mocks = isMember && mockers.has(object ?? '')
  return resolves || mocks ? imported([]) : { way: 'mention', names: [] }
}

/** Steps over the type arguments of `vi.importActual<typeof import('…')>(`. */
function calleeBefore(tokens: readonly Token[], open: number): number {
  if (tokens[open - 1]?.text !== '>') return open - 1
  let depth = 0
  for (let index = open - 1; index >= 0; index--) {
    if (tokens[index]?.text === '>') depth++
    if (tokens[index]?.text === '<' && --depth === 0) return index - 1
  }
  return open - 1
}

/** What a declaration takes from the call is of the module only where nothing comes between. */
function namesAround(tokens: readonly Token[], called: number, index: number): string[] {
  const after = tokens[index + 2]?.text ?? ''
  const before = ['.', '?.', '(', '['].includes(after) ? [] : namesBefore(tokens, called)
  return [...before, ...namesAfter(tokens, index)]
}
