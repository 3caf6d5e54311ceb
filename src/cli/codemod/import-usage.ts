import { findAccessedNames, findDestructuredNames, findMembers, findNamespace } from './imported-members.js'
import type { Token } from './scanner.js'
import { getBlockEnd } from './token-index.js'

const mockObjects = new Set(['vi', 'vitest', 'jest', 'mock'])

/** How code refers to a module, and the names it imports. */
export interface ImportUsage {
  /**
   * `string` is a string that another tool, such as a bundler, may read as a module name. `concatenation` is the start of a module
   * name that is completed at run time.
   */
  readonly kind: 'import' | 'augmentation' | 'string' | 'concatenation'
  /** Imported names that could be detected; `default` for the default export. */
  readonly names: readonly string[]
}

/** Detects the usage of a module name from the tokens around it. */
export function detectImportUsage(tokens: readonly Token[], index: number): ImportUsage {
  const [previous, beforePrevious] = [tokens[index - 1], tokens[index - 2]]
  if (tokens[index]?.kind === 'template-head' || tokens[index + 1]?.text === '+')
    return { kind: 'concatenation', names: [] }
  if (previous?.text === 'from') return detectClauseUsage(tokens, index - 1)
  if (previous?.text === 'import') return createImportUsage([])
  if (previous?.text === 'module' && beforePrevious?.text === 'declare')
    return { kind: 'augmentation', names: findDeclaredTypes(tokens, index + 1) }
  if (previous?.text === '(') return detectCallUsage(tokens, index)
  return { kind: 'string', names: [] }
}

function createImportUsage(names: readonly string[]): ImportUsage {
  return { kind: 'import', names }
}

/** Detects `import a, { b as c } from` and `export { d } from`. */
function detectClauseUsage(tokens: readonly Token[], from: number): ImportUsage {
  for (let index = from - 1; index >= 0; index--) {
    const { kind = 'punctuator', text = '' } = tokens[index] ?? {}
    // The module name of the statement before.
    if (kind === 'string' && ['from', 'import'].includes(tokens[index - 1]?.text ?? '')) break
    if (text === 'import') {
      const clause = tokens.slice(index + 1, from)
      return createImportUsage([...parseClauseNames(clause), ...findMembers(tokens, findNamespace(clause))])
    }
    if (text === 'export') return createImportUsage(parseBraceNames(tokens.slice(index + 1, from)))
    if (kind === 'punctuator' && !['{', '}', ',', '*'].includes(text)) break
  }
  return { kind: 'string', names: [] }
}

export function parseClauseNames(tokens: readonly Token[]): string[] {
  const [first, second] = tokens
  const rest = first?.text === 'type' && second && second.text !== ',' ? tokens.slice(1) : tokens
  const names = parseBraceNames(rest)
  return rest[0]?.kind === 'name' ? ['default', ...names] : names
}

/** Parses the imported names of `{ a, type b, c as d }`: `a`, `b` and `c`. */
function parseBraceNames(tokens: readonly Token[]): string[] {
  const open = tokens.findIndex(({ text }) => text === '{')
  if (open < 0) return []
  const names: string[] = []
  let entry: string[] = []
  for (const { text } of tokens.slice(open + 1)) {
    if (text !== ',' && text !== '}') {
      entry.push(text)
      continue
    }
    // `type` alone or before `as` is an ordinary name.
    const [name, next] = entry
    const isTyped = name === 'type' && next !== undefined && next !== 'as'
    if (name !== undefined) names.push(isTyped ? next : name)
    entry = []
  }
  return names
}

/** Finds the interfaces and types of `declare module '…' { … }`. */
function findDeclaredTypes(tokens: readonly Token[], from: number): string[] {
  const names: string[] = []
  if (tokens[from]?.text !== '{') return names
  const end = getBlockEnd(tokens, from)
  for (let index = from + 1; index < end; index++) {
    const [keyword, name] = [tokens[index]?.text ?? '', tokens[index + 1]]
    if (keyword === '{') index = getBlockEnd(tokens, index)
    else if (['interface', 'type', 'class'].includes(keyword) && name?.kind === 'name') names.push(name.text)
  }
  return names
}

function detectCallUsage(tokens: readonly Token[], index: number): ImportUsage {
  const calleeIndex = findCalleeIndex(tokens, index - 1)
  const [object, dot, name] = [
    tokens[calleeIndex - 2]?.text,
    tokens[calleeIndex - 1]?.text,
    tokens[calleeIndex]?.text,
  ]
  const isMember = dot === '.' || dot === '?.'
  if (!isMember && (name === 'import' || name === 'require')) {
    const names = findImportedNames(tokens, calleeIndex, index)
    return names ? createImportUsage(names) : { kind: 'string', names: [] }
  }
  const resolves = isMember && name === 'resolve' && (object === 'require' || object === 'meta')
  const mocks = isMember && mockObjects.has(object ?? '')
  return resolves || mocks ? createImportUsage([]) : { kind: 'string', names: [] }
}

const maxTypeArgumentTokens = 1000

/** Finds the callee before type arguments, as in `vi.importActual<typeof import('…')>(`. */
function findCalleeIndex(tokens: readonly Token[], open: number): number {
  if (tokens[open - 1]?.text !== '>') return open - 1
  let depth = 0
  for (let index = open - 1; index >= Math.max(0, open - maxTypeArgumentTokens); index--) {
    if (tokens[index]?.text === '>') depth++
    if (tokens[index]?.text === '<' && --depth === 0) return index - 1
  }
  return open - 1
}

/**
 * Finds imported names. A destructuring counts only if the call result is not accessed before.
 *
 * @returns null if there are too many to find them all
 */
function findImportedNames(tokens: readonly Token[], calleeIndex: number, index: number): string[] | null {
  const after = tokens[index + 2]?.text ?? ''
  const before = ['.', '?.', '(', '['].includes(after) ? [] : findDestructuredNames(tokens, calleeIndex)
  const accessed = findAccessedNames(tokens, index)
  return accessed && [...before, ...accessed]
}
