import type { Token } from './scan.js'
import { tokensOf } from './tokens.js'

/** A place that names a module. */
export interface Reference {
  readonly specifier: string
  /** Where the specifier is, without its quotes. */
  readonly start: number
  readonly end: number
  /** `mention` is a string that somebody else may understand as a module, such as a bundler. */
  readonly way: 'import' | 'augmentation' | 'mention'
  /** What is taken from the module, as far as the place tells; `default` for its default. */
  readonly names: readonly string[]
}

const mockers = new Set(['vi', 'vitest', 'jest', 'mock'])
const promiseMethods = new Set(['then', 'catch', 'finally'])
const inComments =
  /\bimport\(\s*(['"])(?<typed>[^'"]+)\1\s*\)(?:\.(?<name>\w+))?|\breference\s+types=(['"])(?<listed>[^'"]+)\4/g
const importTag = /@import\s+(?<clause>[^'"]*?)\bfrom\s+(['"])(?<from>[^'"]+)\2/g

/** Every place of a source that names a module of those that are looked for. */
export function referencesIn(
  source: string,
  { jsx, wanted }: { jsx: boolean; wanted: (specifier: string) => boolean },
): Reference[] {
  const all = tokensOf(source, { jsx })
  const code = all.filter(({ kind }) => kind !== 'comment' && kind !== 'text')
  const inCode = code.flatMap((token, index) => {
    const isText = token.kind === 'string' || token.kind === 'template'
    const specifier = isText ? token.text.slice(1, -1) : ''
    if (!wanted(specifier)) return []
    return [{ specifier, start: token.start + 1, end: token.end - 1, ...roleOf(code, index) }]
  })
  const inComment = all.filter(({ kind }) => kind === 'comment').flatMap(referencesInComment)
  return [...inCode, ...inComment.filter(({ specifier }) => wanted(specifier))].sort(
    (a, b) => a.start - b.start,
  )
}

/** Whether a source has an `import` or `export` of its own; without one `declare module` replaces the module. */
export function isModule(source: string): boolean {
  return tokensOf(source, { jsx: false }).some(
    ({ kind, text }) => kind === 'name' && (text === 'import' || text === 'export'),
  )
}

/** JSDoc names types by `import('…')` and `@import`, and a triple slash names packages. */
function referencesInComment({ text, start }: Token): Reference[] {
  const found = [...text.matchAll(inComments), ...text.matchAll(importTag)]
  return found.map(({ 0: whole, index, groups = {} }) => {
    const specifier = groups['typed'] ?? groups['listed'] ?? groups['from'] ?? ''
    const begin = start + index + whole.lastIndexOf(specifier, whole.length - 1)
    const names = groups['name'] ? [groups['name']] : namesOfClause(groups['clause'] ?? '')
    return { specifier, start: begin, end: begin + specifier.length, way: 'import', names }
  })
}

function namesOfClause(clause: string): string[] {
  return clausesNames(tokensOf(clause, { jsx: false }))
}

type Role = Pick<Reference, 'way' | 'names'>

function roleOf(tokens: readonly Token[], index: number): Role {
  const [before, earlier] = [tokens[index - 1], tokens[index - 2]]
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
    if (text === 'import') return imported(clausesNames(tokens.slice(index + 1, from)))
    if (text === 'export') return imported(namesInBraces(tokens.slice(index + 1, from)))
    if (kind === 'sign' && !['{', '}', ',', '*'].includes(text)) break
  }
  return { way: 'mention', names: [] }
}

function clausesNames(tokens: readonly Token[]): string[] {
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
    return imported([...namesAround(tokens, called), ...memberOf(tokens, index)])
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

/** `const { a, b: c } = await import('…')`. */
function namesAround(tokens: readonly Token[], called: number): string[] {
  const equals = tokens[called - 1]?.text === 'await' ? called - 2 : called - 1
  if (tokens[equals]?.text !== '=' || tokens[equals - 1]?.text !== '}') return []
  const names: string[] = []
  for (let index = equals - 2; index >= 0; index--) {
    const [before, token] = [tokens[index - 1]?.text, tokens[index]]
    if (token?.text === '{') return names
    if (token?.text === '}') return []
    if (token?.kind === 'name' && (before === '{' || before === ',')) names.unshift(token.text)
  }
  return []
}

/** `import('…').Session`, `require('…').default`. */
function memberOf(tokens: readonly Token[], index: number): string[] {
  const [close, dot, name] = tokens.slice(index + 1, index + 4)
  const isMember = close?.text === ')' && dot?.text === '.' && name?.kind === 'name'
  return isMember && !promiseMethods.has(name.text) ? [name.text] : []
}
